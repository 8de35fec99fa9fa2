// bfs_v7: one launch          ./bfs_v7 --graph grid -n 1Mi
//
// Slow in v6: after each level the host reads its size and launches the next, even for one vertex.
// Idea: one cooperative launch, with a barrier of the whole grid between two levels. Block 0 alone expands
// small levels, with their frontiers in shared memory and a barrier of the block between them.
// Limit: the latency of one level after the other: 5.3 us for each of grid's 2045 levels on an H200.
#include "bottom_up.h"
#include "common/device/cuda_check.h"
#include "one_launch.h"

#include <cooperative_groups.h>

namespace {

constexpr int kBlockSize = 512;
constexpr int kMostThreads = 1024;

__global__ void __launch_bounds__(kMostThreads)
    search_all(State s, unsigned source, unsigned vertices, bool directed, Board* board)
{
    extern __shared__ Entry shared[];
    const auto grid = cooperative_groups::this_grid();
    const unsigned share = kEdgesPerThread * blockDim.x;
    const unsigned mine = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    begin_search(s, source, vertices, *board);
    grid.sync();
    for (int step = 0; edges_of(s.size) > 0; ++step) {
        Count* const tail = &board->tail[step % 3];
        Reached& reached = board->reached[step % 2];
        if (mine == 0)
            board->tail[(step + 1) % 3] = 0;

        if (s.queued && edges_of(s.size) <= share) {
            if (blockIdx.x == 0)
                expand_alone(s, share, shared, reached, tail);
            grid.sync();
            s.unexplored = reached.unexplored;
            s.level = reached.level;
            swap(s.frontier, s.next);
        } else if (!directed && bottom_up_pays(s.size, s.unexplored, vertices)) {
            ++s.level;
            Count found = 0;
            for (unsigned first = mine / 32 * 32 * kVerticesPerThread; first < vertices;
                 first += threads * kVerticesPerThread)
                found += ask_neighbours(s.search, first, vertices, s.level, s.other_visited);
            add_up(found, tail);
            grid.sync();
            swap(s.search.visited, s.other_visited);
            s.queued = false;
            s.unexplored -= edges_of(*tail);
        } else if (!s.queued) {
            for (unsigned first = blockIdx.x * share; first < vertices; first += gridDim.x * share)
                collect(s.search, first, vertices, s.other_visited, shared, s.frontier, tail);
            grid.sync();
            s.queued = true;
        } else {
            for (unsigned b = blockIdx.x; b * share < edges_of(s.size); b += gridDim.x)
                expand(s, b, shared, tail);
            grid.sync();
            ++s.level;
            swap(s.frontier, s.next);
            s.unexplored -= edges_of(*tail);
        }
        s.size = *tail;
    }
}

std::vector<int> bfs(const Bfs::Input& in, Run& run)
{
    const Graph& g = in.graph;
    const int block = run.block_size(kBlockSize, BlockRule::warps, kMostThreads);
    const unsigned share = kEdgesPerThread * block;
    const std::size_t shared = shared_bytes(share), shares = ceil_div(g.neighbour.size(), share) + 1;
    CUDA_CHECK(cudaFuncSetAttribute(search_all, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(shared)));
    const Launch launch(search_all, resident_blocks(search_all, block, shares, shared), block, shared);

    const auto d_row_start = run.upload(g.row_start);
    const auto d_neighbour = run.upload(g.neighbour), d_level = run.array<int>(g.vertices());
    const auto d_visited = run.array<unsigned>(ceil_div(g.vertices(), 32));
    const auto d_next_visited = run.array<unsigned>(d_visited.size());
    const auto d_frontier = run.array<Entry>(g.vertices()), d_next = run.array<Entry>(g.vertices());
    const auto d_first = run.array<unsigned>(shares), d_next_first = run.array<unsigned>(shares);
    const auto d_board = run.array<Board>(1);
    State state{{d_row_start.data(), d_neighbour.data(), d_level.data(), d_visited.data()},
                d_next_visited.data(),
                {d_frontier.data(), d_first.data()},
                {d_next.data(), d_next_first.data()},
                count_of(1, g.degree(in.source)),
                static_cast<unsigned>(g.neighbour.size()) - g.degree(in.source),
                0,
                true};
    unsigned source = in.source, vertices = g.vertices();
    bool directed = g.directed;
    Board* board = d_board.data();
    run.kernel(launch, [&] {
        void* arguments[] = {&state, &source, &vertices, &directed, &board};
        // Cooperative: all blocks are resident, or the launch fails.
        CUDA_CHECK(cudaLaunchCooperativeKernel((const void*)search_all, launch.grid, launch.block, arguments,
                                               launch.shared));
    });

    return run.download(d_level);
}

}  // namespace

LADDER_VERSION(Bfs, 7, "one launch", bfs);

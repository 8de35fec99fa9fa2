// bfs_v5: equal shares of the edges          ./bfs_v5 --scale 22
//
// Slow in v4: work is divided by vertices, and vertices differ in degree.
// Idea: number the edges of a whole frontier and give every thread equally many, as edge_shares.h shows (D.
// Merrill, M. Garland and A. Grimshaw, Scalable GPU Graph Traversal, 2012). A bit marks each vertex found.
// Still slow: it looks at each edge, though most lead to vertices that were found long before.
#include "common/device/cuda_check.h"
#include "edge_shares.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kMostThreads = 512;
static_assert(shared_bytes(kEdgesPerThread * kMostThreads) <= 48 * 1024 - 2 * sizeof(Count));

__global__ void start(int source, Search search, Frontier frontier)
{
    search.level[source] = 0;
    search.visited[source / 32] = 1u << source % 32;
    frontier.entries[0] = {search.row_start[source], 0};
}

// size: the frontier's entries and edges.
__global__ void expand(Search search, Frontier frontier, Count size, int next_level, Frontier next,
                       Count* tail)
{
    extern __shared__ Entry shared[];
    __shared__ Count total;
    const unsigned share = kEdgesPerThread * blockDim.x, begin = blockIdx.x * share;
    Entry *const entries = shared, *const found = shared + share + 1;
    const unsigned count = load_share(frontier, size, blockIdx.x, entries);
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    find_neighbours(search, entries, count, begin, min(begin + share, edges_of(size)), next_level, found,
                    &total);
    __syncthreads();
    append(found, total, next, tail);
}

std::vector<int> bfs(const Bfs::Input& in, Run& run)
{
    const Graph& g = in.graph;
    const int block = run.block_size(kBlockSize, BlockRule::warps, kMostThreads);
    const unsigned share = kEdgesPerThread * block;
    const std::size_t most_blocks = ceil_div(g.neighbour.size(), share) + 1;
    const Launch launch(expand, most_blocks, block,
                        shared_bytes(share));  // an upper bound: each grid fits its frontier

    const auto d_row_start = run.upload(g.row_start);
    const auto d_neighbour = run.upload(g.neighbour), d_level = run.array<int>(g.vertices());
    const auto d_visited = run.array<unsigned>(ceil_div(g.vertices(), 32));
    const auto d_frontier = run.array<Entry>(g.vertices()), d_next = run.array<Entry>(g.vertices());
    const auto d_first = run.array<unsigned>(most_blocks), d_next_first = run.array<unsigned>(most_blocks);
    const auto d_tail = run.array<Count>(1);
    const Search search{d_row_start.data(), d_neighbour.data(), d_level.data(), d_visited.data()};
    run.kernel(launch, [&] {
        Frontier frontier{d_frontier.data(), d_first.data()}, next{d_next.data(), d_next_first.data()};
        CUDA_CHECK(cudaMemsetAsync(d_level.data(), kUnreachedByte, d_level.size() * sizeof(int)));
        d_visited.zero();
        d_first.zero();  // all shares begin with the source
        start<<<1, 1>>>(in.source, search, frontier);
        std::vector<Count> size{count_of(1, g.degree(in.source))};
        for (int next_level = 1; edges_of(size[0]) > 0; ++next_level) {
            d_tail.zero();
            expand<<<ceil_div(edges_of(size[0]), share), block, launch.shared>>>(
                search, frontier, size[0], next_level, next, d_tail.data());
            d_tail.copy_to(size, 1);
            std::swap(frontier, next);
        }
    });
    return run.download(d_level);
}

}  // namespace

LADDER_VERSION(Bfs, 5, "equal shares of the edges", bfs);

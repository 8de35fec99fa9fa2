// bfs_v9: a cluster for small levels          ./bfs_v9 --graph grid -n 4Mi
//
// Slow in v8: for a level of some thousand edges the grid's barrier and the queue in global memory take longer than
// the edges, and one block is too small.
// Idea: a cluster of 8 blocks expands such levels. Each block keeps what it finds in its shared memory, from where the
// others read their parts of the next level, with a barrier of the cluster between levels. Clusters leave some places for
// blocks empty: a graph of which a hub has more edges than a block has room for is searched without them.
// Limit: latency: several trips to memory, one after the other, and two barriers for each level.
#include "common/device/cuda_check.h"
#include "hubs_first.h"
#include "one_launch.h"

#include <algorithm>
#include <cooperative_groups.h>

namespace {

constexpr int kBlockSize = 512;
constexpr int kMostThreads = 1024;
constexpr unsigned kClusterSize = 8;  // blocks: the most that every GPU with clusters has

// Whether each block has room for its part: equally many entries, of at most `largest` edges each.
__device__ bool fits_cluster(Count size, unsigned share, unsigned largest)
{
    const unsigned long long each = parts_of(entries_of(size), kClusterSize);
    return edges_of(size) <= share || each * largest <= share;
}

// Copies an equal part of all entries from the blocks that found them, and one more, whose first edge ends the part.
// Returns their number, without that one. sizes: of what each block has found.
[[maybe_unused]] __device__ unsigned take_part(Entry* found, const Count* sizes, Count total, Entry* entries)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    const auto cluster = cooperative_groups::this_cluster();
    const unsigned all = entries_of(total), each = parts_of(all, kClusterSize);
    const unsigned begin = min(all, cluster.block_rank() * each), end = min(all, begin + each);
    Count before[kClusterSize] = {};  // in the blocks before each
    for (unsigned k = 1; k < kClusterSize; ++k)
        before[k] = before[k - 1] + sizes[k - 1];
    for (unsigned i = begin + threadIdx.x; i <= end; i += blockDim.x) {
        unsigned from = 0;
        Count skipped = 0;
        for (unsigned k = 1; k < kClusterSize; ++k)
            if (i >= entries_of(before[k])) {
                from = k;
                skipped = before[k];
            }
        Entry entry = {0, edges_of(total)};
        if (i < all) {
            entry = cluster.map_shared_rank(found, from)[i - entries_of(skipped)];
            entry.edge += edges_of(skipped);
        }
        entries[i - begin] = entry;
    }
    return end - begin;
#else
    return 0;
#endif
}

// For the first cluster: level after level, until one has too few edges for 8 blocks or too many. shared: room for a
// share's entries and one more, and twice for what a share finds: the last level's and this one's.
__device__ void expand_by_cluster(State s, unsigned largest, Entry* shared, Reached& reached, Count* tail)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    __shared__ Count sizes[2][kClusterSize], total;
    const auto cluster = cooperative_groups::this_cluster();
    const unsigned rank = cluster.block_rank(), share = kEdgesPerThread * blockDim.x;
    Entry *const entries = shared, *const found[2] = {shared + share + 1, shared + 2 * share + 1};
    const auto tell_all = [&](Count* size, Count mine) {
        if (threadIdx.x < kClusterSize)
            cluster.map_shared_rank(size, threadIdx.x)[rank] = mine;
        cluster.sync();
    };
    cluster.sync();  // all its blocks have started
    // At first each has an equal part of the queue.
    const unsigned all = entries_of(s.size), each = parts_of(all, kClusterSize);
    const unsigned begin = min(all, rank * each), end = min(all, begin + each);
    const auto edge_of = [&](unsigned i) { return i < all ? s.frontier.entries[i].edge : edges_of(s.size); };
    for (unsigned i = begin + threadIdx.x; i < end; i += blockDim.x)
        found[0][i - begin] = {s.frontier.entries[i].row_start, edge_of(i) - edge_of(begin)};
    tell_all(sizes[0], count_of(end - begin, edge_of(end) - edge_of(begin)));
    int last = 0;  // which of the two holds what the last level found
    do {
        const unsigned count = take_part(found[last], sizes[last], s.size, entries);
        if (threadIdx.x == 0)
            total = 0;
        __syncthreads();
        last = 1 - last;
        find_neighbours<true>(s.search, entries, count, entries[0].edge, entries[count].edge, ++s.level,
                              found[last], &total);
        __syncthreads();
        tell_all(sizes[last], total);
        s.size = 0;
        for (unsigned k = 0; k < kClusterSize; ++k)
            s.size += sizes[last][k];
        s.unexplored -= edges_of(s.size);
    } while (edges_of(s.size) > blockDim.x / 8 && fits_cluster(s.size, share, largest));
    append(found[last], sizes[last][rank], s.next, tail);
    if (threadIdx.x == 0 && rank == 0)
        reached = {s.unexplored, s.level};
#endif
}

__global__ void __launch_bounds__(kMostThreads)
    search_all(State s, unsigned source, unsigned vertices, bool directed, const int* hub, unsigned largest,
               bool has_clusters, Board* board)
{
    extern __shared__ Entry shared[];
    const auto grid = cooperative_groups::this_grid();
    const unsigned share = kEdgesPerThread * blockDim.x;
    begin_search(s, source, vertices, *board);
    grid.sync();
    for (int step = 0; edges_of(s.size) > 0; ++step) {
        Count* const tail = &board->tail[step % 3];
        Reached& reached = board->reached[step % 2];
        if (blockIdx.x == 0 && threadIdx.x == 0)
            board->tail[(step + 1) % 3] = 0;

        const bool one_block = edges_of(s.size) <= blockDim.x;
        if (s.queued && (one_block || (has_clusters && fits_cluster(s.size, share, largest)))) {
            if (one_block && blockIdx.x == 0)
                expand_alone(s, blockDim.x, shared, reached, tail);
            else if (!one_block && blockIdx.x < kClusterSize)
                expand_by_cluster(s, largest, shared, reached, tail);
            grid.sync();
            s.unexplored = reached.unexplored;
            s.level = reached.level;
            swap(s.frontier, s.next);
        } else if (!directed && (s.queued ? bottom_up_pays(s.size, s.unexplored, vertices)
                                          : asking_on_pays(s.size, s.unexplored, vertices))) {
            ++s.level;
            const Count found = ask_hubs_first_everywhere(s.search, hub, vertices, s.level, s.other_visited,
                                                          reinterpret_cast<Left*>(shared));
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
    const unsigned largest = g.degree(g.vertex_of_largest_degree());
    const bool clusters_pay = largest <= share;
    const std::size_t entries = clusters_pay ? (3 * share + 1) * sizeof(Entry) : shared_bytes(share);
    const std::size_t shared = std::max(entries, block / 32 * sizeof(Left));
    const std::size_t shares = ceil_div(g.neighbour.size(), share) + 1;
    CUDA_CHECK(cudaFuncSetAttribute(search_all, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(shared)));
    cudaLaunchAttribute attributes[2] = {};
    attributes[0].id = cudaLaunchAttributeCooperative;  // all blocks are resident, or the launch fails
    attributes[0].val.cooperative = 1;
    attributes[1].id = cudaLaunchAttributeClusterDimension;
    attributes[1].val.clusterDim.x = kClusterSize;
    attributes[1].val.clusterDim.y = attributes[1].val.clusterDim.z = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(kClusterSize);
    config.blockDim = dim3(block);
    config.dynamicSmemBytes = shared;
    config.attrs = attributes;
    config.numAttrs = clusters_pay ? 2 : 1;
    if (clusters_pay) {
        int clusters = 0;
        CUDA_CHECK(cudaOccupancyMaxActiveClusters(&clusters, search_all, &config));
        const std::size_t needed = ceil_div(shares, kClusterSize);
        config.gridDim = dim3(kClusterSize * static_cast<unsigned>(std::min<std::size_t>(clusters, needed)));
    } else {
        config.gridDim = dim3(resident_blocks(search_all, block, shares, shared));
    }
    const Launch launch(search_all, config.gridDim, block, shared);

    const auto hubs = run.prepare("Finding each vertex's neighbour of largest degree",
                                  [&] { return g.neighbours_of_largest_degree(); });
    const auto d_hubs = run.upload(hubs);
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
    run.kernel(launch, [&] {
        CUDA_CHECK(cudaLaunchKernelEx(
            &config, search_all, state, static_cast<unsigned>(in.source), static_cast<unsigned>(g.vertices()),
            g.directed, static_cast<const int*>(d_hubs.data()), largest, clusters_pay, d_board.data()));
    });

    return run.download(d_level);
}

}  // namespace

LADDER_VERSION(Bfs, 9, "a cluster for small levels", bfs).needs(90);

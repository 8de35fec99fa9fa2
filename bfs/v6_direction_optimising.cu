// bfs_v6: from both ends          ./bfs_v6 --scale 22
//
// Slow in v5: when a frontier has most of the graph's edges, almost all lead to vertices found before.
// Idea: then each vertex not yet found asks its neighbours until one has been found, and skips its other
// edges (S. Beamer, K. Asanović and D. Patterson, Direction-Optimizing Breadth-First Search, 2012).
// Still slow: the host reads the size of each level before it launches the next. v6 pays for large levels of
// undirected graphs: grid has none, and v6 is not faster than v5 there (0.91 to 0.97 times on an H200).
#include "bottom_up.h"
#include "common/device/cuda_check.h"

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

// A lane per vertex and a bit per lane: the warp's ballot is a word of next_visited, so no vertex needs an
// atomic operation. Bits of this level must not be taken for older ones, hence the second set. *tail counts
// what is found.
__global__ void bottom_up(Search search, unsigned vertices, int next_level, unsigned* next_visited,
                          Count* tail)
{
    const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    add_up(ask_neighbours(search, warp * 32 * kVerticesPerThread, vertices, next_level, next_visited), tail);
}

// The queue of a small frontier that follows a large one: the bits that the last level has set.
__global__ void collect_frontier(Search search, unsigned vertices, const unsigned* visited_before,
                                 Frontier frontier, Count* tail)
{
    extern __shared__ Entry shared[];
    collect(search, blockIdx.x * kEdgesPerThread * blockDim.x, vertices, visited_before, shared, frontier,
            tail);
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
    const auto d_next_visited = run.array<unsigned>(d_visited.size());
    const auto d_frontier = run.array<Entry>(g.vertices()), d_next = run.array<Entry>(g.vertices());
    const auto d_first = run.array<unsigned>(most_blocks), d_next_first = run.array<unsigned>(most_blocks);
    const auto d_tail = run.array<Count>(1);
    const unsigned vertices = g.vertices();
    run.kernel(launch, [&] {
        Search search{d_row_start.data(), d_neighbour.data(), d_level.data(), d_visited.data()};
        unsigned* other_visited = d_next_visited.data();
        Frontier frontier{d_frontier.data(), d_first.data()}, next{d_next.data(), d_next_first.data()};
        CUDA_CHECK(cudaMemsetAsync(d_level.data(), kUnreachedByte, d_level.size() * sizeof(int)));
        d_visited.zero();
        d_first.zero();  // all shares begin with the source
        start<<<1, 1>>>(in.source, search, frontier);
        std::vector<Count> size{count_of(1, g.degree(in.source))};
        unsigned unexplored = d_neighbour.size();
        bool queued = true;  // else the frontier is the bits of visited that other_visited lacks
        for (int next_level = 1; edges_of(size[0]) > 0; ++next_level) {
            unexplored -= edges_of(size[0]);
            // In a directed graph the lists do not say who leads to a vertex.
            const bool from_below = !g.directed && bottom_up_pays(size[0], unexplored, vertices);
            if (!from_below && !queued) {
                d_tail.zero();
                collect_frontier<<<ceil_div(vertices, share), block, launch.shared>>>(
                    search, vertices, other_visited, frontier, d_tail.data());
            }
            d_tail.zero();
            if (from_below) {
                bottom_up<<<ceil_div(vertices, kVerticesPerThread * block), block>>>(
                    search, vertices, next_level, other_visited, d_tail.data());
                std::swap(search.visited, other_visited);
            } else {
                expand<<<ceil_div(edges_of(size[0]), share), block, launch.shared>>>(
                    search, frontier, size[0], next_level, next, d_tail.data());
                std::swap(frontier, next);
            }
            queued = !from_below;
            d_tail.copy_to(size, 1);
        }
    });

    return run.download(d_level);
}

}  // namespace

LADDER_VERSION(Bfs, 6, "from both ends", bfs);

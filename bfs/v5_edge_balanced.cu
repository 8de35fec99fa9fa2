// bfs_v5: equal shares of the edges          ./bfs_v5 --scale 22
//
// Slow in v4: work is shared out by vertices, and vertices differ.
// Idea: number the edges of a whole frontier one after the other, and give every thread equally many (D. Merrill, M. Garland
// and A. Grimshaw, Scalable GPU Graph Traversal, 2012). So the frontier must say at which number the edges of each entry
// begin: the prefix sum of the degrees. No kernel of its own is needed for it: when a block appends what it has found, one
// 64-bit atomic addition gives both the place in the queue (low half) and the number of the first edge (high half). Whoever
// owns the first edge of a block's share notes its own place for that block; a binary search finds the others.
// Which vertices have been found stands in one bit each: 32 times less memory than the levels, for the cache.
// What remains is a look at one bit somewhere for each edge.
#include "bfs.h"
#include "common/cuda_check.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kMostThreads = 512;
constexpr unsigned kEdgesPerThread = 4;

// A vertex of the frontier: where its edges begin in the graph, and their first number within the level.
struct Entry {
    unsigned row_start, edge;
};
// The entries that a block has edges of, and those that it finds.
constexpr std::size_t shared_bytes(unsigned share)
{
    return (2 * share + 1) * sizeof(Entry);
}
static_assert(shared_bytes(kEdgesPerThread * kMostThreads) <= 48 * 1024 - sizeof(unsigned long long) * 2);

// How many entries, in the low half, and how many edges they have, in the high half.
using Count = unsigned long long;
__host__ __device__ Count count_of(unsigned entries, unsigned edges)
{
    return Count{edges} << 32 | entries;
}
__host__ __device__ unsigned entries_of(Count count)
{
    return static_cast<unsigned>(count);
}
__host__ __device__ unsigned edges_of(Count count)
{
    return static_cast<unsigned>(count >> 32);
}

__global__ void start(int source, unsigned row_start, int* level, unsigned* visited, Entry* frontier)
{
    level[source] = 0;
    visited[source / 32] = 1u << source % 32;
    frontier[0] = {row_start, 0};
}

// Whether this thread is the first to find v. Volatile, because other threads of this launch write it.
__device__ bool find(int v, unsigned* visited)
{
    unsigned* const word = &visited[v / 32];
    const unsigned bit = 1u << v % 32;
    return !(*static_cast<volatile unsigned*>(word) & bit) && !(atomicOr(word, bit) & bit);
}

// The last of `count` entries whose edges begin at `edge` or before.
__device__ const Entry& owner_of(unsigned edge, const Entry* entries, unsigned count)
{
    unsigned low = 0, high = count;
    while (high - low > 1) {
        const unsigned middle = (low + high) / 2;
        (entries[middle].edge <= edge ? low : high) = middle;
    }
    return entries[low];
}

// Appends what the block has found: `total` entries, numbered from 0 within the block.
__device__ void append(const Entry* found, Count total, unsigned share, Entry* next, unsigned* next_first,
                       Count* tail)
{
    __shared__ Count before;
    if (threadIdx.x == 0 && total > 0)
        before = atomicAdd(tail, total);
    __syncthreads();
    const unsigned count = entries_of(total);
    for (unsigned k = threadIdx.x; k < count; k += blockDim.x) {
        const unsigned place = entries_of(before) + k, edge = edges_of(before) + found[k].edge;
        const unsigned end = edges_of(before) + (k + 1 < count ? found[k + 1].edge : edges_of(total));
        next[place] = {found[k].row_start, edge};
        for (unsigned block = (edge + share - 1) / share; block * share < end; ++block)
            next_first[block] = place;
    }
}

// frontier: `size` counts its entries and edges; block b begins with the entry first[b].
__global__ void expand(const Entry* frontier, const unsigned* first, Count size, const unsigned* row_start,
                       const int* neighbour, int next_level, int* level, unsigned* visited, Entry* next,
                       unsigned* next_first, Count* tail)
{
    extern __shared__ Entry shared[];
    __shared__ Count found_total;
    const unsigned share = kEdgesPerThread * blockDim.x;
    Entry* const entries =
        shared;  // of which the block has edges: up to the one that the next block begins with
    Entry* const found = shared + share + 1;

    const unsigned first_entry = first[blockIdx.x];
    const unsigned last_entry = blockIdx.x + 1 < gridDim.x ? first[blockIdx.x + 1] : entries_of(size) - 1;
    const unsigned count = last_entry - first_entry + 1;
    for (unsigned k = threadIdx.x; k < count; k += blockDim.x)
        entries[k] = frontier[first_entry + k];
    if (threadIdx.x == 0)
        found_total = 0;
    __syncthreads();

    int v[kEdgesPerThread];
    for (unsigned k = 0; k < kEdgesPerThread; ++k) {  // all loads under way before the first is needed
        const unsigned edge = blockIdx.x * share + k * blockDim.x + threadIdx.x;
        if (edge < edges_of(size)) {
            const Entry& owner = owner_of(edge, entries, count);
            v[k] = neighbour[owner.row_start + (edge - owner.edge)];
        } else {
            v[k] = -1;
        }
    }
    for (unsigned k = 0; k < kEdgesPerThread; ++k) {
        if (v[k] < 0 || !find(v[k], visited))
            continue;
        level[v[k]] = next_level;
        const unsigned begin = row_start[v[k]], degree = row_start[v[k] + 1] - begin;
        if (degree > 0) {  // else there is nothing to expand
            const Count before = atomicAdd(&found_total, count_of(1, degree));
            found[entries_of(before)] = {begin, edges_of(before)};
        }
    }
    __syncthreads();
    append(found, found_total, share, next, next_first, tail);
}

std::vector<int> bfs(const Bfs::Input& in, Stopwatch& clock)
{
    const Graph& g = in.graph;
    const int block = clock.block_size(kBlockSize, BlockRule::warps, kMostThreads);
    const unsigned share = kEdgesPerThread * block;
    const std::size_t most_blocks = ceil_div(g.neighbour.size(), share) + 1;
    const Launch launch(expand, most_blocks, block, shared_bytes(share));  // at most

    DeviceArray<unsigned> d_row_start(clock, g.row_start.size()),
        d_visited(clock, ceil_div(g.vertices(), 32));
    DeviceArray<int> d_neighbour(clock, g.neighbour.size()), d_level(clock, g.vertices());
    DeviceArray<Entry> d_frontier(clock, g.vertices()), d_next(clock, g.vertices());
    DeviceArray<unsigned> d_first(clock, most_blocks), d_next_first(clock, most_blocks);
    DeviceArray<Count> d_tail(clock, 1);
    clock.upload([&] {
        d_row_start.copy_from(g.row_start);
        d_neighbour.copy_from(g.neighbour);
    });
    clock.kernel(launch, [&] {
        Entry *frontier = d_frontier.data(), *next = d_next.data();
        unsigned *first = d_first.data(), *next_first = d_next_first.data();
        CUDA_CHECK(cudaMemsetAsync(d_level.data(), kUnreachedByte, d_level.size() * sizeof(int)));
        d_visited.zero();
        d_first.zero();  // all blocks begin with the source
        start<<<1, 1>>>(in.source, g.row_start[in.source], d_level.data(), d_visited.data(), frontier);
        std::vector<Count> size{count_of(1, g.degree(in.source))};
        for (int next_level = 1; edges_of(size[0]) > 0; ++next_level) {
            d_tail.zero();
            expand<<<ceil_div(edges_of(size[0]), share), block, launch.shared>>>(
                frontier, first, size[0], d_row_start.data(), d_neighbour.data(), next_level, d_level.data(),
                d_visited.data(), next, next_first, d_tail.data());
            d_tail.copy_to(size);
            std::swap(frontier, next);
            std::swap(first, next_first);
        }
    });

    std::vector<int> level;
    clock.download([&] { d_level.copy_to(level); });
    return level;
}

}  // namespace

LADDER_VERSION(Bfs, 5, "equal shares of the edges", bfs);

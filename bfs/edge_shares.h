// Equal shares of the edges of a frontier, whichever vertices own them: how v5 to v9 expand a level.
//
// The edges of a whole frontier are numbered, and each block gets equally many. So the frontier stores the
// number of each entry's first edge: the prefix sum of the degrees. It needs no kernel of its own: when a
// block appends what it has found, one 64-bit atomic addition gives both the place in the queue (low half)
// and the number of the first edge (high half). The owner of a share's first edge notes its place for that
// block; a binary search finds the others.
#pragma once

#include "bfs.h"

constexpr unsigned kEdgesPerThread = 4;  // a block's share of a level, for each of its threads

// How many parts of b elements cover a elements; ceil_div() is the host's.
__device__ inline unsigned parts_of(unsigned a, unsigned b)
{
    return (a + b - 1) / b;
}

// A vertex of the frontier: where its edges begin in the graph, and their first number within the level.
struct Entry {
    unsigned row_start, edge;
};

// How many entries, in the low half, and how many edges they have, in the high half.
using Count = unsigned long long;
__host__ __device__ inline Count count_of(unsigned entries, unsigned edges)
{
    return Count{edges} << 32 | entries;
}
__host__ __device__ inline unsigned entries_of(Count count)
{
    return static_cast<unsigned>(count);
}
__host__ __device__ inline unsigned edges_of(Count count)
{
    return static_cast<unsigned>(count >> 32);
}

// In global memory. Block b's share of the edges begins with those of entry first[b].
struct Frontier {
    Entry* entries;
    unsigned* first;
};

// The graph in compressed sparse rows, and what has been found: the level of each vertex, and its bit in
// visited. The bits need a 32nd of the levels' place in the cache.
struct Search {
    const unsigned* row_start;
    const int* neighbour;
    int* level;
    unsigned* visited;
};

// The bytes of shared memory for a block's share: the entries that own its edges, one more for the owner of
// the next share's first edge, and the entries that it finds.
constexpr std::size_t shared_bytes(unsigned share)
{
    return (2 * share + 1) * sizeof(Entry);
}

// Loads the entries of the frontier that own edges of share b, and returns their number. size: of the
// frontier.
__device__ inline unsigned load_share(Frontier frontier, Count size, unsigned b, Entry* entries)
{
    const unsigned end = (b + 1) * kEdgesPerThread * blockDim.x, first = frontier.first[b];
    const unsigned last = end < edges_of(size) ? frontier.first[b + 1] : entries_of(size) - 1;
    for (unsigned k = threadIdx.x; k <= last - first; k += blockDim.x)
        entries[k] = frontier.entries[first + k];
    return last - first + 1;
}

// The last of `count` entries whose first edge is `edge` or before.
__device__ inline const Entry& owner_of(unsigned edge, const Entry* entries, unsigned count)
{
    unsigned low = 0, high = count;
    while (high - low > 1) {
        const unsigned middle = (low + high) / 2;
        (entries[middle].edge <= edge ? low : high) = middle;
    }
    return entries[low];
}

// Lists what a thread has found: entry k has row_start row[k] and degree[k] edges; none: nothing to list.
// *total counts what is listed, and so numbers it. The lanes of a warp take their places together, because a
// 64-bit addition to shared memory is a compare-and-swap loop: one per thread would be serialised.
__device__ inline void list(const unsigned (&row)[kEdgesPerThread], const unsigned (&degree)[kEdgesPerThread],
                            Entry* found, Count* total)
{
    Count mine = 0;
    for (unsigned k = 0; k < kEdgesPerThread; ++k)
        mine += count_of(degree[k] > 0, degree[k]);
    if (!__any_sync(kAllLanes, mine > 0))
        return;
    const unsigned lane = threadIdx.x % 32;
    Count sum = mine;  // of this lane and the lanes before it
    for (unsigned lanes = 1; lanes < 32; lanes *= 2) {
        const Count left = __shfl_up_sync(kAllLanes, sum, lanes);
        sum += lane >= lanes ? left : 0;
    }
    Count before = 0;
    if (lane == 31)
        before = atomicAdd(total, sum);
    Count place = __shfl_sync(kAllLanes, before, 31) + sum - mine;
    for (unsigned k = 0; k < kEdgesPerThread; ++k)
        if (degree[k] > 0) {
            found[entries_of(place)] = {row[k], edges_of(place)};
            place += count_of(1, degree[k]);
        }
}

// The block looks at edges `begin` to `end` - 1 of the level, which `entries` own. A vertex that it is the
// first to find gets its level and is listed in `found`, with edges numbered from 0 within the block; *total,
// 0 before, counts them. `found` and `total` are in shared memory. Each step is taken for all edges of the
// thread before the next step, so that their loads are in flight together. kEarly: row starts are loaded with the looks,
// before it is known which are needed; for small levels, which wait for one load after the other.
template <bool kEarly = false>
__device__ inline void find_neighbours(const Search& search, const Entry* entries, unsigned count,
                                       unsigned begin, unsigned end, int next_level, Entry* found,
                                       Count* total)
{
    const auto edge = [&](unsigned k) { return begin + k * blockDim.x + threadIdx.x; };
    unsigned v[kEdgesPerThread] = {};
    for (unsigned k = 0; k < kEdgesPerThread; ++k)
        if (edge(k) < end) {
            const Entry& owner = owner_of(edge(k), entries, count);
            v[k] = search.neighbour[owner.row_start + (edge(k) - owner.edge)];
        }
    // The atomic operation decides who is the first to find a vertex. Most were found long before: a look
    // saves it. Volatile, because other threads of this launch write the bits.
    unsigned row[kEdgesPerThread] = {}, row_end[kEdgesPerThread] = {}, degree[kEdgesPerThread];
    const auto load_row = [&](unsigned k, bool needed) {
        row[k] = needed ? search.row_start[v[k]] : 0;
        row_end[k] = needed ? search.row_start[v[k] + 1] : 0;
    };
    for (unsigned k = 0; kEarly && k < kEdgesPerThread; ++k)
        load_row(k, edge(k) < end);
    unsigned bits[kEdgesPerThread];
    for (unsigned k = 0; k < kEdgesPerThread; ++k)
        bits[k] = edge(k) < end ? *static_cast<volatile unsigned*>(&search.visited[v[k] / 32]) : ~0u;
    for (unsigned k = 0; k < kEdgesPerThread; ++k)
        if (!(bits[k] >> v[k] % 32 & 1))
            bits[k] = atomicOr(&search.visited[v[k] / 32], 1u << v[k] % 32);

    for (unsigned k = 0; k < kEdgesPerThread; ++k) {
        const bool is_first = !(bits[k] >> v[k] % 32 & 1);
        if (!kEarly)
            load_row(k, is_first);
        degree[k] = is_first ? row_end[k] - row[k] : 0;  // not before: a thread waits where it computes
        if (is_first)
            search.level[v[k]] = next_level;
    }
    list(row, degree, found, total);
}

// Appends what the block has found to the next frontier, whose size is *tail. One addition to *tail gives the
// entries' place and their edges' first number. The owner of a share's first edge notes its place for that
// share's block.
__device__ inline void append(const Entry* found, Count total, Frontier next, Count* tail)
{
    __shared__ Count before;
    if (threadIdx.x == 0 && total > 0)
        before = atomicAdd(tail, total);
    __syncthreads();
    const unsigned share = kEdgesPerThread * blockDim.x, count = entries_of(total);
    for (unsigned k = threadIdx.x; k < count; k += blockDim.x) {
        const unsigned place = entries_of(before) + k, edge = edges_of(before) + found[k].edge;
        const unsigned end = edges_of(before) + (k + 1 < count ? found[k + 1].edge : edges_of(total));
        next.entries[place] = {found[k].row_start, edge};
        for (unsigned block = (edge + share - 1) / share; block * share < end; ++block)
            next.first[block] = place;
    }
}

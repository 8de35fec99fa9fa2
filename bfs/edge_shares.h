// Equal shares of the edges of a frontier, whosever they are: what v5, v6 and v7 expand a level with.
#pragma once

#include "bfs.h"

constexpr unsigned kEdgesPerThread = 4;  // a block's share of a level, for each of its threads

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

// The graph in compressed sparse rows, and what has been found: the level of each vertex, and a bit in visited, which takes
// 32 times less of the cache than the levels.
struct Search {
    const unsigned* row_start;
    const int* neighbour;
    int* level;
    unsigned* visited;
};

// The shared memory that a block needs for the entries that it has edges of, up to the one that the next block begins with,
// and for those that it finds.
constexpr std::size_t shared_bytes(unsigned share)
{
    return (2 * share + 1) * sizeof(Entry);
}

// Loads the entries of the frontier that have edges of share b, and gives how many they are. size: of the frontier.
__device__ inline unsigned load_share(Frontier frontier, Count size, unsigned b, Entry* entries)
{
    const unsigned end = (b + 1) * kEdgesPerThread * blockDim.x, first = frontier.first[b];
    const unsigned last = end < edges_of(size) ? frontier.first[b + 1] : entries_of(size) - 1;
    for (unsigned k = threadIdx.x; k <= last - first; k += blockDim.x)
        entries[k] = frontier.entries[first + k];
    return last - first + 1;
}

// The last of `count` entries whose edges begin at `edge` or before.
__device__ inline const Entry& owner_of(unsigned edge, const Entry* entries, unsigned count)
{
    unsigned low = 0, high = count;
    while (high - low > 1) {
        const unsigned middle = (low + high) / 2;
        (entries[middle].edge <= edge ? low : high) = middle;
    }
    return entries[low];
}

// Lists what a thread has found: where the edges of each vertex begin, and how many they are; none: nothing to list. *total
// counts what is listed, and numbers it. The lanes of a warp take their places together: 64 bits are added to shared memory by
// compare-and-swap, one thread after the other.
__device__ inline void list(const unsigned (&row)[kEdgesPerThread], const unsigned (&degree)[kEdgesPerThread],
                            Entry* found, Count* total)
{
    constexpr unsigned kAllLanes = 0xffffffff;
    Count mine = 0;
    for (unsigned k = 0; k < kEdgesPerThread; ++k)
        mine += count_of(degree[k] > 0, degree[k]);
    if (!__any_sync(kAllLanes, mine > 0))
        return;
    const unsigned lane = threadIdx.x % 32;
    Count sum = mine;  // of this lane and those before
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

// The block looks at its share of the level's edges, from `begin` to before `end`; they are those of `entries`, or among
// them. What it is the first to find gets its level and is listed in `found`, numbered from 0 within the block, and counted in
// *total, which must be 0 before. Both are in shared memory. Each step is taken for all edges of the thread before the next
// step waits for what it gave.
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
    // Most neighbours have been found long before; looking first saves the atomic operation, which tells who is the first.
    // Volatile, because other threads of this launch write the bits.
    unsigned bits[kEdgesPerThread];
    for (unsigned k = 0; k < kEdgesPerThread; ++k)
        bits[k] = edge(k) < end ? *static_cast<volatile unsigned*>(&search.visited[v[k] / 32]) : ~0u;
    for (unsigned k = 0; k < kEdgesPerThread; ++k)
        if (!(bits[k] >> v[k] % 32 & 1))
            bits[k] = atomicOr(&search.visited[v[k] / 32], 1u << v[k] % 32);

    unsigned row[kEdgesPerThread], degree[kEdgesPerThread];
    for (unsigned k = 0; k < kEdgesPerThread; ++k) {
        const bool is_first = !(bits[k] >> v[k] % 32 & 1);
        row[k] = is_first ? search.row_start[v[k]] : 0;
        degree[k] = is_first ? search.row_start[v[k] + 1] - row[k] : 0;
        if (is_first)
            search.level[v[k]] = next_level;
    }
    list(row, degree, found, total);
}

// Appends what the block has found to the next frontier, whose size is *tail. The prefix sum of all degrees comes with the
// place for nothing: one addition to *tail gives both. Whoever owns the first edge of a share notes its place for that block.
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

// Bottom-up: the vertices not yet found ask their neighbours. How v6 and v7 find the next level where most
// edges of the frontier would lead to vertices found before.
#pragma once

#include "edge_shares.h"

// Whether bottom-up is cheaper: the rule, with its factor, of S. Beamer, K. Asanović and D. Patterson,
// Direction-Optimizing Breadth-First Search (2012). `unexplored` counts the edges of the vertices not yet
// found. Since each vertex looks at its own bit at least, bottom-up does not pay for a frontier with fewer
// edges than there are vertices.
__host__ __device__ inline bool bottom_up_pays(Count frontier, unsigned unexplored, unsigned vertices)
{
    return edges_of(frontier) > unexplored / 14 && edges_of(frontier) > vertices;
}

__device__ inline bool is_visited(unsigned v, const unsigned* visited)
{
    return visited[v / 32] >> v % 32 & 1;
}

constexpr unsigned kVerticesPerThread = 2;

// For a warp, whose lanes take vertices first + lane, first + 32 + lane, ...; `first` is a multiple of 32. A
// vertex that is not visited asks one neighbour after the other until one is visited. That one is in the
// frontier: had it been found earlier, this vertex would have a level. The vertex gets its level, and a bit
// in next_visited beside the older ones. Returns what the lane has found. For undirected graphs only, since
// edges are followed backwards.
__device__ inline Count ask_neighbours(const Search& search, unsigned first, unsigned vertices,
                                       int next_level, unsigned* next_visited)
{
    const unsigned lane = threadIdx.x % 32;
    unsigned edge[kVerticesPerThread], end[kVerticesPerThread], degree[kVerticesPerThread];
    for (unsigned k = 0; k < kVerticesPerThread; ++k) {
        const unsigned v = first + 32 * k + lane;
        const bool asks = v < vertices && !is_visited(v, search.visited);
        edge[k] = asks ? search.row_start[v] : 0;
        end[k] = asks ? search.row_start[v + 1] : 0;
        degree[k] = end[k] - edge[k];
    }
    bool found[kVerticesPerThread] = {};
    for (bool asking = true; asking;) {
        int neighbour[kVerticesPerThread];
        for (unsigned k = 0; k < kVerticesPerThread; ++k)  // all loads in flight before the first is needed
            neighbour[k] = edge[k] < end[k] ? search.neighbour[edge[k]++] : -1;
        asking = false;
        for (unsigned k = 0; k < kVerticesPerThread; ++k) {
            found[k] |= neighbour[k] >= 0 && is_visited(neighbour[k], search.visited);
            end[k] = found[k] ? 0 : end[k];
            asking |= edge[k] < end[k];
        }
    }
    Count count = 0;
    for (unsigned k = 0; k < kVerticesPerThread; ++k) {
        const unsigned v = first + 32 * k + lane, bits = __ballot_sync(kAllLanes, found[k]);
        if (lane == 0 && v < vertices)
            next_visited[v / 32] = search.visited[v / 32] | bits;
        if (found[k]) {
            search.level[v] = next_level;
            count += count_of(1, degree[k]);
        }
    }
    return count;
}

// Adds what the block's threads have found to *tail.
__device__ inline void add_up(Count found, Count* tail)
{
    __shared__ Count total;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    for (int lanes = 16; lanes > 0; lanes /= 2)
        found += __shfl_xor_sync(kAllLanes, found, lanes);
    if (threadIdx.x % 32 == 0 && found > 0)
        atomicAdd(&total, found);
    __syncthreads();
    if (threadIdx.x == 0 && total > 0)
        atomicAdd(tail, total);
}

// For a block: appends to the frontier the vertices of its share, from `first` on, that are visited and were
// not before. found, in shared memory, has room for the whole share.
__device__ inline void collect(const Search& search, unsigned first, unsigned vertices,
                               const unsigned* visited_before, Entry* found, Frontier frontier, Count* tail)
{
    __shared__ Count total;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    unsigned row[kEdgesPerThread], degree[kEdgesPerThread];
    for (unsigned k = 0; k < kEdgesPerThread; ++k) {
        const unsigned v = first + k * blockDim.x + threadIdx.x;
        const bool is_new = v < vertices && is_visited(v, search.visited) && !is_visited(v, visited_before);
        row[k] = is_new ? search.row_start[v] : 0;
        degree[k] = is_new ? search.row_start[v + 1] - row[k] : 0;
    }
    list(row, degree, found, &total);
    __syncthreads();
    append(found, total, frontier, tail);
}

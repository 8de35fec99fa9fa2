// What v7, v8 and v9 share: a search in one cooperative launch, level after level.
#pragma once

#include "edge_shares.h"

// Where the search stands. Every thread has the same copy.
struct State {
    Search search;
    unsigned* other_visited;
    Frontier frontier, next;
    Count size;           // of the frontier
    unsigned unexplored;  // edges of the vertices not yet found
    int level;            // of the frontier
    bool queued;          // else the frontier is the bits of visited that other_visited lacks
};

// How far the blocks that expand small levels have come.
struct Reached {
    unsigned unexplored;
    int level;
};

// What blocks tell each other. One tail counts what this step finds, one is set to 0 for the next step, and
// one is what the last step found, which blocks may still read. Steps of small levels write one of `reached` in turn, for the same reason.
struct Board {
    Count tail[3];
    Reached reached[2];
};

template <class T>
__device__ void swap(T& a, T& b)
{
    const T old = a;
    a = b;
    b = old;
}

// For the grid: the search before its first level.
__device__ inline void begin_search(const State& s, unsigned source, unsigned vertices, Board& board)
{
    const unsigned mine = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    const unsigned share = kEdgesPerThread * blockDim.x;
    for (unsigned v = mine; v < vertices; v += threads)
        s.search.level[v] = v == source ? 0 : kUnreached;
    for (unsigned w = mine; w < parts_of(vertices, 32); w += threads)
        s.search.visited[w] = w == source / 32 ? 1u << source % 32 : 0;
    for (unsigned b = mine; b <= edges_of(s.size) / share; b += threads)
        s.frontier.first[b] = 0;  // all shares begin with the source
    if (mine == 0) {
        s.frontier.entries[0] = {s.search.row_start[source], 0};
        board.tail[0] = 0;
    }
}

// For a block: the next level from the frontier's share b, as in v5.
__device__ inline void expand(const State& s, unsigned b, Entry* shared, Count* tail)
{
    __shared__ Count total;
    const unsigned share = kEdgesPerThread * blockDim.x, begin = b * share;
    Entry *const entries = shared, *const found = shared + share + 1;
    const unsigned count = load_share(s.frontier, s.size, b, entries);
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    find_neighbours(s.search, entries, count, begin, min(begin + share, edges_of(s.size)), s.level + 1, found,
                    &total);
    __syncthreads();
    append(found, total, s.next, tail);
}

// For block 0: level after level, until one has no edge or more than `most`, which is at most a block's share. The
// frontiers stay in shared memory.
__device__ inline void expand_alone(State s, unsigned most, Entry* shared, Reached& reached, Count* tail)
{
    __shared__ Count total[3];  // as the board's tail
    const unsigned share = kEdgesPerThread * blockDim.x;
    Entry *entries = shared, *found = shared + share + 1;
    load_share(s.frontier, s.size, 0, entries);
    if (threadIdx.x == 0)
        total[0] = 0;
    __syncthreads();
    for (int step = 0;; ++step) {
        if (threadIdx.x == 0)
            total[(step + 1) % 3] = 0;
        find_neighbours(s.search, entries, entries_of(s.size), 0, edges_of(s.size), ++s.level, found,
                        &total[step % 3]);
        __syncthreads();
        s.size = total[step % 3];
        s.unexplored -= edges_of(s.size);
        if (edges_of(s.size) == 0 || edges_of(s.size) > most)
            break;
        swap(entries, found);
    }
    append(found, s.size, s.next, tail);
    if (threadIdx.x == 0)
        reached = {s.unexplored, s.level};
}

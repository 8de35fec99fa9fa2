// Bottom-up in two steps: how v8 and v9 find the next level from below. Each vertex not yet found first asks its
// neighbour of largest degree, the likeliest to be found; only who is left asks the others.
#pragma once

#include "bottom_up.h"

// What a warp still looks for, in shared memory: those among the vertices of up to 16 words of bits.
constexpr unsigned kMostWords = 16;
struct Left {
    unsigned vertex[32 * kMostWords];  // counted from the first word's first vertex, ascending at first
    unsigned visited[kMostWords];      // the words for the next level
};

// Whether the next level is found from below once more, after one that was: a queue would first have to be collected from
// the bits, which costs as much as asking, if few are left to ask.
__device__ inline bool asking_on_pays(Count frontier, unsigned unexplored, unsigned vertices)
{
    return edges_of(frontier) > unexplored / 14 || unexplored < vertices / 1024;
}

// Sets the bits of the lanes' vertices v for which `set` holds. One lane writes a word for all: lanes that set bits of one
// word with atomicOr() would be serialised.
__device__ inline void set_bits(unsigned* words, unsigned v, bool set)
{
    for (unsigned lanes = __ballot_sync(kAllLanes, set); lanes != 0;) {
        const unsigned word = __shfl_sync(kAllLanes, v / 32, __ffs(lanes) - 1);
        const bool here = set && v / 32 == word;
        unsigned bits = here ? 1u << v % 32 : 0;
        for (int other = 16; other > 0; other /= 2)
            bits |= __shfl_xor_sync(kAllLanes, bits, other);
        if (threadIdx.x % 32 == 0)
            words[word] |= bits;
        lanes &= ~__ballot_sync(kAllLanes, here);
    }
}

// Appends the lanes' vertices v for which `keep` holds to the first `count` that are listed.
__device__ inline void keep_listed(Left& left, unsigned& count, unsigned v, bool keep)
{
    const unsigned lanes = __ballot_sync(kAllLanes, keep), before = (1u << threadIdx.x % 32) - 1;
    if (keep)
        left.vertex[count + __popc(lanes & before)] = v;
    count += __popc(lanes);
}

// Each of the `count` listed vertices, which are counted from `first`, asks hub[vertex]. Those that must ask on stay listed. Vertices
// without edges get a bit, too: nobody will come across them again. Returns what the lane has found.
__device__ inline Count ask_hubs(const Search& search, const int* hub, unsigned first, Left& left,
                                 unsigned& count, int next_level)
{
    constexpr unsigned kEach = 4;  // vertices per thread, whose loads are in flight together
    const unsigned lane = threadIdx.x % 32;
    unsigned kept = 0;
    Count sum = 0;
    for (unsigned base = 0; base < count; base += 32 * kEach) {
        unsigned v[kEach], degree[kEach];
        int asked[kEach];
        bool found[kEach];
        for (unsigned k = 0; k < kEach; ++k) {
            const unsigned i = base + 32 * k + lane;
            v[k] = i < count ? left.vertex[i] : 0;
            asked[k] = i < count ? hub[first + v[k]] : -1;
            degree[k] = i < count ? search.row_start[first + v[k] + 1] - search.row_start[first + v[k]] : 0;
        }
        for (unsigned k = 0; k < kEach; ++k)
            found[k] = asked[k] >= 0 && is_visited(asked[k], search.visited);
        __syncwarp();  // before places in the list are used again
        for (unsigned k = 0; k < kEach; ++k) {
            const bool listed = base + 32 * k + lane < count;
            set_bits(left.visited, v[k], found[k] || (listed && degree[k] == 0));
            keep_listed(left, kept, v[k], !found[k] && degree[k] > 1);
            if (found[k]) {
                search.level[first + v[k]] = next_level;
                sum += count_of(1, degree[k]);
            }
        }
        __syncwarp();
    }
    count = kept;
    return sum;
}

// Each of the `count` listed vertices asks up to `most` neighbours, from number `begin` of its list on. Those that must ask
// on stay listed. Returns what the lane has found.
__device__ inline Count ask_others(const Search& search, unsigned first, Left& left, unsigned& count,
                                   unsigned begin, unsigned most, int next_level)
{
    constexpr unsigned kEach = 2;
    const unsigned lane = threadIdx.x % 32;
    unsigned kept = 0;
    Count sum = 0;
    for (unsigned base = 0; base < count; base += 32 * kEach) {
        unsigned v[kEach], row[kEach], degree[kEach], next[kEach], stop[kEach];
        bool found[kEach] = {};
        for (unsigned k = 0; k < kEach; ++k) {
            const unsigned i = base + 32 * k + lane;
            v[k] = i < count ? left.vertex[i] : 0;
            row[k] = i < count ? search.row_start[first + v[k]] : 0;
            degree[k] = i < count ? search.row_start[first + v[k] + 1] - row[k] : 0;
            next[k] = begin;
            stop[k] = min(begin + most, degree[k]);
        }
        for (bool asking = true; asking;) {
            int neighbour[kEach];
            for (unsigned k = 0; k < kEach; ++k)
                neighbour[k] = !found[k] && next[k] < stop[k] ? search.neighbour[row[k] + next[k]++] : -1;
            asking = false;
            for (unsigned k = 0; k < kEach; ++k) {
                found[k] |= neighbour[k] >= 0 && is_visited(neighbour[k], search.visited);
                asking |= !found[k] && next[k] < stop[k];
            }
        }
        __syncwarp();  // before places in the list are used again
        for (unsigned k = 0; k < kEach; ++k) {
            set_bits(left.visited, v[k], found[k]);
            keep_listed(left, kept, v[k], !found[k] && stop[k] < degree[k]);
            if (found[k]) {
                search.level[first + v[k]] = next_level;
                sum += count_of(1, degree[k]);
            }
        }
        __syncwarp();
    }
    count = kept;
    return sum;
}

// For a warp: finds those of the next level among the vertices of words first_word to end_word - 1, at most 16, and writes
// these words of next_visited. Returns what the lane has found. For undirected graphs only, as ask_neighbours().
__device__ inline Count ask_hubs_first(const Search& search, const int* hub, unsigned first_word,
                                       unsigned end_word, unsigned vertices, int next_level,
                                       unsigned* next_visited, Left& left)
{
    const unsigned lane = threadIdx.x % 32, word = first_word + lane, first = 32 * first_word;
    unsigned visited = word < end_word ? search.visited[word] : ~0u;
    if (word == vertices / 32)
        visited |= ~0u << vertices % 32;  // there are no such vertices
    if (lane < kMostWords)
        left.visited[lane] = visited;
    unsigned count = 0;
    if (!__all_sync(kAllLanes, visited == ~0u))
        for (unsigned k = 0; k < kMostWords; ++k) {
            const unsigned wanted = ~__shfl_sync(kAllLanes, visited, k);
            keep_listed(left, count, 32 * k + lane, wanted >> lane & 1);
        }
    __syncwarp();
    Count found = 0;
    if (count > 0)
        found += ask_hubs(search, hub, first, left, count, next_level);
    // After every round those left are listed anew, so that no lane waits long for another; rounds get longer for
    // long lists.
    for (unsigned begin = 0, most = 2; count > 0; begin += most, most *= 2)
        found += ask_others(search, first, left, count, begin, most, next_level);
    if (word < end_word)
        next_visited[word] = left.visited[lane];
    __syncwarp();
    return found;
}

// For the grid: divides the words of bits evenly among its warps, at most 16 at a time. left: for each warp of the block.
__device__ inline Count ask_hubs_first_everywhere(const Search& search, const int* hub, unsigned vertices,
                                                  int next_level, unsigned* next_visited, Left* left)
{
    const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, warps = gridDim.x * blockDim.x / 32;
    const unsigned words = parts_of(vertices, 32), rounds = parts_of(words, kMostWords * warps);
    const unsigned each = parts_of(words, rounds * warps);
    Count found = 0;
    for (unsigned first = warp * each; first < words; first += warps * each)
        found += ask_hubs_first(search, hub, first, min(first + each, words), vertices, next_level,
                                next_visited, left[threadIdx.x / 32]);
    return found;
}

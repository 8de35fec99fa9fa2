// shortcut_v7: sixteen bits first          ./shortcut_v7 -n 8192 --no-cpu
//
// Slow in v6: a sum of two floats takes one and a half instructions, and of a result's n sums all but one lose.
// Idea: search with integers of 16 bits, the weights rounded down. One instruction adds two pairs of them and takes
// both minima. The search tells which 32 of the k hold the least sum; only these are added up as floats. Where other
// sums come so near that 16 bits cannot tell, or weights are negative, the block does as v6 does.
// Limit: that instruction, which runs on half as many lanes as an addition: its pipe is busy 91 % of the time
// (n = 8192, H200).
#include "async_stripes.cuh"
#include "coarse_weights.cuh"
#include "pad_and_transpose.cuh"
#include "shortcut.h"

#include <algorithm>
#include <cmath>

namespace {

constexpr unsigned kOpen = 0xffff;  // in place of a group of k, if the search does not tell which one
constexpr int kMostOpen = 16;       // threads of a block with open results; with more the block does as v6
constexpr int kBlocks = 6;          // per multiprocessor, at least
constexpr int kBlockSize = kThreads * kThreads;
constexpr int kPairsOfThread = kResults / 2;     // along each row
constexpr int kLanesPerResult = kDepth / kFour;  // add up a group of k

// As Stripes, in 16 bits.
struct alignas(16) CoarseStripes {
    Pair to_k[kDepth][kTile], from_k[kDepth][kTile / 2];
};

// The results of a tile. group: which kDepth of the k hold the least sum, or kOpen.
struct Found {
    unsigned short group[kTile][kTile];
    float least[kTile][kTile];
};

// What a block has in shared memory, one after the other.
union Shared {
    CoarseStripes coarse[kPairs];
    Found found;
    Stripes stripes[kPairs];
};

// Of a thread's results, in 16 bits: the least sum, its group of k, and the least sum of all other groups.
struct Search {
    Pair least[kResults][kPairsOfThread], group[kResults][kPairsOfThread], second[kResults][kPairsOfThread];

    __device__ void run(const Pair* __restrict__ pairs, const Pair* __restrict__ twice, unsigned size,
                        unsigned n, CoarseStripes (&shared)[kPairs])
    {
        const auto copy = [&](unsigned k0) {
            CoarseStripes& to = shared[k0 / kDepth % kPairs];
            if (k0 < n) {
                copy_stripe(twice + std::size_t{k0} * size, size, to.to_k);
                copy_stripe(pairs + std::size_t{k0} * (size / 2), size / 2, to.from_k);
            }
            __pipeline_commit();
        };
        for (int y = 0; y < kResults; ++y)
            for (int x = 0; x < kPairsOfThread; ++x) {
                least[y][x] = second[y][x] = ~0u;
                group[y][x] = 0;
            }

        copy(0);
        for (unsigned k0 = 0; k0 < n; k0 += kDepth) {
            __pipeline_wait_prior(0);
            __syncthreads();  // all threads have copied these stripes, and have read the previous ones
            copy(k0 + kDepth);

            Pair here[kResults][kPairsOfThread];
            for (int y = 0; y < kResults; ++y)
                for (int x = 0; x < kPairsOfThread; ++x)
                    here[y][x] = ~0u;
            const CoarseStripes& stripes = shared[k0 / kDepth % kPairs];
#pragma unroll 8
            for (int k = 0; k < kDepth; ++k) {
                Pair to[kResults], from[kPairsOfThread];
                read(stripes.to_k[k], threadIdx.y, to);
                read(stripes.from_k[k], threadIdx.x, from);
                for (int y = 0; y < kResults; ++y)
                    for (int x = 0; x < kPairsOfThread; ++x)
                        here[y][x] = __viaddmin_u16x2(to[y], from[x], here[y][x]);
            }
            for (int y = 0; y < kResults; ++y)
                for (int x = 0; x < kPairsOfThread; ++x)
                    take(k0 / kDepth, here[y][x], y, x);
        }
    }

    // Two results, after group `number`, whose least sums are `here`.
    __device__ void take(unsigned number, Pair here, int y, int x)
    {
        second[y][x] = __vminu2(second[y][x], __vmaxu2(least[y][x], here));
        const Pair lower = __vminu2(least[y][x], here);
        const Pair is_lower = __vminu2(least[y][x] - lower, 0x10001) * 0xffff;  // all bits of a half, or none
        group[y][x] = (number * 0x10001 & is_lower) | (group[y][x] & ~is_lower);
        least[y][x] = lower;
    }

    // The group of result x in row y. The weights of a sum, scaled, are at least the two integers, and if none of
    // these is kLargest their sum is less than the integers' and 2. So if all other groups' sums are that far away,
    // their sums of weights are greater, and rounded to floats they are not less.
    __device__ unsigned group_of(int y, int x) const
    {
        const int shift = x % 2 * 16;
        const auto half = [&](const Pair(&of)[kResults][kPairsOfThread]) {
            return of[y][x / 2] >> shift & 0xffff;
        };
        return half(least) < kLargest && half(second) >= half(least) + 2 ? half(group) : kOpen;
    }
};

// The least of four sums.
__device__ float least_of_four(const float* row, const float* column)
{
    const float4 a = *reinterpret_cast<const float4*>(row), b = *reinterpret_cast<const float4*>(column);
    return fminf(fminf(a.x + b.x, a.y + b.y), fminf(a.z + b.z, a.w + b.w));
}

// The least of kLanesPerResult adjacent lanes' numbers.
__device__ float least_of_lanes(float mine)
{
    for (int step = kLanesPerResult / 2; step > 0; step /= 2)
        mine = fminf(mine, __shfl_xor_sync(~0u, mine, step));
    return mine;
}

// found.least, from its groups. rows, columns: of the tile.
__device__ void add_up(const float* __restrict__ rows, const float* __restrict__ columns, unsigned size,
                       Found& found)
{
    constexpr unsigned kAtOnce = kBlockSize / kLanesPerResult;  // results of the block
    constexpr int kTogether = 8;                                // results of a thread, whose loads overlap
    const unsigned thread = threadIdx.y * kThreads + threadIdx.x;
    const unsigned lane = thread % kLanesPerResult, first = thread / kLanesPerResult;
    for (unsigned r0 = first; r0 < kTile * kTile; r0 += kTogether * kAtOnce) {
        float least[kTogether];
        // No branch and no store, so that all these loads are in flight together: of open results the first group.
#pragma unroll
        for (int i = 0; i < kTogether; ++i) {
            const unsigned r = r0 + i * kAtOnce;
            const std::size_t y = r / kTile, x = r % kTile;
            const unsigned group = found.group[y][x] == kOpen ? 0 : found.group[y][x];
            const unsigned k = group * kDepth + lane * kFour;
            least[i] = least_of_four(&rows[y * size + k], &columns[x * size + k]);
        }
#pragma unroll
        for (int i = 0; i < kTogether; ++i) {
            const unsigned r = r0 + i * kAtOnce;
            least[i] = least_of_lanes(least[i]);
            if (lane == 0)
                found.least[r / kTile][r % kTile] = least[i];
        }
    }
    for (unsigned r = first; r < kTile * kTile; r += kAtOnce) {
        const std::size_t y = r / kTile, x = r % kTile;
        if (!__any_sync(~0u, found.group[y][x] == kOpen))
            continue;
        float least = INFINITY;
        for (unsigned k = lane * kFour; k < size; k += kDepth)
            least = fminf(least, least_of_four(&rows[y * size + k], &columns[x * size + k]));
        least = least_of_lanes(least);
        if (lane == 0)
            found.least[y][x] = least;
    }
}

// As find_shortcuts(), but returns false if too many results are open.
__device__ bool search_first(const float* __restrict__ rows, const float* __restrict__ columns,
                             const Pair* __restrict__ pairs, const Pair* __restrict__ twice, unsigned size,
                             unsigned n, float* r, Shared& shared)
{
    const unsigned top = blockIdx.y * kTile, left = blockIdx.x * kTile;
    Search search;
    search.run(pairs + left / 2, twice + top, size, n, shared.coarse);
    __syncthreads();  // all threads have read the stripes

    bool open = false;
    for (int y = 0; y < kResults; ++y)
        for (int x = 0; x < kResults; ++x) {
            const unsigned i = place(y, threadIdx.y), j = threadIdx.x * kResults + x;
            const unsigned group = top + i < n && left + j < n ? search.group_of(y, x) : 0;
            shared.found.group[i][j] = static_cast<unsigned short>(group);
            open |= group == kOpen;
        }
    if (__syncthreads_count(open) > kMostOpen)
        return false;

    add_up(rows + std::size_t{top} * size, columns + std::size_t{left} * size, size, shared.found);
    __syncthreads();
    for (unsigned k = threadIdx.y * kThreads + threadIdx.x; k < kTile * kTile; k += kBlockSize) {
        const unsigned i = k / kTile, j = k % kTile;
        if (top + i < n && left + j < n)
            r[std::size_t{top + i} * n + left + j] = shared.found.least[i][j];
    }
    return true;
}

__global__ void __launch_bounds__(kBlockSize, kBlocks)
    find_shortcuts(const float* __restrict__ rows, const float* __restrict__ columns,
                   const Pair* __restrict__ pairs, const Pair* __restrict__ twice, unsigned size,
                   const float* least_from, const float* least_to, unsigned n, float* r)
{
    __shared__ Shared shared;
    const unsigned top = blockIdx.y * kTile, left = blockIdx.x * kTile;
    const float to = least_to[blockIdx.y], from = least_from[blockIdx.x];
    // Comparisons with NaN are false.
    if (to >= 0 && from >= 0 && search_first(rows, columns, pairs, twice, size, n, r, shared))
        return;

    float least[kResults][kResults];
    for (int y = 0; y < kResults; ++y)
        for (int x = 0; x < kResults; ++x)
            least[y][x] = INFINITY;
    if (to + from >= 0)
        find_shortcuts_of_block<true>(rows + left, columns + top, size, n, shared.stripes, least);
    else
        find_shortcuts_of_block<false>(rows + left, columns + top, size, n, shared.stripes, least);
    store(least, top, left, n, r);
}

Shortcut::Output shortcut(const Shortcut::Input& in, Run& run)
{
    const std::size_t n = in.n;
    run.require_block(kBlockSize);
    const std::size_t tiles = ceil_div(n, kTile), size = tiles * kTile;
    const Launch prepare = padding_launch(size);
    const Launch look(find_least, static_cast<unsigned>(tiles), {kTile, kLeastRows});
    const auto sampled = std::clamp<std::size_t>(n * n / 8, 1, kMostSampled);
    const Launch guess(sample, static_cast<unsigned>(sampled), kSampleLanes);
    const Launch round(round_down, ceil_div(size * size / 2, 256), 256);
    const Launch launch(find_shortcuts, grid_of_tiles(n, n, kTile, kTile), {kThreads, kThreads});

    const auto d_d = run.upload(in.d), d_r = run.array<float>(n * n);
    const auto d_rows = run.array<float>(size * size), d_columns = run.array<float>(size * size);
    const auto d_pairs = run.array<Pair>(size * size / 2), d_twice = run.array<Pair>(size * size);
    const auto d_least_from = run.array<float>(tiles), d_least_to = run.array<float>(tiles);
    const auto d_largest = run.array<int>(1);
    run.kernel({prepare, look, look, guess, round, launch}, [&] {
        d_largest.zero();
        pad_and_transpose<<<prepare.grid, prepare.block>>>(d_d.data(), n, d_rows.data(), d_columns.data(),
                                                           size);
        find_least<<<look.grid, look.block>>>(d_rows.data(), size, n, d_least_from.data());
        find_least<<<look.grid, look.block>>>(d_columns.data(), size, n, d_least_to.data());
        sample<<<guess.grid, guess.block>>>(d_rows.data(), d_columns.data(), size, n, d_largest.data());
        round_down<<<round.grid, round.block>>>(d_rows.data(), d_columns.data(), size * size,
                                                d_largest.data(), d_pairs.data(), d_twice.data());
        find_shortcuts<<<launch.grid, launch.block>>>(d_rows.data(), d_columns.data(), d_pairs.data(),
                                                      d_twice.data(), size, d_least_from.data(),
                                                      d_least_to.data(), n, d_r.data());
    });
    return run.download(d_r);
}

}  // namespace

LADDER_VERSION(Shortcut, 7, "sixteen bits first", shortcut);

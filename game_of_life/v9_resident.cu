// gol_v9: resident          ./gol_v9
//
// Slow in v8: a small board has little work for a launch, and each 8 generations are one: at 1024 x 1024 a
// launch and the trip through memory take longer than the arithmetic.
// Idea: one launch. Each block keeps its rows in registers. Its warps exchange their outer rows in shared memory
// after each generation, blocks after 12: words of 32 cells with a number, which the reader waits for.
// Limit: halos, and the latency of a word from one multiprocessor to another: 0.2 us a generation on an H200.
// A board must fit the registers.
#include "common/device/cuda_check.h"
#include "common/device/device.h"
#include "game_of_life.h"
#include "torus_parts.cuh"
#include "word_rows.cuh"

#include <algorithm>
#include <string>
#include <type_traits>

namespace {

using Letter = unsigned long long;  // a word, and above it the number of the exchange

constexpr int kHalo = 12;  // rows above and below a block's own; generations from one exchange to the next
// A block is ahead of the blocks that read its words by at most two exchanges, so four buffers are enough.
constexpr unsigned kBuffers = 4;

static_assert(kHalo % 2 == 0 && kHalo <= kCells,
              "two generations have one page each; a strip's halo is one word");

// As in v8. Its two words are stored and loaded as one.
struct alignas(8) Added {
    Word sum, carry;
};
__device__ Added add(Word a, Word b, Word c)
{
    return {a ^ b ^ c, (a & b) | (c & (a | b))};
}

__device__ Word next_state(Word here, Added above, Added row, Added below)
{
    const Added ones = add(above.sum, row.sum, below.sum);
    const Added twos = add(above.carry, row.carry, below.carry);
    const Word none_or_two = ~(ones.carry | twos.sum) | (ones.carry & twos.sum & ~twos.carry);
    const Word three_or_four = (none_or_two ^ ones.sum) & ~(ones.sum & twos.carry);
    return three_or_four & (ones.sum | here);
}

// A row's words each plus their left and right neighbours.
__device__ Added add_along_row(Word here, const Lane& lane)
{
    const Word before = __shfl_sync(kAllLanes, here, lane.left),
               behind = __shfl_sync(kAllLanes, here, lane.right);
    return add(__funnelshift_l(before, here, 1), here, __funnelshift_r(here, behind, 1));
}

// Calls f(0), ..., f(n - 1), the numbers constants: as an unrolled loop, so that an array of registers has
// constant indices.
template <int n, class F>
__device__ void for_each(F f)
{
    if constexpr (n > 0) {
        for_each<n - 1>(f);
        f(std::integral_constant<int, n - 1>{});
    }
}

// Of two generations in turn, the sums of each warp's first and last row: the warps of a block share them.
template <int kMostWarps>
using Edges = Added[2][kMostWarps][2][kLanes];

// A warp's rows. A block has its own rows, and kHalo of its neighbours' above them and below.
template <int kRows>
struct Rows {
    static constexpr int kAtOnce = std::min(kRows, 8);  // rows asked for at the same time
    static_assert(kRows % kAtOnce == 0);

    const Parts& parts;
    const Lane& lane;
    const int index, warp, warps;  // index: of the lane; warps: of the block
    const int first;               // the block's row that is the warp's first
    const unsigned top;            // the board's row that is the block's first own
    const unsigned begin;          // the board's row that is the warp's first
    const int own;                 // the block's own rows
    Word words[kRows];

    __device__ Rows(const Parts& parts, const Lane& lane, unsigned band)
        : parts(parts),
          lane(lane),
          index(threadIdx.x % kLanes),
          warp(threadIdx.x / kLanes),
          warps(blockDim.x / kLanes),
          first(warp * kRows),
          top(band * parts.rows),
          begin((parts.height - kHalo % parts.height + top + first) % parts.height),
          own(static_cast<int>(min(parts.rows, parts.height - top)))
    {
    }
    // The row after y, round the torus.
    __device__ unsigned after(unsigned y) const { return y + 1 == parts.height ? 0 : y + 1; }
    // i: of the warp's rows.
    __device__ bool is_own(int i) const { return first + i >= kHalo && first + i < kHalo + own; }

    __device__ void load(const Word* start, unsigned pitch)
    {
        unsigned y = begin;
#pragma unroll
        for (Word& word : words) {
            const Word* row = start + std::size_t{y} * pitch;
            word = lane.cells(row[lane.first], row[lane.second]);
            if (lane.tail != 0)
                word |= row[0] << lane.tail;
            y = after(y);
        }
    }

    // What the block's outer rows and words become lacks neighbours and is wrong, and the error spreads inward by
    // one cell per generation.
    template <int kMostWarps>
    __device__ void play_once(int page, Edges<kMostWarps>& edges)
    {
        const Added top_row = add_along_row(words[0], lane),
                    bottom_row = add_along_row(words[kRows - 1], lane);
        edges[page][warp][0][index] = top_row;
        edges[page][warp][1][index] = bottom_row;
        // The rows between need no other warp.
        const Added second = add_along_row(words[1], lane);
        Added above = top_row, row = second;
#pragma unroll
        for (int i = 1; i < kRows - 1; ++i) {
            const Added below = i == kRows - 2 ? bottom_row : add_along_row(words[i + 1], lane);
            words[i] = next_state(words[i], above, row, below);
            above = row;
            row = below;
        }
        __syncthreads();
        words[0] = next_state(words[0], edges[page][max(warp - 1, 0)][1][index], top_row, second);
        words[kRows - 1] =
            next_state(words[kRows - 1], above, bottom_row, edges[page][min(warp + 1, warps - 1)][0][index]);
    }

    // The words that another block needs: those near the edges of its own rows and columns.
    __device__ void publish(volatile Letter* letters, unsigned exchange) const
    {
#pragma unroll
        for (int i = 0; i < kRows; ++i) {
            const int row = first + i - kHalo;
            if (lane.mine && is_own(i) && (lane.near || row < kHalo || row >= own - kHalo))
                letters[std::size_t{top + row} * parts.words + lane.first] =
                    Letter{exchange} << 32 | words[i];
        }
    }

    // Waits for the words of other blocks. All loads before the first use, so that they are in flight together;
    // a lane that needs none of a row asks for lane 0's word, so that no branch parts the lanes.
    __device__ void collect(const volatile Letter* letters, unsigned exchange)
    {
        const auto is_asked_for = [&](int i) {
            return first + i < 2 * kHalo + own && !(parts.closed && is_own(i));
        };
        unsigned y = begin;
        for_each<kRows / kAtOnce>([&](auto round) {
            constexpr int at = decltype(round)::value * kAtOnce;
            Letter a[kAtOnce], b[kAtOnce], wrong;
            const unsigned first_y = y;
            do {
                y = first_y;
                for_each<kAtOnce>([&](auto number) {
                    constexpr int i = decltype(number)::value;
                    const volatile Letter* row = letters + std::size_t{y} * parts.words;
                    if (is_asked_for(at + i)) {
                        a[i] = row[is_own(at + i) ? lane.outer : lane.first];
                        if (lane.seam)
                            b[i] = row[is_own(at + i) ? lane.outer_second : lane.second];
                    }
                    y = after(y);
                });
                wrong = 0;
                for_each<kAtOnce>([&](auto number) {
                    constexpr int i = decltype(number)::value;
                    if (is_asked_for(at + i))
                        wrong |= (a[i] >> 32 ^ exchange) | (lane.seam ? b[i] >> 32 ^ exchange : 0);
                });
            } while (__any_sync(kAllLanes, wrong != 0));
            for_each<kAtOnce>([&](auto number) {
                constexpr int i = decltype(number)::value;
                if (is_asked_for(at + i) && (lane.halo || !is_own(at + i)))
                    words[at + i] =
                        lane.cells(static_cast<Word>(a[i]), static_cast<Word>(lane.seam ? b[i] : a[i]));
            });
        });
    }

    __device__ void store(Word* last, unsigned pitch) const
    {
#pragma unroll
        for (int i = 0; i < kRows; ++i)
            if (lane.mine && is_own(i))
                last[std::size_t{top + first + i - kHalo} * pitch + lane.first] = words[i];
    }
};

// kRows: of a warp. start, last: (height, pitch); letters: kBuffers of (height, words), all 0.
template <int kRows, int kMostWarps>
__global__ void __launch_bounds__(kMostWarps* kLanes, 1)
    play(const Word* start, Word* last, unsigned pitch, unsigned generations, volatile Letter* letters,
         Parts parts)
{
    __shared__ Edges<kMostWarps> edges;
    const Lane lane(parts, blockIdx.x % parts.strips, threadIdx.x % kLanes);
    Rows<kRows> rows(parts, lane, blockIdx.x / parts.strips);
    rows.load(start, pitch);
    for (unsigned exchange = 1;; ++exchange) {
        const unsigned now = min(generations, unsigned{kHalo});
#pragma unroll(kRows <= 4 ? kHalo : 2)
        for (unsigned g = 0; g < kHalo && g < now; ++g)
            rows.template play_once<kMostWarps>(g % 2, edges);
        generations -= now;
        if (generations == 0)
            break;
        volatile Letter* buffer = letters + std::size_t{exchange % kBuffers} * parts.height * parts.words;
        rows.publish(buffer, exchange);
        rows.collect(buffer, exchange);
    }
    rows.store(last, pitch);
}

using Kernel = void (*)(const Word*, Word*, unsigned, unsigned, volatile Letter*, Parts);
struct Variant {
    Kernel kernel;
    unsigned rows, most_warps;  // rows: of a warp
};
template <int kRows, int kMostWarps>
constexpr Variant kVariant{play<kRows, kMostWarps>, kRows, kMostWarps};
// With few warps a thread has more registers, so that more rows are in flight.
constexpr Variant kVariants[] = {kVariant<4, 16>,  kVariant<4, 32>,  kVariant<8, 24>,
                                 kVariant<16, 16>, kVariant<24, 16>, kVariant<32, 16>};

// Sets parts.bands, rows and warps. The fewest blocks per multiprocessor, then the fewest rows per warp, with which
// all blocks are resident.
Kernel kernel_for(Parts& parts)
{
    const auto multiprocessors = static_cast<unsigned>(current_device().multiprocessors);
    for (unsigned blocks = multiprocessors; blocks <= 8 * multiprocessors; blocks += multiprocessors)
        for (const Variant& variant : kVariants) {
            if (blocks < parts.strips)
                break;
            const unsigned least = ceil_div(parts.height, blocks / parts.strips);
            parts.warps = ceil_div(least + 2 * kHalo, variant.rows);
            if (parts.warps > variant.most_warps)
                continue;
            parts.rows = parts.warps * variant.rows - 2 * kHalo;
            parts.bands = ceil_div(parts.height, parts.rows);
            const unsigned all = parts.strips * parts.bands;
            if (all <= resident_blocks(variant.kernel, parts.warps * kLanes, all))
                return variant.kernel;
        }
    throw UsageError(std::to_string(parts.width) + " x " + std::to_string(parts.height) +
                     " cells: more than the registers of this device hold");
}

Board life(const GameOfLife::Input& in, Run& run)
{
    if (in.generations > ~0u)
        throw UsageError("--generations " + std::to_string(in.generations) +
                         ": this version counts up to 4294967295");
    // On a torus copies of a board side by side evolve alike: a narrow board is repeated until it fills two
    // words.
    const std::size_t times = ceil_div(std::size_t{2 * kCells}, in.start.width);
    Parts parts(times * in.start.width, in.start.height);
    const Kernel kernel = kernel_for(parts);
    const Launch launch(kernel, parts.strips * parts.bands, parts.warps * kLanes);
    run.require_block(launch.threads_per_block());

    const std::size_t pairs = ceil_div(parts.width, 2 * kCells);  // of words
    std::vector<std::uint64_t> packed;
    run.upload([&] { packed = pack(in.start, pairs, times); });
    const auto d_start = run.upload(packed), d_last = run.array<std::uint64_t>(packed.size());
    const auto d_letters = run.array<Letter>(std::size_t{kBuffers} * parts.height * parts.words);
    const auto* start = reinterpret_cast<const Word*>(d_start.data());
    auto* last = reinterpret_cast<Word*>(d_last.data());
    auto pitch = static_cast<unsigned>(2 * pairs), generations = static_cast<unsigned>(in.generations);
    Letter* letters = d_letters.data();
    run.kernel(launch, [&] {
        d_letters.zero();
        void* arguments[] = {&start, &last, &pitch, &generations, &letters, &parts};
        // Cooperative: all blocks are resident, or the launch fails.
        CUDA_CHECK(cudaLaunchCooperativeKernel((const void*)kernel, launch.grid, launch.block, arguments,
                                               launch.shared));
    });
    const auto words = download_rows(run, d_last, parts.width, parts.height);
    Board result;
    run.download([&] { result = unpack(words, pairs, in.start.width, in.start.height); });
    return result;
}

}  // namespace

LADDER_VERSION(GameOfLife, 9, "resident", life);

// gol_v9: resident          ./gol_v9
//
// Slow in v8: a small board has little work for a launch, and each 8 generations are one: at 1024 x 1024 a
// launch and the trip through memory take longer than the arithmetic.
// Idea: one launch. Each warp keeps its rows in registers, and gets its neighbours' rows every few
// generations: words of 32 cells with a number, of which the reader asks until it finds the right one.
// Limit: the latency of a word from one multiprocessor to another: 0.41 us a generation on an H200. A board
// must fit the registers.
#include "common/device/cuda_check.h"
#include "common/device/device.h"
#include "game_of_life.h"

#include <algorithm>
#include <string>
#include <type_traits>

namespace {

using Word = unsigned;
using Letter = unsigned long long;  // a word, and above it the number of the exchange

constexpr int kBlockSize = 128;
constexpr int kCells = 32;  // of a word
constexpr int kLanes = 32;
// A warp is ahead of the warps that read its words by at most two exchanges, so four buffers are enough.
constexpr unsigned kBuffers = 4;

// As in v8.
struct Added {
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

// The board in warps: strips of words (one if a row is so short that it closes round a warp, else 30 at most
// with one more on either side), times bands of rows.
struct Parts {
    unsigned width, height, words;  // words: of a row
    unsigned strips, columns, bands;
    bool closed;
};

// A lane's word of each row.
struct Lane {
    unsigned left, right;           // the lanes with the adjacent words
    unsigned first, second, shift;  // its cells: those of word `first` from bit `shift` on, then `second`
    unsigned tail;                  // from this bit on the row's first word follows; 0: it does not
    bool mine, halo;
    bool seam;  // whether a lane of the warp has a shift

    __device__ Lane(const Parts& parts, unsigned strip, unsigned lane)
    {
        const unsigned begin = strip * parts.columns, n = min(parts.columns, parts.words - begin);
        const unsigned place = parts.closed ? lane : lane - 1;  // its word is the strip's, but for the halo's
        mine = place < n;
        halo = !parts.closed && lane <= n + 1 && !mine;
        left = parts.closed ? (lane + n - 1) % n : lane - 1;
        right = parts.closed ? (lane + 1) % n : lane + 1;
        first = second = (begin + (mine || halo ? place : 0) + parts.words) % parts.words;
        shift = 0;
        const unsigned used = parts.width % kCells;
        // A row's last word may not be full.
        tail = first == parts.words - 1 ? used : 0;
        if (halo && used != 0 && strip == 0 && lane == 0) {
            first = parts.words - 2;
            second = parts.words - 1;
            shift = used;
            tail = 0;
        } else if (halo && used != 0 && begin + n == parts.words && lane == n + 1) {
            first = 0;
            second = 1;
            shift = kCells - used;
        }
        seam = __any_sync(kAllLanes, shift != 0);
    }
};

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

// A warp's rows, and kHalo of its neighbours' above them and below.
template <int kRows, int kHalo>
struct Band {
    static constexpr int kAll = kRows + 2 * kHalo;
    static constexpr bool kFew = kRows <= 8;  // else the code of a generation is not written out for each one
    static constexpr int kAtOnce = kAll <= 16       ? kAll
                                   : kAll % 12 == 0 ? 12
                                                    : 8;  // rows asked for at the same time
    static_assert(kAll % kAtOnce == 0);

    const Parts& parts;
    const Lane& lane;
    const unsigned top, above;  // its first row; the first row above it that it has
    const int own;              // its rows: at the board's end perhaps fewer than kRows
    Word rows[kAll];

    __device__ Band(const Parts& parts, const Lane& lane, unsigned top)
        : parts(parts),
          lane(lane),
          top(top),
          above((parts.height - kHalo % parts.height + top) % parts.height),
          own(static_cast<int>(min(unsigned{kRows}, parts.height - top)))
    {
    }
    // The row after y, round the torus.
    __device__ unsigned after(unsigned y) const { return y + 1 == parts.height ? 0 : y + 1; }

    __device__ void load(const Word* start, unsigned pitch)
    {
        unsigned y = above;
#pragma unroll
        for (Word& word : rows) {
            const Word* row = start + std::size_t{y} * pitch;
            word = __funnelshift_r(row[lane.first], row[lane.second], lane.shift);
            if (lane.tail != 0)
                word |= row[0] << lane.tail;
            y = after(y);
        }
    }

    // The next generation of all rows but edge + 1 at either end.
    __device__ void play_once(int edge)
    {
        Added before = add_along_row(rows[edge], lane), row = add_along_row(rows[edge + 1], lane);
#pragma unroll
        for (int i = edge + 1; i < kAll - edge - 1; ++i) {
            const Added behind = add_along_row(rows[i + 1], lane);
            rows[i] = next_state(rows[i], before, row, behind);
            before = row;
            row = behind;
        }
    }
    // What the outer rows and words become lacks neighbours and is wrong, and the error spreads inward by one
    // cell per generation.
    __device__ void play(int generations)
    {
#pragma unroll(kFew ? kHalo : 1)
        for (int g = 0; g < kHalo; ++g)
            if (g < generations)
                play_once(kFew ? g : 0);
    }

    __device__ void publish(volatile Letter* letters, unsigned exchange) const
    {
#pragma unroll
        for (int i = 0; i < kRows; ++i)
            if (lane.mine && i < own)
                letters[std::size_t{top + i} * parts.words + lane.first] =
                    Letter{exchange} << 32 | rows[kHalo + i];
    }

    // Waits for the neighbours' words. All loads before the first use, so that they are in flight together.
    __device__ void collect(const volatile Letter* letters, unsigned exchange)
    {
        unsigned y = above;
        for_each<kAll / kAtOnce>([&](auto round) {
            constexpr int begin = decltype(round)::value * kAtOnce;
            Letter a[kAtOnce], b[kAtOnce];
            const unsigned first_y = y;
            bool all_there;
            do {
                y = first_y;
                for_each<kAtOnce>([&](auto number) {
                    constexpr int i = decltype(number)::value;
                    const volatile Letter* row = letters + std::size_t{y} * parts.words;
                    a[i] = row[lane.first];
                    if (lane.seam)
                        b[i] = row[lane.second];
                    y = after(y);
                });
                all_there = true;
                for_each<kAtOnce>([&](auto number) {
                    constexpr int i = decltype(number)::value;
                    if (is_asked_for(begin + i))
                        all_there =
                            all_there && a[i] >> 32 == exchange && (!lane.seam || b[i] >> 32 == exchange);
                });
            } while (!__all_sync(kAllLanes, all_there));
            for_each<kAtOnce>([&](auto number) {
                constexpr int i = decltype(number)::value;
                if (is_asked_for(begin + i) && (lane.halo || !is_own(begin + i)))
                    rows[begin + i] = __funnelshift_r(static_cast<Word>(a[i]),
                                                      static_cast<Word>(lane.seam ? b[i] : a[i]), lane.shift);
            });
        });
    }
    __device__ bool is_own(int i) const
    {
        return i >= kHalo && i < kHalo + own;
    }
    // The same in all lanes.
    __device__ bool is_asked_for(int i) const
    {
        return i < 2 * kHalo + own && (!parts.closed || !is_own(i));
    }
};

// kRows: of a warp; kHalo: generations from one exchange to the next. start, last: (height, pitch); letters:
// kBuffers of (height, words), all 0.
template <int kRows, int kHalo>
__global__ void __launch_bounds__(kBlockSize, kRows < 32 ? 1 : 2)
    play(const Word* start, Word* last, unsigned pitch, unsigned generations, volatile Letter* letters,
         Parts parts)
{
    const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / kLanes;
    if (warp >= parts.strips * parts.bands)
        return;
    const Lane lane(parts, warp % parts.strips, threadIdx.x % kLanes);
    Band<kRows, kHalo> band(parts, lane, warp / parts.strips * kRows);
    band.load(start, pitch);
    for (unsigned exchange = 1;; ++exchange) {
        const unsigned now = min(generations, unsigned{kHalo});
        band.play(static_cast<int>(now));
        generations -= now;
        if (generations == 0)
            break;
        volatile Letter* buffer = letters + std::size_t{exchange % kBuffers} * parts.height * parts.words;
        band.publish(buffer, exchange);
        band.collect(buffer, exchange);
    }
#pragma unroll
    for (int i = 0; i < kRows; ++i)
        if (lane.mine && i < band.own)
            last[std::size_t{band.top + i} * pitch + lane.first] = band.rows[kHalo + i];
}

using Kernel = void (*)(const Word*, Word*, unsigned, unsigned, volatile Letter*, Parts);
struct Variant {
    Kernel kernel;
    unsigned rows;
};
// By their rows; the registers of a thread hold no more.
constexpr Variant kVariants[] = {
    {play<2, 4>, 2}, {play<4, 6>, 4}, {play<8, 8>, 8}, {play<16, 8>, 16}, {play<32, 8>, 32}};

// Sets parts.bands. The fewest rows such that each scheduler has one warp; if not even the most rows allow it, the
// fewest such that all warps are resident.
Variant variant_for(Parts& parts, int block)
{
    for (const bool one_each : {true, false})
        for (const Variant& variant : kVariants) {
            parts.bands = static_cast<unsigned>(ceil_div(parts.height, variant.rows));
            const std::size_t blocks = ceil_div(std::size_t{parts.strips} * parts.bands * kLanes, block);
            const std::size_t most = one_each
                                         ? current_device().multiprocessors * std::size_t{kBlockSize} / block
                                         : resident_blocks(variant.kernel, block, blocks);
            if (blocks <= most)
                return variant;
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
    Parts parts{};
    parts.width = static_cast<unsigned>(times * in.start.width);
    parts.height = static_cast<unsigned>(in.start.height);
    parts.words = ceil_div(parts.width, kCells);
    parts.closed = parts.width % kCells == 0 && parts.words <= kLanes;
    parts.columns = parts.closed ? kLanes : kLanes - 2;
    parts.strips = ceil_div(parts.words, parts.columns);
    const int block = run.block_size(kBlockSize, BlockRule::warps, kBlockSize);
    const Variant variant = variant_for(parts, block);
    const Launch launch(variant.kernel, ceil_div(std::size_t{parts.strips} * parts.bands * kLanes, block),
                        block);

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
        CUDA_CHECK(cudaLaunchCooperativeKernel((const void*)variant.kernel, launch.grid, launch.block,
                                               arguments, launch.shared));
    });
    const std::vector<std::uint64_t> words = run.download(d_last);
    Board result;
    run.download([&] { result = unpack(words, pairs, in.start.width, in.start.height); });
    return result;
}

}  // namespace

LADDER_VERSION(GameOfLife, 9, "resident", life);

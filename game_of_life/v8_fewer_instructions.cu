// gol_v8: fewer instructions          ./gol_v8 -n 64Ki --start random --generations 64 --no-cpu
//
// Slow in v7: 32 cells take 12.9 logical and shift instructions, and each warp plays its halos as well.
// Idea: 11 instructions: a lane holds three words of 32 cells side by side, a funnel shift takes a bit from
// the adjacent word, and each function of three bits is one instruction. Smaller halos: two words of 96, the
// lanes that a narrow last strip leaves idle play other rows, and no later generation is played too early.
// Limit: these instructions, whose pipe is busy 80 % of the time: 28.8 T cells/s at 16384 x 16384.
#include "common/device/device.h"
#include "game_of_life.h"
#include "word_rows.cuh"

#include <algorithm>

namespace {

using Word = unsigned;

constexpr int kBlockSize = 128;
constexpr int kCells = 32;  // of a word
constexpr int kLanes = 32;
constexpr int kWords = 3;                      // per lane
constexpr int kColumns = kWords * kLanes - 2;  // of words per warp: the outer two words are the halo
constexpr int kGenerations = 8;                // per launch; at most kCells
constexpr int kBlocksPerMultiprocessor = 2;    // so many find registers

static_assert(kGenerations <= kCells, "the halo is one word wide");

// Three bits of equal weight added up at 32 places: a full adder. carry weighs twice as much as sum.
struct Added {
    Word sum, carry;
};
__device__ Added add(Word a, Word b, Word c)
{
    return {a ^ b ^ c, (a & b) | (c & (a | b))};
}

// As in v6.
__device__ Word next_state(Word here, Added above, Added row, Added below)
{
    const Added ones = add(above.sum, row.sum, below.sum);
    const Added twos = add(above.carry, row.carry, below.carry);
    // The nine are ones.sum + 2 pairs, with 0 to 4 pairs = ones.carry + twos.sum + 2 twos.carry.
    const Word none_or_two = ~(ones.carry | twos.sum) | (ones.carry & twos.sum & ~twos.carry);  // of pairs
    const Word three_or_four =
        (none_or_two ^ ones.sum) & ~(ones.sum & twos.carry);  // of cells, or none of them
    return three_or_four & (ones.sum | here);
}

// One generation of a strip: push() takes the lane's words of the next row and gives those of the row above it,
// one generation older.
struct Stage {
    Word here[kWords] = {};
    Added above[kWords] = {}, row[kWords] = {};

    __device__ void push(Word (&words)[kWords])
    {
        const Word before = __shfl_up_sync(kAllLanes, words[kWords - 1], 1);
        const Word behind = __shfl_down_sync(kAllLanes, words[0], 1);
        Word result[kWords];
#pragma unroll
        for (int k = 0; k < kWords; ++k) {
            const Word below = words[k];
            const Added sums = add(__funnelshift_l(k == 0 ? before : words[k - 1], below, 1), below,
                                   __funnelshift_r(below, k == kWords - 1 ? behind : words[k + 1], 1));
            result[k] = next_state(here[k], above[k], row[k], sums);
            above[k] = row[k];
            row[k] = sums;
            here[k] = below;
        }
#pragma unroll
        for (int k = 0; k < kWords; ++k)
            words[k] = result[k];
    }
};

// 32 cells of a row from cell x on, 0 <= x < width, round the torus. width: at least 32.
__device__ Word load_cells(const Word* row, unsigned x, unsigned width)
{
    const unsigned word = x / kCells, shift = x % kCells,
                   left = width - x;  // left: cells up to the row's end
    Word cells = row[word] >> shift;
    if (shift != 0 && left > kCells - shift)
        cells |= row[word + 1] << (kCells - shift);
    if (left < kCells)
        cells |= row[0] << left;
    return cells;
}

// The board in parts: strips of kColumns words, and one of `lanes` lanes, halo included, for the columns that
// are left (0: none). Each has `bands` of `rows` rows.
struct Parts {
    unsigned strips, lanes, bands, rows;

    __host__ __device__ unsigned groups() const { return lanes == 0 ? 1 : kLanes / lanes; }
    unsigned warps() const { return strips * bands + (lanes == 0 ? 0 : ceil_div(bands, groups())); }
};

// What a lane plays.
struct Place {
    unsigned column, top;  // column: one more than its first word's
    bool first, last;      // of its strip
    bool idle;

    // One warp per full strip and band; then warps that play several bands of the narrow strip at once.
    __device__ Place(const Parts& parts, unsigned warp, unsigned lane)
    {
        const unsigned narrow = parts.strips * parts.bands;
        unsigned strip = parts.strips, band = 0, lanes = kLanes;
        idle = false;
        if (warp < narrow) {
            strip = warp % parts.strips;
            band = warp / parts.strips;
        } else {
            lanes = parts.lanes;
            const unsigned group = lane / lanes;
            band = (warp - narrow) * parts.groups() + group;
            idle = group >= parts.groups() || band >= parts.bands;
            if (idle)
                band = 0;
        }
        const unsigned within = lane % lanes;
        column = strip * kColumns + within * kWords;
        top = band * parts.rows;
        first = within == 0;
        last = within == lanes - 1;
    }
};

// Reads the lane's words of one row after the other, round the torus.
template <bool kWholeWords>
struct Reader {
    const Word *board, *row;
    unsigned width, height, pitch, y;
    unsigned x[kWords];  // the words' first cells, or, if there are only whole words, their places in the row

    // column: one more than the first word's; y: of the first row.
    __device__ Reader(const Word* board, unsigned width, unsigned height, unsigned pitch, unsigned column,
                      unsigned y)
        : board(board), row(board + std::size_t{y} * pitch), width(width), height(height), pitch(pitch), y(y)
    {
#pragma unroll
        for (unsigned k = 0; k < kWords; ++k) {  // a strip may reach round the torus, more than once
            x[k] = column + k == 0 ? width - kCells : std::size_t{column + k - 1} * kCells % width;
            if (kWholeWords)
                x[k] /= kCells;
        }
    }
    __device__ void next(Word (&cells)[kWords])
    {
#pragma unroll
        for (int k = 0; k < kWords; ++k)
            cells[k] = kWholeWords ? row[x[k]] : load_cells(row, x[k], width);
        row = ++y == height ? board : row + pitch;
        y = y == height ? 0 : y;
    }
};

// next = old, kStages generations later; old, next: (height, pitch); the unused bits of a row are 0. What a
// strip's outer words become lacks neighbours and is wrong, and the error spreads inward by one cell per
// generation. So strips overlap by a word on each side and by kStages rows above and below.
template <int kStages, bool kWholeWords>
__global__ void __launch_bounds__(kBlockSize, kBlocksPerMultiprocessor)
    play(const Word* __restrict__ old, Word* __restrict__ next, unsigned width, unsigned height,
         unsigned pitch, Parts parts)
{
    const unsigned words = (width + kCells - 1) / kCells;
    const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / kLanes, lane = threadIdx.x % kLanes;
    if (warp >= parts.strips * parts.bands && parts.lanes == 0)
        return;
    const Place place(parts, warp, lane);
    bool mine[kWords];
#pragma unroll
    for (unsigned k = 0; k < kWords; ++k)
        mine[k] = !place.idle && !(place.first && k == 0) && !(place.last && k == kWords - 1) &&
                  place.column + k <= words;
    const Word used =
        width % kCells ? (Word{1} << width % kCells) - 1 : ~Word{0};  // bits of a row's last word

    Reader<kWholeWords> reader(old, width, height, pitch, place.column,
                               (height - kStages % height + place.top) % height);
    Word ahead[kWords], after_it[kWords], cells[kWords];
    reader.next(ahead);
    reader.next(after_it);
    const auto next_row = [&] {
#pragma unroll
        for (int k = 0; k < kWords; ++k) {
            cells[k] = ahead[k];
            ahead[k] = after_it[k];
        }
        reader.next(after_it);  // two rows are in flight while one is played
    };

    Stage stages[kStages];
    // Only the first half of the stages has anything to do with the first rows.
    constexpr int kEarly = kStages / 2 * 2;
    for (int r = 0; r < kEarly; ++r) {
        next_row();
#pragma unroll
        for (int s = 0; s < kStages / 2; ++s)
            stages[s].push(cells);
    }
    const int rows = static_cast<int>(parts.rows),
              last = static_cast<int>(min(parts.rows, height - place.top));
    Word* out = next + std::size_t{place.top} * pitch;
#pragma unroll 2
    for (int r = kEarly - 2 * kStages; r < rows; ++r) {
        next_row();
#pragma unroll
        for (Stage& stage : stages)
            stage.push(cells);
        if (r < 0 || r >= last)  // cells are now of row r, kStages generations later
            continue;
#pragma unroll
        for (int k = 0; k < kWords; ++k)
            if (mine[k])
                out[place.column + k - 1] =
                    !kWholeWords && place.column + k == words ? cells[k] & used : cells[k];
        out += pitch;
    }
}

// As many bands as warps can be resident at once. If a band's halo had more rows than are its own, half as many.
Parts parts_of(std::size_t words, std::size_t height)
{
    Parts parts{};
    parts.strips = static_cast<unsigned>(words / kColumns);
    if (words % kColumns != 0)
        parts.lanes = static_cast<unsigned>(ceil_div(words % kColumns + 2, kWords));
    const std::size_t groups = parts.groups();
    for (std::size_t blocks = kBlocksPerMultiprocessor; blocks > 0; --blocks) {
        const std::size_t warps = blocks * kBlockSize / kLanes * current_device().multiprocessors;
        const std::size_t bands = (warps - 1) * groups / (parts.strips * groups + (parts.lanes != 0));
        parts.rows = static_cast<unsigned>(ceil_div(height, std::max<std::size_t>(bands, 1)));
        if (parts.rows > 2 * kGenerations)
            break;
    }
    parts.bands = static_cast<unsigned>(ceil_div(height, parts.rows));
    return parts;
}

Board life(const GameOfLife::Input& in, Run& run)
{
    // On a torus copies of a board side by side evolve alike: a narrow board is repeated until it fills a
    // word.
    const std::size_t times = ceil_div(std::size_t{kCells}, in.start.width);
    const auto width = static_cast<unsigned>(times * in.start.width),
               height = static_cast<unsigned>(in.start.height);
    const std::size_t pairs = ceil_div(width, 2 * kCells);  // of words
    const auto pitch = static_cast<unsigned>(2 * pairs);
    const int block = run.block_size(kBlockSize, BlockRule::warps, kBlockSize);
    const Parts parts = parts_of(ceil_div(width, kCells), height);
    const auto several = width % kCells == 0 ? play<kGenerations, true> : play<kGenerations, false>;
    const auto single = width % kCells == 0 ? play<1, true> : play<1, false>;
    const Launch launch(several, ceil_div(std::size_t{parts.warps()} * kLanes, block), block);

    std::vector<std::uint64_t> packed;
    run.upload([&] { packed = pack(in.start, pairs, times); });
    const auto d_start = run.upload(packed);
    const auto d_odd = run.array<std::uint64_t>(packed.size()),
               d_even = run.array<std::uint64_t>(packed.size());
    const auto words_of = [](const auto& array) { return reinterpret_cast<Word*>(array.data()); };
    const std::size_t full = in.generations / kGenerations, launches = full + in.generations % kGenerations;
    run.kernel({launch, Launch(single, launch.grid, launch.block)}, [&] {
        const Word* old = words_of(d_start);
        for (std::size_t i = 1; i <= launches; ++i) {
            Word* next = words_of(i % 2 ? d_odd : d_even);
            const auto play = i <= full ? several : single;
            play<<<launch.grid, launch.block>>>(old, next, width, height, pitch, parts);
            old = next;
        }
    });
    const auto last = download_rows(run, launches % 2 ? d_odd : d_even, width, height);
    Board result;
    run.download([&] { result = unpack(last, pairs, in.start.width, height); });
    return result;
}

}  // namespace

LADDER_VERSION(GameOfLife, 8, "fewer instructions", life);

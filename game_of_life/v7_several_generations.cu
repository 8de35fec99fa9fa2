// gol_v7: several generations          ./gol_v7 -n 16Ki --start random --generations 64 --no-cpu
//
// Slow in v6: each generation reads and writes the whole board, and is a launch of its own.
// Idea: a warp walks down a strip of 32 words and plays 8 generations in registers: each row that comes in
// lets the row above it be played, then the row above that once more, and so on. (A. Nguyen et al., "3.5-D
// Blocking Optimization for Stencil Computations on Modern CPUs and GPUs", 2010.)
// Still slow: the arithmetic is more than it need be, in the rule as in the halos.
#include "common/device/device.h"
#include "game_of_life.h"

#include <algorithm>

namespace {

using Word = std::uint64_t;

constexpr int kBlockSize = 128;
constexpr int kCells = 64;  // of a word
constexpr int kLanes = 32;
constexpr int kColumns = kLanes - 2;  // of words per warp: the outer two lanes hold the halo
constexpr int kGenerations = 8;       // per launch; at most kCells

static_assert(kGenerations <= kCells, "the halo is one word wide");

// Three bits of equal weight added up at 64 places: a full adder. carry weighs twice as much as sum.
struct Added {
    Word sum, carry;
};
__device__ Added add(Word a, Word b, Word c)
{
    return {a ^ b ^ c, (a & b) | (c & (a | b))};
}

// Each cell of a word plus its left and its right neighbour. The adjacent words are in the adjacent lanes.
__device__ Added add_along_row(Word here)
{
    const unsigned before = __shfl_up_sync(kAllLanes, static_cast<unsigned>(here >> 32), 1);
    const unsigned behind = __shfl_down_sync(kAllLanes, static_cast<unsigned>(here), 1);
    return add(here << 1 | before >> 31, here, here >> 1 | Word{behind} << (kCells - 1));
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

// One generation of a strip: push() takes the next row and returns the row above it, one generation older.
struct Stage {
    Word here = 0;
    Added above{0, 0}, row{0, 0};

    __device__ Word push(Word below)
    {
        const Added sums = add_along_row(below);
        const Word result = next_state(here, above, row, sums);
        above = row;
        row = sums;
        here = below;
        return result;
    }
};

// 64 cells of a row from cell x on, 0 <= x < width, round the torus. width: at least 64.
template <bool kWholeWords>  // x and width are multiples of 64
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

// next = old, kStages generations later; old, next: (height, words); the unused bits of a row's last word are
// 0. rows: rows per warp. What a strip's outer lanes compute lacks neighbours and is wrong, and the error
// spreads inward by one cell per generation. So strips overlap by a word on each side and by kStages rows
// above and below.
template <int kStages, bool kWholeWords>
__global__ void __launch_bounds__(kBlockSize) play(const Word* __restrict__ old, Word* __restrict__ next,
                                                   unsigned width, unsigned height, unsigned rows)
{
    const unsigned words = (width + kCells - 1) / kCells, strips = (words + kColumns - 1) / kColumns;
    const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / kLanes, lane = threadIdx.x % kLanes;
    const unsigned top = warp / strips * rows;
    if (top >= height)
        return;
    // Lane 0 holds the word before the strip's first. A strip may reach round the torus, more than once.
    const unsigned place = warp % strips * kColumns + lane;  // one more than the column
    const unsigned column = place - 1;
    const bool mine = lane > 0 && lane < kLanes - 1 && column < words;
    const unsigned x = place == 0 ? width - kCells : std::size_t{column} * kCells % width;
    const Word used = column == words - 1 && width % kCells != 0 ? (Word{1} << width % kCells) - 1 : ~Word{0};

    unsigned y = (height - kStages % height + top) % height;  // kStages rows above
    const auto load_row = [&] {
        const Word cells = load_cells<kWholeWords>(old + std::size_t{y} * words, x, width);
        y = y + 1 == height ? 0 : y + 1;
        return cells;
    };

    Stage stages[kStages];
    Word ahead = load_row(), after_it = load_row();
    const int last = static_cast<int>(min(rows, height - top));
#pragma unroll 2
    for (int r = -2 * kStages; r < last; ++r) {
        Word cells = ahead;
        ahead = after_it;
        after_it = load_row();  // two rows are in flight while one is played
#pragma unroll
        for (Stage& stage : stages)
            cells = stage.push(cells);
        // cells is now row r, kStages generations later.
        if (r >= 0 && mine)
            next[std::size_t{top + r} * words + column] = cells & used;
    }
}

// Rows per warp such that all warps are resident at once. Three warps on each of a multiprocessor's four
// schedulers hide each other's latency; if their halos had more rows than they play, it is one warp per
// scheduler.
unsigned rows_per_warp(std::size_t words, std::size_t height)
{
    const std::size_t strips = ceil_div(words, kColumns), schedulers = 4 * current_device().multiprocessors;
    const auto rows = [&](std::size_t warps) {
        return ceil_div(height, std::max<std::size_t>(warps / strips, 1));
    };
    const std::size_t many = rows(3 * schedulers);
    return static_cast<unsigned>(many > 2 * kGenerations ? many : rows(schedulers));
}

Board life(const GameOfLife::Input& in, Run& run)
{
    // On a torus copies of a board side by side evolve alike: a narrow board is repeated until it fills a
    // word.
    const std::size_t times = ceil_div(std::size_t{kCells}, in.start.width);
    const auto width = static_cast<unsigned>(times * in.start.width),
               height = static_cast<unsigned>(in.start.height);
    const std::size_t words = ceil_div(width, kCells);
    const int block = run.block_size(kBlockSize, BlockRule::warps, kBlockSize);
    const unsigned rows = rows_per_warp(words, height);
    const std::size_t warps = ceil_div(words, kColumns) * ceil_div(height, rows);
    const auto several = width % kCells == 0 ? play<kGenerations, true> : play<kGenerations, false>;
    const auto single = width % kCells == 0 ? play<1, true> : play<1, false>;
    const Launch launch(several, ceil_div(warps * kLanes, block), block);

    std::vector<Word> packed;
    run.upload([&] { packed = pack(in.start, words, times); });
    const auto d_start = run.upload(packed);
    const auto d_odd = run.array<Word>(packed.size()), d_even = run.array<Word>(packed.size());
    const std::size_t full = in.generations / kGenerations, launches = full + in.generations % kGenerations;
    run.kernel({launch, Launch(single, launch.grid, launch.block)}, [&] {
        const Word* old = d_start.data();
        for (std::size_t i = 1; i <= launches; ++i) {
            Word* next = (i % 2 ? d_odd : d_even).data();
            const auto play = i <= full ? several : single;
            play<<<launch.grid, launch.block>>>(old, next, width, height, rows);
            old = next;
        }
    });
    const std::vector<Word> last = run.download(launches % 2 ? d_odd : d_even);
    Board result;
    run.download([&] { result = unpack(last, words, in.start.width, height); });
    return result;
}

}  // namespace

LADDER_VERSION(GameOfLife, 7, "several generations", life);

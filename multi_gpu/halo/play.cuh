// The kernel of all versions: eight generations of some rows in one launch, as gol_v7 plays them. Its halo lies above and
// below the rows, where gol_v7 goes round the torus.
#pragma once

#include "halo.h"

#include <algorithm>

constexpr int kBlockSize = 128;
constexpr int kLanes = 32;
constexpr int kColumns = kLanes - 2;  // of words per warp: the outer two lanes hold the halo
constexpr int kDepth = 8;             // generations per launch, and rows of the halo

// Three bits of equal weight added up at 64 places: a full adder. carry weighs twice as much as sum.
struct Added {
    Word sum, carry;
};
inline __device__ Added add(Word a, Word b, Word c)
{
    return {a ^ b ^ c, (a & b) | (c & (a | b))};
}

// Each cell of a word plus its left and its right neighbour. The adjacent words are in the adjacent lanes.
inline __device__ Added add_along_row(Word here)
{
    const unsigned before = __shfl_up_sync(kAllLanes, static_cast<unsigned>(here >> 32), 1);
    const unsigned behind = __shfl_down_sync(kAllLanes, static_cast<unsigned>(here), 1);
    return add(here << 1 | before >> 31, here, here >> 1 | Word{behind} << (kCells - 1));
}

// above, row, below: the sums along three rows. A cell lives if three of the nine cells, itself included, are alive; or if
// four are, itself among them.
inline __device__ Word next_state(Word here, Added above, Added row, Added below)
{
    const Added ones = add(above.sum, row.sum, below.sum);
    const Added twos = add(above.carry, row.carry, below.carry);
    const Word none_or_two = ~(ones.carry | twos.sum) | (ones.carry & twos.sum & ~twos.carry);  // of pairs
    const Word three_or_four = (none_or_two ^ ones.sum) & ~(ones.sum & twos.carry);             // of cells
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
    if (!kWholeWords && shift != 0 && left > kCells - shift)
        cells |= row[word + 1] << (kCells - shift);
    if (!kWholeWords && left < kCells)
        cells |= row[0] << left;
    return cells;
}

// Where the rows of a launch are, and where they go besides.
struct Rows {
    const Word* old;  // the first row to play; kStages rows above and below are there, too
    Word* next;       // the same row, kStages generations later
    unsigned count;
    Word* copy = nullptr;  // a second place for the result: memory of another GPU
};

// kStages generations of rows.count rows of (.., words), where the unused bits of a row's last word are 0. each: rows per
// warp. What a strip's outer lanes compute lacks neighbours and is wrong, and the error spreads inward by one cell per
// generation. So strips overlap by a word on each side and by kStages rows above and below.
template <int kStages, bool kWholeWords>
__global__ void __launch_bounds__(kBlockSize) play(Rows rows, unsigned width, unsigned each)
{
    const unsigned words = (width + kCells - 1) / kCells, strips = (words + kColumns - 1) / kColumns;
    const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / kLanes, lane = threadIdx.x % kLanes;
    const unsigned top = warp / strips * each;
    if (top >= rows.count)
        return;
    // Lane 0 holds the word before the strip's first. A strip may reach round the torus, more than once.
    const unsigned place = warp % strips * kColumns + lane;  // one more than the column
    const unsigned column = place - 1;
    const bool mine = lane > 0 && lane < kLanes - 1 && column < words;
    const unsigned x = place == 0 ? width - kCells : std::size_t{column} * kCells % width;
    const Word used = column == words - 1 && width % kCells != 0 ? (Word{1} << width % kCells) - 1 : ~Word{0};

    const int last = static_cast<int>(min(each, rows.count - top));
    const Word* from = rows.old + (static_cast<std::ptrdiff_t>(top) - kStages) * words;
    int ahead_of = -kStages;  // the row that is loaded next, from the warp's first
    const auto load_row = [&] {
        const Word cells = load_cells<kWholeWords>(from, x, width);
        if (++ahead_of < last + kStages)  // behind these there may be no memory
            from += words;
        return cells;
    };

    Stage stages[kStages];
    Word ahead = load_row(), after_it = load_row();
    // A stage keeps two rows' sums and gets a third, and two rows are in flight: after six rows all are in their registers
    // again, and none was moved.
#pragma unroll 6
    for (int r = -2 * kStages; r < last; ++r) {
        Word cells = ahead;
        ahead = after_it;
        after_it = load_row();  // two rows are in flight while one is played
#pragma unroll
        for (Stage& stage : stages)
            cells = stage.push(cells);
        // cells is now row r, kStages generations later.
        if (r >= 0 && mine) {
            const std::size_t at = std::size_t{top + r} * words + column;
            rows.next[at] = cells & used;
            if (rows.copy)
                rows.copy[at] = cells & used;
        }
    }
}

// How a number of rows is played: the kernel and its launch.
class Play {
public:
    // generations: per launch, kDepth or 1.
    Play(std::size_t width, std::size_t rows, int generations, std::size_t multiprocessors)
        : width_(static_cast<unsigned>(width)),
          each_(rows_per_warp(width, rows, multiprocessors)),
          kernel_(width % kCells == 0 ? generations == 1 ? play<1, true> : play<kDepth, true>
                  : generations == 1 ? play<1, false>
                                      : play<kDepth, false>),
          launch_(kernel_,
                  static_cast<unsigned>(ceil_div(strips(width) * ceil_div(rows, each_) * kLanes, kBlockSize)),
                  kBlockSize)
    {
    }

    const Launch& launch() const { return launch_; }
    // In a stream of the current device.
    void operator()(const Rows& rows, cudaStream_t stream) const
    {
        kernel_<<<launch_.grid, launch_.block, 0, stream>>>(rows, width_, each_);
    }

private:
    static std::size_t strips(std::size_t width) { return ceil_div(ceil_div(width, kCells), kColumns); }
    // Such that all warps are resident at once, three on each of a multiprocessor's four schedulers; if their halos had
    // more rows than they play, one. A few rows go to as many warps as there can be.
    static unsigned rows_per_warp(std::size_t width, std::size_t rows, std::size_t multiprocessors)
    {
        const std::size_t schedulers = 4 * multiprocessors;
        const auto each = [&](std::size_t warps) {
            return ceil_div(rows, std::max<std::size_t>(warps / strips(width), 1));
        };
        const std::size_t many = each(3 * schedulers);
        return static_cast<unsigned>(many > 2 * kDepth ? many : each(schedulers));
    }

    unsigned width_, each_;
    void (*kernel_)(Rows, unsigned, unsigned);
    Launch launch_;
};

// gol_bits: 64 cells in a word          scripts/lab check gol_bits
//
// A bit is a cell: 1 is alive. A thread walks down eight words of a column of words, and computes 64 cells at a time:
// three functions do so with ^, &, | and ~.
#include "game_of_life.h"

namespace {

using Word = std::uint64_t;

constexpr int kBlockSize = 256;
constexpr int kCells = 64;  // of a word
constexpr int kRows = 8;    // per thread, which loads kRows + 2

// 64 numbers of two bits: number i is bit i of sum + 2 * bit i of carry.
struct Added {
    Word sum, carry;
};

// a + b + c at each of the 64 places: a full adder.
__device__ Added add(Word a, Word b, Word c)
{
    return {a ^ b ^ c, (a & b) | (c & (a | b))};
}

// Each cell of `here` plus its left and its right neighbour. Bit 0 is the leftmost cell of a word. before, behind: the adjacent
// 32 cells to the left and to the right; the nearest are bit 31 of before and bit 0 of behind.
__device__ Added add_along_row(unsigned before, Word here, unsigned behind)
{
    return add(here << 1 | before >> 31, here, here >> 1 | Word{behind} << (kCells - 1));
}

// The next state of the cells `here`. above, row, below: the sums along three rows, row with the cells themselves. A cell lives
// if three of the nine cells are alive, itself included; or if four are, itself among them.
__device__ Word next_state(Word here, Added above, Added row, Added below)
{
    const Added ones = add(above.sum, row.sum, below.sum);
    const Added twos = add(above.carry, row.carry, below.carry);
    // Cells alive, of nine: ones.sum + 2 * pairs, and pairs = ones.carry + twos.sum + 2 * twos.carry.
    const Word one_pair = (ones.carry ^ twos.sum) & ~twos.carry;
    const Word two_pairs = (ones.carry & twos.sum & ~twos.carry) | (~(ones.carry | twos.sum) & twos.carry);
    const Word three = ones.sum & one_pair, four = ~ones.sum & two_pairs;
    return three | (four & here);
}

// old, next: (height, words); the unused bits of a row's last word are 0. kWholeWords: there are none.
template <bool kWholeWords>
__global__ void play(const Word* __restrict__ old, Word* __restrict__ next, unsigned width, unsigned height)
{
    const unsigned words = (width + kCells - 1) / kCells,
                   used = width % kCells;  // used: bits of the last word
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned column = thread % words, top = thread / words * kRows;
    if (top >= height)
        return;
    const bool first = column == 0, last = column == words - 1;
    const unsigned before_half = first ? (width - 1) / 32 : 2 * column - 1,
                   behind_half = last ? 0 : 2 * column + 2;

    // All loads before the first use, so that they are in flight together.
    Word here[kRows + 2];
    unsigned before[kRows + 2], behind[kRows + 2];
#pragma unroll
    for (int i = 0; i < kRows + 2; ++i) {
        const unsigned y = top + i;  // one more than the row
        const Word* row = old + std::size_t{y == 0 ? height - 1 : y <= height ? y - 1 : 0} * words;
        here[i] = row[column];
        before[i] = reinterpret_cast<const unsigned*>(row)[before_half];
        behind[i] = reinterpret_cast<const unsigned*>(row)[behind_half];
        if (!kWholeWords) {
            // So that bit 31 is the row's last cell, the left neighbour of its first one.
            if (first)
                before[i] <<= 31 - (width - 1) % 32;
            if (last)
                here[i] |= Word{behind[i] & 1} << used;  // the row's first cell follows its last
        }
    }

    Added above = add_along_row(before[0], here[0], behind[0]);
    Added row = add_along_row(before[1], here[1], behind[1]);
#pragma unroll
    for (int i = 1; i <= kRows; ++i) {
        const Added below = add_along_row(before[i + 1], here[i + 1], behind[i + 1]);
        Word result = next_state(here[i], above, row, below);
        if (!kWholeWords && last)
            result &= (Word{1} << used) - 1;
        if (top + i <= height)
            next[std::size_t{top + i - 1} * words + column] = result;
        above = row;
        row = below;
    }
}

Board life(const GameOfLife::Input& in, Run& run)
{
    const Board& start = in.start;
    const auto width = static_cast<unsigned>(start.width), height = static_cast<unsigned>(start.height);
    const std::size_t words = ceil_div(start.width, kCells);
    const bool whole_words = start.width % kCells == 0;
    const int block = run.block_size(kBlockSize);
    const Launch launch(whole_words ? play<true> : play<false>,
                        ceil_div(words * ceil_div(start.height, kRows), block), block);

    std::vector<Word> packed;
    run.upload([&] { packed = pack(start, words); });
    const auto d_start = run.upload(packed);
    const auto d_odd = run.array<Word>(packed.size()), d_even = run.array<Word>(packed.size());
    run.kernel(launch, [&] {
        const Word* old = d_start.data();
        for (std::size_t g = 1; g <= in.generations; ++g) {
            Word* next = (g % 2 ? d_odd : d_even).data();
            if (whole_words)
                play<true><<<launch.grid, launch.block>>>(old, next, width, height);
            else
                play<false><<<launch.grid, launch.block>>>(old, next, width, height);
            old = next;
        }
    });
    const std::vector<Word> last = run.download(in.generations % 2 ? d_odd : d_even);
    Board result;
    run.download([&] { result = unpack(last, words, width, height); });
    return result;
}

}  // namespace

LADDER_VERSION(GameOfLife, 6, "a bit per cell", life);

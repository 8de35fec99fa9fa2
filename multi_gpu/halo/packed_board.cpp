#include "packed_board.h"

#include "common/support/parallel.h"

#include <bit>
#include <numeric>
#include <random>
#include <utility>

namespace {

// 64 counters, modulo 8, of which bit k of each is in bits[k].
struct Counters {
    Word bits[3] = {0, 0, 0};

    void add(Word ones)
    {
        for (Word& digit : bits) {
            const Word carry = digit & ones;
            digit ^= ones;
            ones = carry;
        }
    }
};

// The left and the right neighbours of the cells of word i.
struct Sides {
    Word left, right;
};
Sides sides(const Word* row, std::size_t i, const PackedBoard& board)
{
    const std::size_t last = board.words_per_row() - 1, end = (board.width - 1) % kCells;
    const Word before = i == 0 ? row[last] >> end & 1 : row[i - 1] >> (kCells - 1);
    Word right = row[i] >> 1;
    if (i == last)
        right |= (row[0] & 1) << end;
    else
        right |= row[i + 1] << (kCells - 1);
    return {row[i] << 1 | before, right};
}

void play_row(const PackedBoard& old, PackedBoard& next, std::size_t y)
{
    const std::size_t words = old.words_per_row(), height = old.height;
    const auto row = [&](std::size_t at) { return &old.words[at * words]; };
    const Word* rows[3] = {row(y == 0 ? height - 1 : y - 1), row(y), row(y + 1 == height ? 0 : y + 1)};
    for (std::size_t i = 0; i < words; ++i) {
        Counters neighbours;
        for (int r = 0; r < 3; ++r) {
            const Sides beside = sides(rows[r], i, old);
            neighbours.add(beside.left);
            neighbours.add(beside.right);
            if (r != 1)
                neighbours.add(rows[r][i]);
        }
        // Two neighbours: the cell stays as it is; three: it is alive; eight count as none.
        const Word state = ~neighbours.bits[2] & neighbours.bits[1] & (neighbours.bits[0] | rows[1][i]);
        next.words[y * words + i] = i + 1 == words ? state & old.used() : state;
    }
}

}  // namespace

PackedBoard random_packed_board(std::size_t width, std::size_t height, std::uint64_t seed)
{
    PackedBoard board{width, height, {}};
    const std::size_t words = board.words_per_row();
    board.words.resize(words * height);
    std::mt19937_64 random(seed);
    for (Word& word : board.words)
        word = random();
    for (std::size_t y = 0; y < height; ++y)
        board.words[y * words + words - 1] &= board.used();
    return board;
}

std::size_t count_alive(const PackedBoard& board)
{
    return std::accumulate(board.words.begin(), board.words.end(), std::size_t{0},
                           [](std::size_t sum, Word word) { return sum + std::popcount(word); });
}

PackedBoard play_on_cpu(const PackedBoard& start, std::size_t generations, bool all_cores)
{
    PackedBoard old = start, next = start;
    for (std::size_t g = 0; g < generations; ++g) {
        const auto play_rows = [&](std::size_t begin, std::size_t end) {
            for (std::size_t y = begin; y < end; ++y)
                play_row(old, next, y);
            return 0;
        };
        if (all_cores && old.words.size() >= 4096)  // threads cost more than they gain on a small board
            ladders::parallel_pieces(old.height, play_rows);
        else
            play_rows(0, old.height);
        std::swap(old, next);
    }
    return old;
}

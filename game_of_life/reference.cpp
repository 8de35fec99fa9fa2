#include "reference.h"

#include "common/support/parallel.h"

#include <utility>

namespace {

int next_by_ifs(int alive, int neighbours)
{
    if (alive && neighbours < 2)  // lonely
        return 0;
    if (alive && neighbours > 3)  // crowded
        return 0;
    if (alive)
        return 1;
    if (neighbours == 3)  // born
        return 1;
    return 0;
}

int next_by_table(int alive, int neighbours)
{
    static constexpr int kNext[2][9] = {{0, 0, 0, 1, 0, 0, 0, 0, 0}, {0, 0, 1, 1, 0, 0, 0, 0, 0}};
    return kNext[alive][neighbours];
}

template <class Rule>
void play_one_generation(const Board& old, Board& next, Rule rule)
{
    const std::size_t width = old.width, height = old.height;
    for (std::size_t y = 0; y < height; ++y) {
        const int* here = &old.cells[y * width];
        const int* above = &old.cells[(y == 0 ? height - 1 : y - 1) * width];
        const int* below = &old.cells[(y == height - 1 ? 0 : y + 1) * width];
        for (std::size_t x = 0; x < width; ++x) {
            const std::size_t left = x == 0 ? width - 1 : x - 1;
            const std::size_t right = x == width - 1 ? 0 : x + 1;
            const int neighbours = above[left] + above[x] + above[right] + here[left] + here[right] +
                                   below[left] + below[x] + below[right];
            next.cells[y * width + x] = rule(here[x], neighbours);
        }
    }
}

template <class Rule>
Board play(const Board& start, std::size_t generations, Rule rule)
{
    Board old = in_cells(start), next(start.width, start.height);
    for (std::size_t g = 0; g < generations; ++g) {
        play_one_generation(old, next, rule);
        std::swap(old, next);
    }
    return old;
}

// A board with 64 cells to a word. Bit 0 of a row is a ghost of its last cell, bits 1 to width are the
// cells, and bit width + 1 is a ghost of the first: so no word is special.
struct PackedRows {
    using Word = std::uint64_t;

    explicit PackedRows(const Board& board)
        : width(board.width),
          height(board.height),
          words((board.width + 2 + 63) / 64),
          bits(words * height, 0)
    {
        const Board packed = in_words(board);
        const std::size_t pitch = packed.words_per_row();
        for_each_row([&](std::size_t y) {
            const Word* from = &packed.words[y * pitch];
            for (std::size_t i = 0; i < words; ++i)
                row(y)[i] = (i < pitch ? from[i] << 1 : 0) | (i > 0 ? from[i - 1] >> 63 : 0);
            set_ghosts(y);
        });
    }

    // The board without ghosts.
    Board unpacked() const
    {
        const std::size_t pitch = (width + 63) / 64;
        std::vector<Word> packed(pitch * height);
        for_each_row([&](std::size_t y) {
            for (std::size_t i = 0; i < pitch; ++i)
                packed[y * pitch + i] = row(y)[i] >> 1 | (i + 1 < words ? row(y)[i + 1] << 63 : 0);
        });
        return unpack(packed, pitch, width, height);
    }

    // Calls f(y) for each row, on all cores unless the board is so small that threads cost more than they gain.
    template <class F>
    void for_each_row(F f) const
    {
        const auto rows = [&](std::size_t begin, std::size_t end) {
            for (std::size_t y = begin; y < end; ++y)
                f(y);
            return 0;
        };
        if (bits.size() < 4096)
            rows(0, height);
        else
            ladders::parallel_pieces(height, rows);
    }

    // Clears the bits after the row, too.
    void set_ghosts(std::size_t y)
    {
        const Word first = bit(y, 1), last = bit(y, width);
        row(y)[0] = (row(y)[0] & ~Word{1}) | last;
        const std::size_t ghost = width + 1;
        row(y)[ghost / 64] &= (Word{1} << ghost % 64) - 1;
        row(y)[ghost / 64] |= first << ghost % 64;
    }

    Word* row(std::size_t y) { return &bits[y * words]; }
    const Word* row(std::size_t y) const { return &bits[y * words]; }
    Word bit(std::size_t y, std::size_t i) const { return row(y)[i / 64] >> i % 64 & 1; }

    std::size_t width, height, words;
    std::vector<Word> bits;
};

// 64 counters modulo 8, bit k of each in bits[k].
struct Counters {
    PackedRows::Word bits[3] = {0, 0, 0};

    void add(PackedRows::Word ones)
    {
        for (PackedRows::Word& digit : bits) {
            const PackedRows::Word carry = digit & ones;
            digit ^= ones;
            ones = carry;
        }
    }
};

void play_row(const PackedRows& old, PackedRows& next, std::size_t y)
{
    using Word = PackedRows::Word;
    const std::size_t height = old.height;
    Word* __restrict__ result = next.row(y);
    const Word* rows[3] = {old.row(y == 0 ? height - 1 : y - 1), old.row(y),
                           old.row(y == height - 1 ? 0 : y + 1)};
    // first, last: of the row's words.
    const auto play_word = [&](std::size_t i, bool first, bool last) {
        Counters neighbours;
        for (int r = 0; r < 3; ++r) {
            const Word before = first ? 0 : rows[r][i - 1], behind = last ? 0 : rows[r][i + 1];
            neighbours.add(rows[r][i] << 1 | before >> 63);
            neighbours.add(rows[r][i] >> 1 | behind << 63);
            if (r != 1)
                neighbours.add(rows[r][i]);
        }
        // 2 neighbours: the cell stays as it is; 3: it is alive. 8 count as 0: it is dead in both cases.
        result[i] = ~neighbours.bits[2] & neighbours.bits[1] & (neighbours.bits[0] | rows[1][i]);
    };
    play_word(0, true, old.words == 1);
    for (std::size_t i = 1; i + 1 < old.words; ++i)  // without conditions, so that the compiler uses vectors
        play_word(i, false, false);
    if (old.words > 1)
        play_word(old.words - 1, false, true);
    next.set_ghosts(y);
}

}  // namespace

Board play_by_ifs(const Board& start, std::size_t generations)
{
    return play(start, generations, next_by_ifs);
}

Board play_by_table(const Board& start, std::size_t generations)
{
    return play(start, generations, next_by_table);
}

Board play_packed(const Board& start, std::size_t generations)
{
    PackedRows old(start), next(start);
    for (std::size_t g = 0; g < generations; ++g) {
        old.for_each_row([&](std::size_t y) { play_row(old, next, y); });
        std::swap(old, next);
    }
    return old.unpacked();
}

#include "board.h"

#include "common/harness/blindfold.h"
#include "common/support/parallel.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <random>

namespace {

using Word = std::uint64_t;
constexpr std::size_t kBits = 64;  // of a word

constexpr std::size_t kMostInCells = std::size_t{1} << 24;  // 64 MiB of cells

// Calls f(y) for each row, on all cores; for small boards threads cost more than they gain.
template <class F>
void for_each_row(std::size_t width, std::size_t height, F f)
{
    const auto rows = [&](std::size_t begin, std::size_t end) {
        for (std::size_t y = begin; y < end; ++y)
            f(y);
        return 0;
    };
    if (width * height < 1 << 18)
        rows(0, height);
    else
        ladders::parallel_pieces(height, rows);
}

// Those bits of a row's last word that stand for cells.
Word used_bits(std::size_t width)
{
    return width % kBits ? (Word{1} << width % kBits) - 1 : ~Word{0};
}

// cells[0..n) to or from the bits of a word.
Word pack_word(const int* cells, std::size_t n)
{
    Word word = 0;
    for (std::size_t k = 0; k < n; ++k)
        word |= static_cast<Word>(cells[k] & 1) << k;
    return word;
}

void unpack_word(Word word, int* cells, std::size_t n)
{
    for (std::size_t k = 0; k < n; ++k)
        cells[k] = static_cast<int>(word >> k & 1);
}

std::vector<Word> words_of_cells(const std::vector<int>& cells, std::size_t width, std::size_t height)
{
    const std::size_t pitch = (width + kBits - 1) / kBits;
    std::vector<Word> words(pitch * height);
    for_each_row(width, height, [&](std::size_t y) {
        for (std::size_t x = 0; x < width; x += kBits)
            words[y * pitch + x / kBits] = pack_word(&cells[y * width + x], std::min(kBits, width - x));
    });
    return words;
}

std::vector<int> cells_of_words(const std::vector<Word>& words, std::size_t pitch, std::size_t width,
                                std::size_t height)
{
    std::vector<int> cells(width * height);
    for_each_row(width, height, [&](std::size_t y) {
        for (std::size_t x = 0; x < width; x += kBits)
            unpack_word(words[y * pitch + x / kBits], &cells[y * width + x], std::min(kBits, width - x));
    });
    return cells;
}

// ORs n bits, the low ones of `from`, into the row `to` at bit `begin`; `from` has no others.
void append_bits(Word* to, std::size_t begin, const Word* from, std::size_t n)
{
    const std::size_t shift = begin % kBits;
    for (std::size_t i = 0; i * kBits < n; ++i) {
        Word* word = to + begin / kBits + i;
        word[0] |= from[i] << shift;
        if (shift != 0 && n - i * kBits > kBits - shift)
            word[1] |= from[i] >> (kBits - shift);
    }
}

}  // namespace

bool Board::operator==(const Board& other) const
{
    if (width != other.width || height != other.height)
        return false;
    if (words.empty() && other.words.empty())
        return cells == other.cells;
    return in_words(*this).words == in_words(other).words;
}

bool is_kept_in_words(std::size_t width, std::size_t height)
{
    return width * height > kMostInCells;
}

Board dead_board(std::size_t width, std::size_t height)
{
    if (!is_kept_in_words(width, height))
        return Board(width, height);
    Board board;
    board.width = width;
    board.height = height;
    board.words.resize(board.words_per_row() * height);
    return board;
}

Board in_cells(const Board& board)
{
    if (board.words.empty())
        return board;
    Board result;
    result.width = board.width;
    result.height = board.height;
    result.cells = cells_of_words(board.words, board.words_per_row(), board.width, board.height);
    return result;
}

Board in_words(const Board& board)
{
    if (!board.words.empty())
        return board;
    Board result;
    result.width = board.width;
    result.height = board.height;
    result.words = words_of_cells(board.cells, board.width, board.height);
    return result;
}

std::vector<int> cells_of(const Board& board)
{
    return in_cells(board).cells;
}

Board lecture_board(std::size_t width, std::size_t height)
{
    Board board = dead_board(width, height);
    std::srand(0);
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x)
            if (std::rand() % 2)
                board.set_alive(x, y);
    return board;
}

Board random_board_in_words(std::size_t width, std::size_t height, std::uint64_t seed)
{
    Board board;
    board.width = width;
    board.height = height;
    const std::size_t pitch = board.words_per_row();
    board.words.resize(pitch * height);
    std::mt19937_64 random(seed);
    // One draw gives 64 cells, which go on from one row to the next.
    Word draw = 0;
    std::size_t left = 0;  // bits of the draw that are not yet cells: its highest
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0, n = 0; x < width; x += n) {
            if (left == 0) {
                draw = random();
                left = kBits;
            }
            n = std::min({left, kBits - x % kBits, width - x});
            const Word bits = draw >> (kBits - left) << (kBits - n) >> (kBits - n);
            board.words[y * pitch + x / kBits] |= bits << x % kBits;
            left -= n;
        }
    return board;
}

Board random_board(std::size_t width, std::size_t height, std::uint64_t seed)
{
    return in_cells(random_board_in_words(width, height, seed));
}

std::size_t count_alive(const Board& board)
{
    const auto count = [&](std::size_t begin, std::size_t end) {
        std::size_t alive = 0;
        if (board.words.empty())
            return std::accumulate(&board.cells[begin], &board.cells[0] + end, alive);
        for (std::size_t i = begin; i < end; ++i)
            alive += static_cast<std::size_t>(std::popcount(board.words[i]));
        return alive;
    };
    const auto counts =
        ladders::parallel_pieces(board.words.empty() ? board.cells.size() : board.words.size(), count);
    return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
}

std::vector<int> with_ghosts(const Board& start)
{
    const Board expanded = start.words.empty() ? Board() : in_cells(start);
    const Board& board = start.words.empty() ? start : expanded;
    const std::size_t pitch = board.width + 2, rows = board.height + 2;
    std::vector<int> framed(pitch * rows);
    for_each_row(pitch, rows, [&](std::size_t y) {
        const int* cells = &board.cells[(y + board.height - 1) % board.height * board.width];
        int* row = &framed[y * pitch];
        row[0] = cells[board.width - 1];
        std::copy_n(cells, board.width, row + 1);
        row[pitch - 1] = cells[0];
    });
    return framed;
}

Board without_ghosts(const std::vector<int>& framed, std::size_t width, std::size_t height)
{
    Board board(width, height);
    for_each_row(width, height, [&](std::size_t y) {
        std::copy_n(&framed[(y + 1) * (width + 2) + 1], width, &board.cells[y * width]);
    });
    return board;
}

std::vector<Word> pack(const Board& board, std::size_t words_per_row, std::size_t times)
{
    const std::size_t width = board.width, height = board.height, pitch = board.words_per_row();
    const auto spread = [&](const std::vector<Word>& rows) {
        std::vector<Word> words(words_per_row * height);
        for_each_row(words_per_row * kBits, height, [&](std::size_t y) {
            if (times == 1)
                std::copy_n(&rows[y * pitch], pitch, &words[y * words_per_row]);
            else
                for (std::size_t k = 0; k < times; ++k)
                    append_bits(&words[y * words_per_row], k * width, &rows[y * pitch], width);
        });
        return words;
    };
    if (!board.words.empty())
        return ladders::derived_from(board.words, spread);
    return ladders::derived_from(board.cells, [&](const std::vector<int>& cells) {
        return spread(words_of_cells(cells, width, height));
    });
}

Board unpack(const std::vector<Word>& words, std::size_t words_per_row, std::size_t width, std::size_t height)
{
    Board board;
    board.width = width;
    board.height = height;
    if (!is_kept_in_words(width, height)) {
        board.cells = cells_of_words(words, words_per_row, width, height);
        return board;
    }
    const std::size_t pitch = board.words_per_row();
    board.words.resize(pitch * height);
    for_each_row(width, height, [&](std::size_t y) {
        std::copy_n(&words[y * words_per_row], pitch, &board.words[y * pitch]);
        board.words[(y + 1) * pitch - 1] &= used_bits(width);
    });
    return board;
}

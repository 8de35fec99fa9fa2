// The CPU references play the Game of Life: they agree with each other, with a board small enough to count
// by hand, and with what is known of famous patterns.
#include "game_of_life/reference.h"

#include "game_of_life/pattern.h"

#include <gtest/gtest.h>

#include <random>
#include <utility>

namespace {

using Player = Board (*)(const Board&, std::size_t);
constexpr Player kPlayers[] = {play_by_ifs, play_by_table, play_packed};

Board board_of(const std::string& pattern, std::size_t width, std::size_t height)
{
    return board_with_pattern("test", parse_life_pattern("test", pattern), width, height);
}

Board shifted(const Board& board, std::size_t right, std::size_t down)
{
    Board moved(board.width, board.height);
    for (std::size_t y = 0; y < board.height; ++y)
        for (std::size_t x = 0; x < board.width; ++x)
            moved.cells[(y + down) % board.height * board.width + (x + right) % board.width] =
                board.cells[y * board.width + x];
    return moved;
}

// By the definition alone: the eight steps from each cell, taken modulo the sides.
Board next_by_definition(const Board& old)
{
    Board next(old.width, old.height);
    for (std::size_t y = 0; y < old.height; ++y)
        for (std::size_t x = 0; x < old.width; ++x) {
            int neighbours = 0;
            for (const std::size_t dy : {old.height - 1, std::size_t{0}, std::size_t{1}})
                for (const std::size_t dx : {old.width - 1, std::size_t{0}, std::size_t{1}})
                    neighbours += old.cells[(y + dy) % old.height * old.width + (x + dx) % old.width];
            const int alive = old.cells[y * old.width + x];
            neighbours -= alive;  // the step that stays
            next.cells[y * old.width + x] = neighbours == 3 || (alive && neighbours == 2);
        }
    return next;
}

TEST(LifeReference, EqualsTheDefinitionOnEverySmallTorus)
{
    for (std::size_t w = 1; w <= 5; ++w)
        for (std::size_t h = 1; h <= 5; ++h)
            for (std::uint64_t seed = 0; seed < 40; ++seed) {
                const Board start = random_board(w, h, seed);
                for (const Player play : kPlayers)
                    ASSERT_EQ(play(start, 1), next_by_definition(start))
                        << w << " x " << h << ", seed " << seed;
            }
}

TEST(LifeReference, EqualsTheDefinitionRoundTheWordsOfThePackedOne)
{
    for (const std::size_t w : {61, 62, 63, 64, 65, 126, 127, 130, 1000})
        for (const std::size_t h : {1, 2, 3, 67, 400}) {
            Board want = random_board(w, h, w + h);
            const Board start = want;
            for (int g = 0; g < 3; ++g)
                want = next_by_definition(want);
            for (const Player play : kPlayers)
                ASSERT_EQ(play(start, 3), want) << w << " x " << h;
        }
}

TEST(LifeReference, OnATorusOfOneCellTheCellIsItsOwnEightNeighbours)
{
    Board cell(1, 1);
    cell.cells[0] = 1;
    for (const Player play : kPlayers) {
        EXPECT_EQ(play(cell, 1), Board(1, 1));
        EXPECT_EQ(play(Board(1, 1), 1), Board(1, 1));
    }
}

// The figure of --start lecture; exact with glibc's rand.
TEST(LifeReference, HasTheLecturesCellsAliveAfter1024Generations)
{
    const Board start = lecture_board(1024, 1024);
    for (const Player play : kPlayers)
        EXPECT_EQ(count_alive(play(start, 1024)), 47026u);
}

TEST(LifeReference, AGliderMovesByOneCellInFourGenerationsAndComesHome)
{
    const Board start = board_of("bo$2bo$3o!", 24, 24);
    for (const Player play : kPlayers) {
        EXPECT_EQ(play(start, 4), shifted(start, 1, 1));
        EXPECT_EQ(play(start, 4 * 24), start);
        EXPECT_NE(play(start, 4 * 23), start);
    }
}

TEST(LifeReference, AGosperGunFiresEvery30Generations)
{
    const std::string gun =
        "#N Gosper glider gun\nx = 36, y = 9, rule = B3/S23\n"
        "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!";
    const Board start = board_of(gun, 256, 256);
    ASSERT_EQ(count_alive(start), 36u);
    for (const Player play : kPlayers)
        for (const std::size_t shots : {1, 2, 5}) {
            const Board later = play(start, 30 * shots);
            EXPECT_EQ(count_alive(later), 36 + 5 * shots);  // the gun as it was, and a glider for each shot
            for (std::size_t i = 0; i < start.cells.size(); ++i)
                ASSERT_LE(start.cells[i], later.cells[i]);
        }
}

TEST(Boards, TheLecturesBeginsAsItDoes)
{
    // rand() after srand(0): 1804289383, 846930886, 1681692777, 1714636915, 1957747793, 424238335.
    EXPECT_EQ(lecture_board(3, 2).cells, (std::vector<int>{1, 0, 1, 1, 1, 1}));
}

TEST(Boards, RandomOnesAreHalfAliveAndDependOnTheSeedAlone)
{
    const Board board = random_board(333, 333, 7);
    EXPECT_EQ(board, random_board(333, 333, 7));
    EXPECT_NE(board, random_board(333, 333, 8));
    EXPECT_NEAR(static_cast<double>(count_alive(board)), 333 * 333 / 2.0, 1000);
}

TEST(Boards, RandomOnesAreTheBitsOfOneStreamRowAfterRow)
{
    for (const std::size_t w : {1, 5, 64, 65, 130, 333}) {
        const Board board = random_board_in_words(w, 7, 3);
        ASSERT_TRUE(board.cells.empty());
        std::mt19937_64 random(3);
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < 7 * w; ++i, bits >>= 1) {
            if (i % 64 == 0)
                bits = random();
            ASSERT_EQ(board.cell(i), static_cast<int>(bits & 1)) << w << ", cell " << i;
        }
    }
}

// 2000 x 300 is enough for the work to be split over the cores.
TEST(Boards, InCellsAndInWordsTheyAreTheSame)
{
    for (const auto& [w, h] : {std::pair{1, 1}, {63, 2}, {64, 3}, {65, 5}, {2000, 300}}) {
        const Board words = random_board_in_words(w, h, 11), cells = in_cells(words);
        ASSERT_TRUE(cells.words.empty());
        EXPECT_EQ(in_words(cells).words, words.words);
        EXPECT_EQ(cells, words);
        EXPECT_EQ(cells_of(words), cells.cells);
        EXPECT_EQ(count_alive(words), count_alive(cells));
        EXPECT_EQ(with_ghosts(words), with_ghosts(cells));
        EXPECT_EQ(pack(words, words.words_per_row() + 1), pack(cells, words.words_per_row() + 1));
        EXPECT_EQ(pack(words, words.words_per_row() * 3, 3), pack(cells, words.words_per_row() * 3, 3));
        for (const Player play : kPlayers)
            EXPECT_EQ(play(words, 2), play(cells, 2));
        Board other = words;
        other.words.back() ^= 1;
        EXPECT_NE(other, cells);
    }
}

TEST(Boards, LargeOnesStayInWords)
{
    ASSERT_FALSE(is_kept_in_words(4096, 4096));
    ASSERT_TRUE(is_kept_in_words(4100, 4097));
    const Board start = random_board_in_words(4100, 4097, 1);
    const Board packed = play_packed(start, 1);
    EXPECT_TRUE(packed.cells.empty());
    EXPECT_EQ(packed, play_by_table(start, 1));
    std::vector<std::uint64_t> words = pack(packed, 66);
    for (std::size_t y = 0; y < 4097; ++y)
        words[66 * y + 64] |= ~std::uint64_t{0} << 4;  // bits that stand for no cell
    EXPECT_EQ(unpack(words, 66, 4100, 4097).words, packed.words);
}

TEST(Boards, PackedAndUnpackedTheyAreTheSame)
{
    for (const std::size_t w : {1, 63, 64, 65, 128, 200}) {
        const Board board = random_board(w, 5, w);
        const std::size_t words = (w + 63) / 64 + 1;
        const auto packed = pack(board, words);
        EXPECT_EQ(unpack(packed, words, w, 5), board);
        std::size_t bits = 0;
        for (const std::uint64_t word : packed)
            bits += static_cast<std::size_t>(__builtin_popcountll(word));
        EXPECT_EQ(bits, count_alive(board));  // no bit is set that stands for no cell
    }
}

TEST(Boards, PackedSeveralTimesTheCopiesStandSideBySide)
{
    const Board board = random_board(3, 2, 9);
    Board twice(6, 2);
    for (int i = 0; i < 12; ++i)
        twice.cells[i] = board.cells[i / 6 * 3 + i % 3];
    EXPECT_EQ(pack(board, 1, 2), pack(twice, 1));
}

TEST(Boards, TheGhostFrameHoldsTheOppositeSides)
{
    const Board board = random_board(4, 3, 2);
    const std::vector<int> framed = with_ghosts(board);
    ASSERT_EQ(framed.size(), 6u * 5u);
    for (int y = 0; y < 5; ++y)
        for (int x = 0; x < 6; ++x)
            EXPECT_EQ(framed[y * 6 + x], board.cells[(y + 2) % 3 * 4 + (x + 3) % 4]) << x << ", " << y;
    EXPECT_EQ(without_ghosts(framed, 4, 3), board);
    EXPECT_EQ(with_ghosts(random_board(1, 1, 1)), std::vector<int>(9, random_board(1, 1, 1).cells[0]));
}

}  // namespace

// The readers of the other formats, and what becomes of a pattern.
#include "pattern_text.h"
#include "run_program.h"

namespace {

TEST(Plaintext, IsRead)
{
    EXPECT_EQ(rows("!Name: Glider\n!\n.O\n..O\nOOO\n"), kGlider);
    EXPECT_EQ(rows(".*.\r\n..*  \r\n***"), kGlider);
    EXPECT_EQ(rows(".O\n!a comment in between\n..O\nOOO\n\n\n"), kGlider);
}

TEST(Plaintext, EmptyLinesAreDeadRows)
{
    EXPECT_EQ(rows("O\n\n\nO\n"), "O\n.\n.\nO\n");
    EXPECT_EQ(rows("!only a comment"), "");
    EXPECT_EQ(rows("...\n..."), "...\n...\n");
}

TEST(Plaintext, RefusesOtherCharacters)
{
    EXPECT_EQ(refusal("!c\n.O\n.o\n"), "line 3: 'o' is neither . (dead), O nor * (alive)");
    EXPECT_EQ(refusal(".O\n O\n"), "line 2: ' ' is neither . (dead), O nor * (alive)");
}

TEST(Life106, IsRead)
{
    EXPECT_EQ(rows("#Life 1.06\n0 -1\n1 0\n-1 1\n0 1\n1 1\n"), kGlider);
    EXPECT_EQ(rows("#Life 1.06\r\n#N a name\r\n 1\t1 \r\n\r\n0 1\r\n-1 1\r\n1 0\r\n0 -1"), kGlider);
    EXPECT_EQ(rows("#Life 1.06\n5 5\n5 5\n"), "O\n");
    EXPECT_EQ(rows("#Life 1.06\n"), "");
}

TEST(Life106, MeasuresTheBoxWithoutTakingMemoryForIt)
{
    const LifePattern pattern =
        parse_life_pattern("test", "#Life 1.06\n-2147483647 0\n2147483647 -2147483647\n");
    EXPECT_EQ(pattern.width, 4'294'967'295);
    EXPECT_EQ(pattern.height, 2'147'483'648);
}

TEST(Life106, RefusesWhatIsNoPairOfNumbers)
{
    EXPECT_EQ(refusal("#Life 1.06\n0 0\n1\n"), "line 3: two numbers x y are expected, not '1'");
    EXPECT_EQ(refusal("#Life 1.06\n1 2 3\n"), "line 2: '3' follows the two numbers x y");
    EXPECT_EQ(refusal("#Life 1.06\n1,2\n"), "line 2: two numbers x y are expected, not '1,2'");
    EXPECT_EQ(refusal("#Life 1.06\nbo$2bo$3o!\n"), "line 2: a number is expected for x, not 'bo$2bo$3o!'");
    EXPECT_EQ(refusal("#Life 1.06\n0 99999999999999999999\n"),
              "line 2: y '99999999999999999999' is out of range: at most 2147483647");
    EXPECT_EQ(refusal("#Life 1.06\n#R 36/23\n1 2\n"), "line 2: the rule '36/23' is not played, only B3/S23");
}

TEST(Pattern, OtherFormatsAreRefusedByName)
{
    EXPECT_EQ(refusal("#Life 1.05\n#N\n"),
              "line 1: '#Life 1.05' is not read, only #Life 1.06, RLE and plaintext");
    EXPECT_EQ(refusal(""), "the file is empty");
    EXPECT_EQ(refusal("\n \r\n\t\n"), "the file is empty");
    EXPECT_EQ(refusal("[M2] (golly 4.2)\n"),
              "line 1: '[' is neither b (dead), o (alive), $ (end of row) nor ! (end)");
}

TEST(Pattern, AMarkOfUtf8IsSkipped)
{
    EXPECT_EQ(rows("\xef\xbb\xbf"
                   "x = 3, y = 3\nbo$2bo$3o!"),
              kGlider);
}

TEST(Pattern, GoesIntoTheMiddleOfTheBoard)
{
    const Board board = board_with_pattern("test", parse_life_pattern("test", "3o!"), 6, 4);
    Board want(6, 4);
    want.cells[1 * 6 + 1] = want.cells[1 * 6 + 2] = want.cells[1 * 6 + 3] = 1;
    EXPECT_EQ(board, want);
}

TEST(Pattern, LargerThanTheBoardIsRefusedWithBothSizes)
{
    for (const char* text : {"x = 5, y = 1\n!", "5o!", "$$$o!", "2147483647o!", "2147483647$o!"})
        EXPECT_THROW(board_with_pattern("test", parse_life_pattern("test", text), 4, 3), ladders::InputError)
            << text;
    try {
        board_with_pattern("gun.rle", parse_life_pattern("test", "5o!"), 4, 3);
        FAIL();
    } catch (const ladders::InputError& error) {
        EXPECT_EQ(
            std::string(error.what()),
            "gun.rle: the pattern of 5 x 1 cells is larger than the torus of 4 x 3 (see --size, --width and "
            "--height)");
    }
}

TEST(PatternFile, ABoardWrittenAndReadAgainIsTheSame)
{
    for (const auto& [w, h] : {std::pair{1, 1}, {7, 3}, {200, 50}, {3, 300}}) {
        for (const Board& board : {random_board(w, h, 5), Board(w, h)}) {
            const std::string path = scratch() + "/board.rle";
            write_rle(path, board, "with\na line end");
            EXPECT_EQ(board_with_pattern(path, read_life_pattern(path), w, h), board);
        }
    }
}

TEST(PatternFile, ABoardWrittenOnAllCoresIsTheSame)
{
    // More than two times the rows that are written at once; in the sparse one the second thousand is dead.
    const std::size_t w = 300, h = 3000;
    Board sparse(w, h);
    for (const std::size_t y : {10u, 1000u, 2500u, 2990u})
        sparse.set_alive(y % w, y);
    for (const Board& board : {random_board(w, h, 5), sparse}) {
        const std::string path = scratch() + "/board.rle";
        write_rle(path, board, "comment");
        EXPECT_EQ(board_with_pattern(path, read_life_pattern(path), w, h), board);
    }
}

TEST(PatternFile, LinesAreAtMost70CharactersLong)
{
    const std::string path = scratch() + "/board.rle";
    write_rle(path, random_board(1000, 10, 1), "comment");
    const std::string text = read_file(path);
    for (std::size_t begin = 0, end; begin < text.size(); begin = end + 1) {
        end = text.find('\n', begin);
        ASSERT_NE(end, std::string::npos);
        EXPECT_LE(end - begin, 70u);
    }
}

TEST(PatternFile, GoneUnreadableAndBinaryFilesAreRefused)
{
    const auto message = [](const std::string& path) -> std::string {
        try {
            read_life_pattern(path);
        } catch (const ladders::InputError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(message("/no/such/file"), "/no/such/file: No such file or directory");
    EXPECT_EQ(message("/"), "/: Is a directory");
    EXPECT_EQ(message("/dev/null"), "/dev/null: the file is empty");
    EXPECT_EQ(message("/dev/zero"), "/dev/zero: not a text file: byte 0 is NUL");
    EXPECT_THROW(write_rle("/no/such/folder/x.rle", Board(1, 1), ""), ladders::UsageError);
    EXPECT_THROW(write_rle("/dev/full", random_board(100, 100, 1), ""), ladders::UsageError);
}

}  // namespace

// The reader of patterns: every form that is right is read, and all else is refused by line.
#include "game_of_life/pattern.h"

#include "common/errors.h"
#include "program.h"

#include <gtest/gtest.h>

namespace {

// The pattern in a board of its own size, as rows of . and O.
std::string rows_of(const LifePattern& pattern)
{
    if (pattern.width == 0 || pattern.height == 0)
        return "";
    const Board board = board_with_pattern("test", pattern, static_cast<std::size_t>(pattern.width),
                                           static_cast<std::size_t>(pattern.height));
    std::string text;
    for (std::size_t y = 0; y < board.height; ++y) {
        for (std::size_t x = 0; x < board.width; ++x)
            text += board.cells[y * board.width + x] ? 'O' : '.';
        text += '\n';
    }
    return text;
}

std::string rows(const std::string& text)
{
    return rows_of(parse_life_pattern("test", text));
}

// What the text is refused with, without the name; empty if it is read.
std::string refusal(const std::string& text)
{
    try {
        parse_life_pattern("test", text);
    } catch (const ladders::InputError& error) {
        const std::string message = error.what();
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
        EXPECT_EQ(message.find("test: "), 0u) << message;
        return message.substr(6);
    }
    return "";
}

const char kGlider[] = ".O.\n..O\nOOO\n";

TEST(Rle, IsReadAsGollyWritesIt)
{
    EXPECT_EQ(rows("#N Glider\n#O Richard K. Guy\n#C comment\nx = 3, y = 3, rule = B3/S23\nbob$2bo$3o!\n"),
              kGlider);
    EXPECT_EQ(rows("#CXRLE Pos=0,-1377 Gen=0\nx = 3, y = 3, rule = B3/S23\nbo$2bo$3o!"), kGlider);
}

TEST(Rle, NeedsNoHeader)
{
    EXPECT_EQ(rows("bo$2bo$3o!"), kGlider);
    EXPECT_EQ(rows("#C a comment\n\n  bo$2bo$3o!"), kGlider);
}

TEST(Rle, TakesBlanksAndSpellingsOfTheHeader)
{
    for (const std::string header :
         {"x=3,y=3", "x = 3, y = 3", "  x =3 ,y= 3,rule=b3/s23", "x = 3, y = 3, rule = 23/3",
          "x = 3, y = 3, rule = LIFE  ", "x = 3, y = 3, rule = S23/B3", "#r 23/3\nx=3,y=3"})
        EXPECT_EQ(rows(header + "\nbo$2bo$3o!"), kGlider) << header;
}

TEST(Rle, CountsApplyToRowsToo)
{
    EXPECT_EQ(rows("o3$2o2$bo!"), "O.\n..\n..\nOO\n..\n.O\n");
    EXPECT_EQ(rows("2$o!"), ".\n.\nO\n");
}

TEST(Rle, TakesAllLineEndsAndLinesOfAnyLength)
{
    for (const std::string end : {"\n", "\r\n", "\r"})
        EXPECT_EQ(rows("x = 3, y = 3" + end + "bo$" + end + end + "2b" + end + "o$3o!" + end), kGlider);
    std::string line;
    for (int i = 0; i < 1000; ++i)
        line += "ob";
    EXPECT_EQ(parse_life_pattern("test", line + "o!").width, 2001);
}

TEST(Rle, EndsAtTheExclamationMark)
{
    EXPECT_EQ(rows("bo$2bo$3o! and then anything, 9q x = 7\nrule = B36/S23\n#r 36/23"), kGlider);
}

TEST(Rle, MayBeEmpty)
{
    EXPECT_EQ(rows("x = 0, y = 0, rule = B3/S23\n!"), "");
    EXPECT_EQ(rows("x = 2, y = 1\n!"), "..\n");
    EXPECT_EQ(rows("5b3$!"), "");
}

TEST(Rle, TakesTheLettersOfPatternsWithMoreStates)
{
    EXPECT_EQ(rows("x = 3, y = 3\n.A$2.A$3A!"), kGlider);
}

TEST(Rle, AGapOfMillionsTakesNoMemory)
{
    const LifePattern pattern = parse_life_pattern("test", "2000000000b147483647o!");
    EXPECT_EQ(pattern.runs, (std::vector<LifePattern::Run>{{0, 2'000'000'000, 147'483'647}}));
    EXPECT_EQ(pattern.width, 2'147'483'647);
}

TEST(Rle, RefusesOtherRulesByName)
{
    EXPECT_EQ(refusal("#C c\nx = 3, y = 3, rule = B36/S23\nbo$2bo$3o!"),
              "line 2: the rule 'B36/S23' is not played, only B3/S23");
    EXPECT_EQ(refusal("x = 3, y = 3, rule = B3/S23:T100,100\no!"),
              "line 1: the rule 'B3/S23:T100,100' is not played, only B3/S23");
    EXPECT_EQ(refusal("#r 36/23\no!"), "line 1: the rule '36/23' is not played, only B3/S23");
    EXPECT_EQ(refusal("x = 3, y = 3, rule =\no!"), "line 1: the rule '' is not played, only B3/S23");
}

TEST(Rle, RefusesBrokenHeaders)
{
    for (const std::string header :
         {"x", "x 3, y = 3", "x = 3", "x = 3, z = 3", "x = 3; y = 3", "x = 3.5, y = 3",
          "x = 3, y = 3, rules = B3/S23", "x = 3, y = 3, B3/S23", "x = 3 3, y = 3"})
        EXPECT_EQ(
            refusal("#C\n" + header + "\no!").find("line 2: the header must be x = <width>, y = <height>, "),
            0u)
            << header << ": " << refusal("#C\n" + header + "\no!");
    EXPECT_EQ(refusal("x = , y = 3\no!"), "line 1: a number is expected for x, not ', y = 3'");
    EXPECT_EQ(refusal("x = -3, y = 3\no!"), "line 1: a number is expected for x, not '-3, y = 3'");
    EXPECT_EQ(refusal("x = 3, y = 2147483648\no!"),
              "line 1: y '2147483648' is out of range: at most 2147483647");
}

TEST(Rle, RefusesCellsOutsideOfItsHeader)
{
    EXPECT_EQ(refusal("x = 3, y = 3\nbo$2b2o$3o!"),
              "line 2: a live cell in column 4 of row 2, where the header says 3 x 3");
    EXPECT_EQ(refusal("x = 3, y = 2\nbo$2bo$\n3o!"),
              "line 3: a live cell in column 3 of row 3, where the header says 3 x 2");
    EXPECT_EQ(refusal("x = 3, y = 3\n5b$bo!"), "");  // dead cells may be anywhere
}

TEST(Rle, RefusesCountsThatOverflow)
{
    EXPECT_EQ(refusal("9999999999o!"),
              "line 1: the count '9999999999o!' is out of range: at most 2147483647");
    EXPECT_EQ(refusal("b99999999999999999999999999o!"),
              "line 1: the count '999999999999999999999999...' is out of range: at most 2147483647");
    EXPECT_EQ(refusal("2147483647o\n1o!"), "line 2: more than 2147483647 columns");
    EXPECT_EQ(refusal("2147483647b\nb!"), "line 2: more than 2147483647 columns");
    EXPECT_EQ(refusal("2147483647$\n\n2147483647$o!"), "line 3: more than 2147483647 rows");
}

TEST(Rle, RefusesWhatIsNoItem)
{
    EXPECT_EQ(refusal("bo$\n2qo!"), "line 2: 'q' is neither b (dead), o (alive), $ (end of row) nor ! (end)");
    EXPECT_EQ(refusal("bo$\x01!"), "line 1: '?' is neither b (dead), o (alive), $ (end of row) nor ! (end)");
    EXPECT_EQ(refusal("bo$\n3 o!"), "line 2: the count 3 stands before no cell");
    EXPECT_EQ(refusal("bo$3\no!"), "line 1: the count 3 stands before no cell");
    EXPECT_EQ(refusal("bo$3!"), "line 1: the count 3 stands before no cell");
    EXPECT_EQ(refusal("0o!"), "line 1: a count of 0");
    EXPECT_EQ(refusal("x = 3, y = 3\nx = 3, y = 3\no!"),
              "line 2: 'x' is neither b (dead), o (alive), $ (end of row) nor ! (end)");
}

TEST(Rle, RefusesAFileThatIsCutOff)
{
    EXPECT_EQ(refusal("x = 3, y = 3\nbo$2bo$3o\n"),
              "line 2: the file ends without the ! that ends a pattern");
    EXPECT_EQ(refusal("x = 3, y = 3"), "line 1: the file ends without the ! that ends a pattern");
    EXPECT_EQ(refusal("#C only a comment\n"), "line 1: the file ends without the ! that ends a pattern");
}

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

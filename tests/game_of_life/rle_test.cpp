// The reader of RLE: every form that is right is read, and all else is refused by line.
#include "pattern_text.h"

namespace {

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
    EXPECT_EQ(refusal("x = 3, y = 3, rule = B36/S23:T100,100\no!"),
              "line 1: the rule 'B36/S23:T100,100' is not played, only B3/S23");
    EXPECT_EQ(refusal("#r 36/23\no!"), "line 1: the rule '36/23' is not played, only B3/S23");
    EXPECT_EQ(refusal("x = 3, y = 3, rule =\no!"), "line 1: the rule '' is not played, only B3/S23");
}

TEST(Rle, TakesTheTorusFromTheRule)
{
    const auto torus = [](const std::string& rule) {
        const LifePattern pattern =
            parse_life_pattern("test", "x = 3, y = 3, rule = " + rule + "\nbo$2bo$3o!");
        return std::pair(pattern.torus_width, pattern.torus_height);
    };
    EXPECT_EQ(torus("B3/S23"), std::pair(0L, 0L));
    EXPECT_EQ(torus("B3/S23:T72,48"), std::pair(72L, 48L));
    EXPECT_EQ(torus("23/3:t72"), std::pair(72L, 72L));
}

TEST(Rle, RefusesOtherBoundedGrids)
{
    for (const std::string grid :
         {"P72,48", "K72*,48", "T72+3,48", "T0,48", "T72,0", "T", "T72,", "T99999999999", ""})
        EXPECT_EQ(
            refusal("x = 3, y = 3, rule = B3/S23:" + grid + "\no!"),
            "line 1: the bounded grid '" + grid + "' is not this board, only a torus is: T<width>,<height>");
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
    EXPECT_EQ(refusal("9999999999o!"), "line 1: the count '9999999999' is out of range: at most 2147483647");
    EXPECT_EQ(refusal("b99999999999999999999999999o!"),
              "line 1: the count '99999999999999999999...' is out of range: at most 2147483647");
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

}  // namespace

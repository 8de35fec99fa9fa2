#include "nbody/body_table.h"

#include "common/support/errors.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

namespace {

std::string refusal(const std::string& text)
{
    try {
        parse_body_table("t", text);
        return "";
    } catch (const ladders::InputError& error) {
        return error.what();
    }
}

std::string refusal_of_file(const std::string& path)
{
    try {
        read_body_table(path);
        return "";
    } catch (const ladders::InputError& error) {
        return error.what();
    }
}

std::string scratch_file(const std::string& name, const std::string& content)
{
    const std::string path = testing::TempDir() + "nbody_" + name;
    std::ofstream(path, std::ios::binary) << content;
    return path;
}

const std::string kGood = "1 2 3 4 5 6 7\n";

TEST(BodyTable, HasALineForEachBody)
{
    const Bodies bodies = parse_body_table("t", "1 2 3 4 5 6 7\n0.5 -1e-3 +2 .25 1E2 -0 4.\n");
    EXPECT_EQ(bodies.size(), 2u);
    EXPECT_EQ(bodies.mass, (std::vector<float>{1, 0.5f}));
    EXPECT_EQ(bodies.x, (std::vector<float>{2, -1e-3f}));
    EXPECT_EQ(bodies.y, (std::vector<float>{3, 2}));
    EXPECT_EQ(bodies.z, (std::vector<float>{4, 0.25f}));
    EXPECT_EQ(bodies.vx, (std::vector<float>{5, 100}));
    EXPECT_EQ(bodies.vy, (std::vector<float>{6, 0}));
    EXPECT_EQ(bodies.vz, (std::vector<float>{7, 4}));
}

TEST(BodyTable, MayHaveCommentsEmptyLinesTabsAndWindowsLineEnds)
{
    const Bodies bodies =
        parse_body_table("t",
                         "\xef\xbb\xbf# m x y z vx vy vz\r\n\r\n \t1\t2  3 4 5 6 7 # the sun\r\n"
                         "#1 1 1 1 1 1 1\n   \n2 3 4 5 6 7 8 #");
    EXPECT_EQ(bodies.mass, (std::vector<float>{1, 2}));
    EXPECT_EQ(bodies.vz, (std::vector<float>{7, 8}));
}

TEST(BodyTable, NeedsNoLastLineEnd)
{
    EXPECT_EQ(parse_body_table("t", kGood + "7 6 5 4 3 2 1").vz, (std::vector<float>{7, 1}));
}

TEST(BodyTable, MayGoToItsLimits)
{
    EXPECT_EQ(refusal("0 1e9 -1e9 1000000000 -1000000000 0 0"), "");
    EXPECT_EQ(refusal("1e9 0 0 0 0 0 0"), "");
    for (const char* beyond : {"1.000001e9", "-1.000001e9", "1e10", "1e38"})
        EXPECT_EQ(refusal(kGood + "1 0 0\t " + beyond + " 0 0 0"),
                  std::string("t: line 2: z must be from -1e9 to 1e9, not '") + beyond + "'");
    for (const char* beyond : {"1e39", "1e308", "1e309", "1e9999", "-1e9999"})
        EXPECT_EQ(refusal(kGood + "1 0 0 " + beyond + " 0 0 0"),
                  std::string("t: line 2: z must be a number that a float can hold, not '") + beyond + "'");
    EXPECT_EQ(parse_body_table("t", "1e-9999 -1e-9999 1e-99 0 0 0 0").x[0], 0);
}

TEST(BodyTable, RefusesWhatIsNoNumberByItsLine)
{
    for (const char* word :
         {"nan", "NaN", "-nan", "inf", "-inf", "infinity", "x",  "1x",    "0x10",  "1,5", "1e",
          "--1", "+-1", "++1",  "+",   "-",    ".",        "e5", "1.2.3", "1_000", "1#"})
        EXPECT_EQ(refusal("# three lines\n" + kGood + "1 2 3 4 " + word + " 6 7\n"),
                  std::string("t: line 3: vx must be a number that a float can hold, not '") + word + "'");
}

TEST(BodyTable, RefusesNegativeMasses)
{
    EXPECT_EQ(refusal(kGood + "\n-1 0 0 0 0 0 0"), "t: line 3: the mass must be from 0 to 1e9, not '-1'");
    EXPECT_EQ(refusal("-0 0 0 0 0 0 0"), "");
}

TEST(BodyTable, RefusesTooFewAndTooManyNumbers)
{
    EXPECT_EQ(refusal("1\n"), "t: line 1: x is missing");
    EXPECT_EQ(refusal(kGood + "1 2 3 4 5 6\n7\n"), "t: line 2: vz is missing");
    EXPECT_EQ(refusal(kGood + "1 2 3 4 5 6 # 7\n"),
              "t: line 2: vz must be a number that a float can hold, not '#'");
    EXPECT_EQ(refusal("1 2 3 4 5 6 7 8\n"), "t: line 1: '8' behind the end of what belongs into this line");
    EXPECT_EQ(refusal(kGood + "1 2 3 4 5 6 7 ;\n"),
              "t: line 2: ';' behind the end of what belongs into this line");
}

TEST(BodyTable, NeedsABody)
{
    for (const char* text : {"", "\n", "# nothing\n", " \r\n"})
        EXPECT_EQ(refusal(text), "t: no body in the file; a line for each is expected: m x y z vx vy vz");
}

TEST(BodyTable, ShowsStrangeWordsShortAndPrintable)
{
    EXPECT_EQ(refusal("\x01\xff" + std::string(100, 'a') + " 2 3 4 5 6 7"),
              "t: line 1: the mass must be a number that a float can hold, not '??aaaaaaaaaaaaaaaaaa...'");
}

TEST(BodyTable, GivesBackWhatWasWrittenToTheLastBit)
{
    const std::string path = testing::TempDir() + "nbody_back.txt";
    for (const char* dist : {"uniform", "plummer"}) {
        const Bodies bodies = make_bodies(dist, 1000, 3);
        write_body_table(path, bodies);
        const Bodies back = read_body_table(path);
        EXPECT_EQ(back.mass, bodies.mass);
        EXPECT_EQ(back.x, bodies.x);
        EXPECT_EQ(back.y, bodies.y);
        EXPECT_EQ(back.z, bodies.z);
        EXPECT_EQ(back.vx, bodies.vx);
        EXPECT_EQ(back.vy, bodies.vy);
        EXPECT_EQ(back.vz, bodies.vz);
    }
}

TEST(BodyFile, IsRefusedIfItCannotBeReadOrIsNoText)
{
    EXPECT_EQ(refusal_of_file("/no/such/file"), "/no/such/file: No such file or directory");
    EXPECT_EQ(refusal_of_file("/"), "/: Is a directory");
    const std::string path = scratch_file("zero.txt", kGood + std::string(1, '\0'));
    EXPECT_EQ(refusal_of_file(path), path + ": not a text file: byte 14 is NUL");
    if (!std::ifstream("/dev/zero"))
        GTEST_SKIP() << "no /dev/zero";
    EXPECT_EQ(refusal_of_file("/dev/zero"), "/dev/zero: not a text file: byte 0 is NUL");
}

TEST(BodyFile, MayBeOfManyBlocks)
{
    std::string text;
    for (int i = 0; i < 20000; ++i)
        text += kGood;
    EXPECT_EQ(read_body_table(scratch_file("long.txt", text)).size(), 20000u);
    const std::string broken = scratch_file("long_broken.txt", text + "1 2 3\n");
    EXPECT_EQ(refusal_of_file(broken), broken + ": line 20001: z is missing");
}

TEST(BodyFile, ThatCannotBeWrittenIsReported)
{
    for (const std::string path : {"/no/such/folder/b.txt", "/dev/full"})
        EXPECT_THROW(write_body_table(path, make_bodies("uniform", 1000, 1)), ladders::UsageError) << path;
}

}  // namespace

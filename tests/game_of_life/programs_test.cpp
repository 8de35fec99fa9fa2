// The programs of the Game of Life: patterns in and out, the figure of --start lecture, bad input.
#include "common/readers/image.h"
#include "game_of_life/pattern.h"
#include "run_program.h"

#include <gtest/gtest.h>

#include <string>

namespace {

constexpr int kUsage = 2, kBadInput = 3, kOutOfMemory = 5;

const char kGliderFile[] = "#N Glider\nx = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n";
const char kGun[] =
    "#N Gosper glider gun\nx = 36, y = 9, rule = B3/S23\n"
    "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!\n";

// That all versions are right and leave so many cells alive.
void expect_alive(const std::string& command, const std::string& alive)
{
    const auto json = run_json(command);
    EXPECT_GE(json["versions"].size(), 6u);
    for (const auto& version : json["versions"]) {
        EXPECT_EQ(version["status"], "ok")
            << command << ' ' << version["version"] << ' ' << version["detail"];
        EXPECT_EQ(version["figures"]["Cells alive"], alive) << command << ' ' << version["version"];
    }
}

TEST(GolLecture, HasItsCellsAliveAfter1024GenerationsInEveryVersion)
{
    if (EMULATOR)
        GTEST_SKIP() << "takes minutes on the emulator; LifeReference holds the CPU's side";
    expect_alive("gol", "47026");
}

TEST(GolPattern, AGliderComesHomeRoundTheTorus)
{
    const std::string glider = write_file("glider.rle", kGliderFile);
    for (const std::string version : {"gol_v1", "gol_v5", "gol_v6", "gol_v7"}) {
        const std::string out = scratch() + "/" + version + ".rle";
        ASSERT_EQ(run(version + " -n 18 --generations 72 -i " + glider + " -o " + out).code, 0);
        EXPECT_EQ(board_with_pattern(out, read_life_pattern(out), 18, 18),
                  board_with_pattern(glider, read_life_pattern(glider), 18, 18));
    }
}

TEST(GolPattern, AGosperGunFiresInEveryVersion)
{
    const std::string gun = write_file("gun.rle", kGun);
    expect_alive("gol --width 60 --height 40 --generations 30 -i " + gun, "41");
}

TEST(GolPattern, AllFormatsGiveTheSame)
{
    const std::string rle =
        write_file("r", "x = 36, y = 9\n" + std::string(kGun).substr(std::string(kGun).find("24b")));
    const std::string out = scratch() + "/a.rle", again = scratch() + "/b.rle";
    ASSERT_EQ(run("gol_v6 -n 50 --generations 7 -i " + rle + " -o " + out).code, 0);
    const LifePattern pattern = read_life_pattern(rle);
    std::string cells = "!Name: gun\n", life = "#Life 1.06\n";
    const Board board = board_with_pattern(rle, pattern, 36, 9);
    for (int y = 0; y < 9; ++y) {
        for (int x = 0; x < 36; ++x) {
            const bool alive = board.cells[y * 36 + x];
            cells += alive ? 'O' : '.';
            life += alive ? std::to_string(x - 18) + ' ' + std::to_string(y - 4) + '\n' : "";
        }
        cells += "\r\n";
    }
    for (const std::string& text : {cells, life}) {
        ASSERT_EQ(run("gol_v6 -n 50 --generations 7 -i " + write_file("other", text) + " -o " + again).code,
                  0);
        EXPECT_EQ(board_with_pattern(again, read_life_pattern(again), 50, 50),
                  board_with_pattern(out, read_life_pattern(out), 50, 50));
    }
}

TEST(GolPattern, ThePictureShowsTheBoard)
{
    const std::string blinker = write_file("blinker.cells", "O\nO\nO\n");
    const std::string picture = scratch() + "/life.png";
    ASSERT_EQ(run("gol_v5 --width 64 --height 32 --generations 3 -i " + blinker + " -o " + picture).code, 0);
    const ladders::Image image = ladders::read_grey_image(picture);
    ASSERT_EQ(image.width, 512);  // 8 x 8 pixels to a cell
    ASSERT_EQ(image.height, 256);
    for (int y = 0; y < 256; ++y)
        for (int x = 0; x < 512; ++x) {
            const bool alive = y / 8 == 15 && x / 8 >= 30 && x / 8 <= 32;
            ASSERT_EQ(image.pixels[static_cast<std::size_t>(y * 512 + x)], alive ? 32 : 255)
                << x << ", " << y;
        }
}

TEST(GolPattern, TheTorusOfTheRuleIsTheBoardUnlessASizeIsGiven)
{
    const std::string torus = write_file("torus.rle", "x = 3, y = 3, rule = B3/S23:T72,48\nbo$2bo$3o!\n");
    EXPECT_NE(run("gol_v6 --generations 3 -i " + torus).out.find("\n72 x 48 cells, "), std::string::npos);
    EXPECT_NE(run("gol_v6 --generations 3 -n 64 -i " + torus).out.find("\n64 x 64 cells, "),
              std::string::npos);
    EXPECT_NE(run("gol_v6 --generations 3 --width 50 -i " + torus).out.find("\n50 x "), std::string::npos);
    const std::string huge = write_file("huge.rle", "x = 3, y = 3, rule = B3/S23:T999999,999999\nbo!\n");
    expect_refused("gol_v6 -i " + huge, 5, "huge.rle: a torus of 999999 x 999999 cells: ");
}

TEST(GolShow, DrawsTheLastGenerationWhereThereIsNoTerminal)
{
    const std::string blinker = write_file("blinker.cells", "OOO\n");
    const Outcome outcome = run("gol_v6 --width 7 --height 4 --generations 3 --show -i " + blinker);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("Generation 3, 3 cells alive\n"), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.out.find("Generation 2"), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.out.find('\x1b'), std::string::npos) << outcome.out;
}

TEST(GolBadPattern, IsRefusedByItsNameAndLine)
{
    const std::pair<const char*, const char*> cases[] = {
        {"", "the file is empty"},
        {"x = 3, y = 3, rule = B36/S23\nbo!\n", "line 1: the rule 'B36/S23' is not played, only B3/S23"},
        {"#C c\r\n\r\nbo$2bo$3q!\r\n", "line 3: 'q' is neither"},
        {"x = 3, y = 3\nbo$2bo$", "line 2: the file ends without the ! that ends a pattern"},
        {"9999999999o!", "line 1: the count '9999999999' is out of range"},
        {"10000000000o!", "line 1: the count"},
        {"2000000000o!", "the pattern of 2000000000 x 1 cells is larger than the torus of "},
        {"x = 100000, y = 100000\n!", "the pattern of 100000 x 100000 cells is larger than the torus of "},
        {"#Life 1.06\n0 0\n2000000000 2000000000\n",
         "the pattern of 2000000001 x 2000000001 cells is larger"},
        {"#Life 1.05\n#P 0 0\n", "line 1: '#Life 1.05' is not read"},
        {"hello, world\n", "line 1: 'h' is neither"},
        {".O.\n.X.\n", "line 2: 'X' is neither"},
    };
    for (const auto& [text, part] : cases) {
        const std::string file = write_file("bad.rle", text);
        expect_refused("gol_v6 -i " + file, kBadInput, "bad.rle: " + std::string(part));
    }
    expect_refused("gol -i " + write_file("bad.rle", "q"), kBadInput, "bad.rle: line 1: ");
    expect_refused("gol_v6 -i nowhere.rle", kBadInput, "nowhere.rle: No such file");
    expect_refused("gol_v6 -i /dev/zero", kBadInput, "/dev/zero: not a text file: byte 0 is NUL");
    expect_refused("gol_v6 -n 35 -i " + write_file("gun.rle", kGun), kBadInput,
                   "gun.rle: the pattern of 36 x 9 cells is larger than the torus of 35 x 35");
}

TEST(GolBadOption, IsRefused)
{
    expect_refused("gol_v6 --width 0", kUsage, "--width 0");
    expect_refused("gol_v6 --height -1", kUsage, "--height -1");
    expect_refused("gol_v6 --generations 0", kUsage, "--generations 0");
    expect_refused("gol_v6 --generations 1e3", kUsage, "--generations 1e3");
    expect_refused("gol_v6 --start sunday", kUsage, "--start");
    expect_refused("gol_v6 -o life.gif", kUsage, "life.gif must end in .rle or .png");
    expect_refused("gol_v6 --show --json -", kUsage, "--show");
    expect_refused("gol_v6 --start random -i " + write_file("glider.rle", kGliderFile), kUsage, "--start");
    expect_refused("gol_v6 -n 2Gi", kUsage,
                   "a board of 2147483648 x 2147483648 cells: a side has at most 1073741824");
    expect_refused("gol_v6 -n 1Gi", kOutOfMemory, " are free");
    expect_refused("gol_v9 -n 8Ki --start random --no-cpu", kUsage,
                   "8192 x 8192 cells: more than the registers of this device hold");
    expect_refused("gol_v1 --width 1 --height 1048561 --generations 1", kUsage,
                   "a height of 1048561: this version's grid covers at most 1048560 rows with this block");
}

TEST(GolBadOutput, IsReported)
{
    for (const std::string file : {"/no/such/folder/x.rle", "/no/such/folder/x.png"}) {
        const Outcome outcome = run("gol_v6 -o " + file);
        EXPECT_EQ(outcome.code, kUsage);
        EXPECT_EQ(outcome.error_lines(), 1) << outcome.err;
        EXPECT_NE(outcome.err.find(file), std::string::npos) << outcome.err;
    }
}

}  // namespace

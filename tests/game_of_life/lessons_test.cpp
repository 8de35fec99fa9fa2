#include "lessons.h"

#include <cmath>
#include <set>

namespace {

constexpr double kWidth = 1024, kHeight = 32, kCells = kWidth * kHeight, kGenerations = 8;
constexpr double kPlayed = kCells * kGenerations;

// Whole tiles and words, so that the counts follow from the sizes alone.
const nlohmann::json& counted()
{
    static const nlohmann::json run =
        run_json_once("gol --width 1024 --height 32 --generations 8 --start random");
    return run;
}

const nlohmann::json& version(int number)
{
    return counted()["versions"].at(static_cast<std::size_t>(number - 1));
}

// The kernel's name without template arguments.
std::string name_of(const nlohmann::json& line)
{
    const std::string name = line["kernel"];
    return name.substr(0, name.find('<'));
}

// A counter of one kernel's accesses of one kind, over all of its lines.
double of(int number, const std::string& kernel, const std::string& memory, const std::string& access,
          const std::string& counter)
{
    double sum = 0;
    for (const auto& line : version(number)["counters"]["lines"])
        if (name_of(line) == kernel && line["memory"] == memory && line["access"] == access)
            sum += line[counter].get<double>();
    return sum;
}

double blocks(int number)
{
    const auto& grid = version(number)["launches"].back()["grid"];
    return grid[0].get<double>() * grid[1].get<double>();
}

std::set<std::string> kernels(int number)
{
    std::set<std::string> names;
    for (const auto& line : version(number)["counters"]["lines"])
        names.insert(name_of(line));
    return names;
}

double bytes_asked(int number, const std::string& access)
{
    return of(number, "play", "global", access, "bytes_asked");
}

TEST(Lessons, EveryVersionIsRight)
{
    ASSERT_EQ(counted()["versions"].size(), 9u);
    for (int v = 1; v <= 9; ++v)
        EXPECT_EQ(version(v)["status"], "ok") << version(v)["detail"];
}

TEST(Lessons, V1AsksForEachCellNineTimesAndForNoConstant)
{
    EXPECT_EQ(of(1, "play", "global", "load", "lanes"), 9 * kPlayed);
    EXPECT_EQ(of(1, "play", "global", "store", "lanes"), kPlayed);
    // Its table lies in local memory, which the emulator does not count, as it does not count registers.
    EXPECT_EQ(of(1, "play", "constant", "load", "requests"), 0);
}

TEST(Lessons, V2ReadsTheTableFromConstantMemoryOncePerCell)
{
    EXPECT_EQ(of(2, "play", "constant", "load", "lanes"), kPlayed);
    for (const char* counter : {"requests", "lanes", "sectors"})
        for (const char* access : {"load", "store"})
            EXPECT_EQ(of(2, "play", "global", access, counter), of(1, "play", "global", access, counter));
    // Lanes that want different entries wait for each other.
    EXPECT_GT(of(2, "play", "constant", "load", "wavefronts"),
              2 * of(2, "play", "constant", "load", "requests"));
}

TEST(Lessons, V3HasAFourthOfTheBlocksAndFewerSectorsForTheSameLoads)
{
    EXPECT_EQ(blocks(2), kCells / 256);
    EXPECT_EQ(blocks(3), kCells / 1024);
    EXPECT_EQ(of(3, "play", "global", "load", "requests"), of(2, "play", "global", "load", "requests"));
    // A warp's 32 cells in one row, not 16 in each of two: five sectors where one begins amid a sector, not
    // six.
    EXPECT_EQ(of(2, "play", "global", "store", "sectors"), 6 * kPlayed / 32);
    EXPECT_EQ(of(3, "play", "global", "store", "sectors"), 5 * kPlayed / 32);
    EXPECT_LT(of(3, "play", "global", "load", "sectors"), 0.9 * of(2, "play", "global", "load", "sectors"));
}

TEST(Lessons, V4AsksForACellOnceAndForTheHalosTwice)
{
    // Tiles of 30 x 30 cells, each with a halo all round.
    const double across = std::ceil(kWidth / 30), down = std::ceil(kHeight / 30);
    EXPECT_EQ(blocks(4), across * down);
    EXPECT_EQ(of(4, "play", "global", "load", "lanes"),
              (kWidth + 2 * across) * (kHeight + 2 * down) * kGenerations);
    EXPECT_LT(of(4, "play", "global", "load", "lanes") / kPlayed, 1.21);
    EXPECT_EQ(of(4, "play", "shared", "load", "lanes"), 10 * kPlayed);  // nine cells, an entry of the table
    EXPECT_EQ(of(4, "play", "shared", "load", "wavefronts"),
              of(4, "play", "shared", "load", "ideal_wavefronts"));
    EXPECT_EQ(of(4, "play", "shared", "store", "wavefronts"),
              of(4, "play", "shared", "store", "ideal_wavefronts"));
}

TEST(Lessons, V4ReadsConstantMemoryOncePerBlock)
{
    EXPECT_EQ(of(3, "play", "constant", "load", "lanes"), kPlayed);
    EXPECT_EQ(of(4, "play", "constant", "load", "lanes"), 18 * blocks(4) * kGenerations);
}

TEST(Lessons, V5NeedsOneLaunchAGenerationNotThree)
{
    EXPECT_EQ(kernels(4), (std::set<std::string>{"copy_ghost_columns", "copy_ghost_rows", "play"}));
    EXPECT_EQ(version(4)["launches"].size(), 3u);
    EXPECT_EQ(kernels(5), std::set<std::string>{"play"});
    EXPECT_EQ(version(5)["launches"].size(), 1u);
    EXPECT_EQ(of(5, "play", "global", "load", "lanes"), of(4, "play", "global", "load", "lanes"));
}

TEST(Lessons, V6MovesA32ndOfTheBytes)
{
    EXPECT_EQ(bytes_asked(5, "store"), kPlayed * 4);
    EXPECT_EQ(bytes_asked(6, "store"), kPlayed / 8);
    EXPECT_EQ(of(6, "play", "global", "store", "sectors"), kPlayed / 8 / 32);  // no byte too many
    // Ten rows are loaded for eight, and of each word the halves of the two beside it, from the same sectors.
    EXPECT_EQ(bytes_asked(6, "load"), 2 * kPlayed / 8 * 10 / 8);
    EXPECT_LT(bytes_asked(6, "load"), bytes_asked(5, "load") / 15);
    EXPECT_LT(of(6, "play", "global", "load", "requests"), of(5, "play", "global", "load", "requests") / 19);
}

TEST(Lessons, V7ReadsAndWritesOnceForEightGenerations)
{
    EXPECT_EQ(of(7, "play", "global", "store", "lanes"), of(6, "play", "global", "store", "lanes") / 8);
    // Higher than its halos, a board is read little more than once in eight generations.
    const std::string board = " --width 1920 --height 1024 --generations 8 --start random";
    const LadderRun single("gol_v6" + board), several("gol_v7" + board);
    EXPECT_LT(several.of("v7", "global_loads", "requests"), single.of("v6", "global_loads", "requests") / 15);
    EXPECT_EQ(several.of("v7", "global_stores", "lanes"), single.of("v6", "global_stores", "lanes") / 8);
}

TEST(Lessons, V8AsksAnAdjacentLaneForABitOfThreeWordsNotOfTwo)
{
    // As wide as a strip of v8, inclusive of one word of halo on each side: 94 words of 32 cells. High, so that
    // both have few halos.
    const std::string board = " --width 3008 --height 1024 --generations 8 --start random";
    const LadderRun two("gol_v7" + board), three("gol_v8" + board);
    // v7 has strips of 60 words: two, the second of them not full.
    EXPECT_LT(three.of("v8", "warp_collectives"), two.of("v7", "warp_collectives") * 2 / 3);
}

TEST(Lessons, V8sLanesThatANarrowStripLeavesIdlePlayOtherRows)
{
    // 640 cells: 20 words and two of halo are eight lanes, so that a warp plays four bands.
    const std::string board = " --width 640 --height 512 --generations 8 --start random";
    const LadderRun single("gol_v7" + board), four("gol_v8" + board);
    EXPECT_EQ(single.lanes_per_request("v7", "global_stores"), 10);  // of 64 cells
    EXPECT_GT(four.lanes_per_request("v8", "global_stores"), 20);
}

TEST(Lessons, V9StoresARowOnlyWhenAnotherBlockNeedsIt)
{
    // 32 words of 32 cells; 12 generations from one exchange to the next, then a 13th, after which all is stored.
    constexpr double kWords = 32, kHeight = 512, kHalo = 12;
    const LadderRun run("gol_v9 --width 1024 --height 512 --generations 13 --start random");
    EXPECT_EQ(run.launches("v9"), 1u);
    ASSERT_GT(kHeight / run.blocks("v9"), 2 * kHalo);  // a block has rows that no other needs
    EXPECT_EQ(run.of("v9", "global_stores", "lanes"), kWords * (run.blocks("v9") * 2 * kHalo + kHeight));
}

TEST(Lessons, V9sWarpsExchangeTwoRowsPerGenerationInSharedMemory)
{
    constexpr double kGenerations = 13;
    const LadderRun run("gol_v9 --width 1024 --height 512 --generations 13 --start random");
    EXPECT_EQ(run.of("v9", "barriers"), kGenerations * run.blocks("v9"));
    EXPECT_EQ(run.of("v9", "shared_stores", "requests"), run.of("v9", "shared_loads", "requests"));
    // A lane's sums are 8 bytes, two wavefronts of a warp.
    EXPECT_EQ(run.of("v9", "shared_loads", "wavefronts"), 2 * run.of("v9", "shared_loads", "requests"));
}

TEST(Lessons, NoVersionIsReported)
{
    for (const char* options :
         {"--width 130 --height 70 --generations 9", "--width 33 --height 35 --generations 2"}) {
        const LadderRun run(std::string("gol --start random ") + options);
        for (const char* version : {"v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9"})
            EXPECT_TRUE(run.reports(version).empty()) << options << ' ' << run.reports(version);
    }
}

}  // namespace

#include "lessons.h"

namespace {

// v3 to v7 need 2 x 2 blocks, and no padding.
constexpr double kN = 128, kWarp = 32;
constexpr double kSteps = kN * kN * kN, kTile = 64, kTiles = kN / kTile;
constexpr double kPrepareLoads = kN * kN / kWarp;  // of the kernel that transposes

const LadderRun& counted()
{
    static const LadderRun run("shortcut -n 128");
    return run;
}

TEST(Lessons, V1ReadsARowPerThreadIn32Sectors)
{
    // Of the two loads of a step, one is at 32 rows, and the other at one place for all lanes.
    EXPECT_EQ(counted().of("v1", "global_loads", "requests"), 2 * kSteps / kWarp);
    EXPECT_EQ(counted().of("v1", "global_loads", "sectors"), (32 + 1) * kSteps / kWarp);
    EXPECT_EQ(counted().of("v1", "global_stores", "sectors"),
              32 * counted().of("v1", "global_stores", "requests"));
}

TEST(Lessons, V2ReadsNeighboursIn4Sectors)
{
    EXPECT_EQ(counted().of("v2", "global_loads", "requests"), 2 * kSteps / kWarp);
    EXPECT_EQ(counted().of("v2", "global_loads", "sectors"), (4 + 1) * kSteps / kWarp);
    EXPECT_EQ(counted().of("v2", "global_stores", "sectors"),
              4 * counted().of("v2", "global_stores", "requests"));
}

TEST(Lessons, V3Loads16NumbersFor64Steps)
{
    EXPECT_EQ(counted().of("v3", "global_loads", "requests") - kPrepareLoads, 16 * kSteps / 64 / kWarp);
    // v2 loads 128 for as many.
    EXPECT_EQ(counted().of("v2", "global_loads", "requests"), 128 * kSteps / 64 / kWarp);
}

TEST(Lessons, V4AsksForAnEighth)
{
    const double v3 = counted().of("v3", "global_loads", "requests") - kPrepareLoads;
    const double v4 = counted().of("v4", "global_loads", "requests") - kPrepareLoads;
    EXPECT_EQ(v3 / v4, 8);
    EXPECT_EQ(v4, kTiles * kTiles * kN * 2 * kTile / kWarp);  // for each block and k, two rows of a stripe
}

TEST(Lessons, V4ReadsSharedMemoryInFoursAndWithoutConflicts)
{
    const double transposed = counted().of("v3", "shared_loads", "requests");  // v3 has no others
    EXPECT_EQ(counted().of("v4", "shared_loads", "requests") - transposed, 4 * kSteps / 64 / kWarp);
    EXPECT_EQ(counted().conflicts("v4", "shared_loads"), 1);
    EXPECT_EQ(counted().conflicts("v4", "shared_stores"), 1);
}

TEST(Lessons, V5LooksForTheLeastNumbersFirst)
{
    EXPECT_EQ(counted().of("v5", "global_loads", "sectors") - counted().of("v4", "global_loads", "sectors"),
              2 * kN * kN / 8 + 2 * kTiles * kTiles * 2);
    EXPECT_EQ(counted().conflicts("v5", "shared_loads"), 1);
}

TEST(Lessons, V6CopiesFourNumbersAtATimeWithHalfTheBarriers)
{
    const double stripes = kTiles * kTiles * kN * 2 * kTile / kWarp;  // requests of v5 for them
    EXPECT_EQ(counted().of("v5", "global_loads", "requests") - counted().of("v6", "global_loads", "requests"),
              stripes * 3 / 4);
    EXPECT_EQ(counted().of("v5", "barriers") - counted().of("v6", "barriers"), kTiles * kTiles * kN / 32);
    EXPECT_EQ(counted().conflicts("v6", "shared_loads"), 1);
    EXPECT_EQ(counted().conflicts("v6", "shared_stores"), 1);
}

TEST(Lessons, V7SearchesWithThreeQuartersOfTheLoadsAndAddsUp32SumsOfFloats)
{
    const auto requests = [](const char* version, const char* kind) {
        return counted().of(version, kind, "requests");
    };
    const double warps = kSteps / 64 / kWarp;       // times k: each thread has 64 results
    const double results = kN * kN / 4;             // requests: 8 lanes for each
    const double sample = 1024 * kN / kWarp;        // requests that read a row's or a column's numbers
    const double trees = 1024 * (2 * (2 + 6) + 1);  // of 128 numbers: steps of two warps and of one
    EXPECT_EQ(requests("v7", "shared_loads") - requests("v6", "shared_loads"),
              (3 - 4) * warps + trees + 2 * results + kN * kN / kWarp);

    const double stripes = kTiles * kTiles * kN * 2 * kTile / kWarp / 4;  // of v6
    const double rounding = 3 * kN * kN / 2 / kWarp;
    const double expected = (3.0 / 4 - 1) * stripes + 2 * sample + rounding + 2 * results;
    const double found = requests("v7", "global_loads") - requests("v6", "global_loads");
    EXPECT_GE(found, expected);
    EXPECT_LT(found, 1.01 * expected);  // of a few results it adds up all sums
    EXPECT_EQ(requests("v7", "global_atomics"), 1024);
}

TEST(Lessons, NoVersionIsReported)
{
    for (const char* command : {"shortcut -n 128", "shortcut -n 70 --dist nan --no-cpu"}) {
        const LadderRun run(command);
        for (const char* version : {"v1", "v2", "v3", "v4", "v5", "v6", "v7"}) {
            EXPECT_EQ(run.status(version), "ok") << command;
            EXPECT_TRUE(run.reports(version).empty()) << command << ' ' << run.reports(version);
        }
    }
}

}  // namespace

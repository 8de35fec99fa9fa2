#include "lessons.h"

namespace {

// One block of each version: no second level, so the counters are those of the scan of a block.
const LadderRun& one_block()
{
    static const LadderRun run("scan -n 256");
    return run;
}

const LadderRun& counted()
{
    static const LadderRun run("scan");
    return run;
}

constexpr double kBlock = 256;        // the threads of a block of v1 to v5
constexpr double kNumbers = 1 << 15;  // of counted()

// Every partial sum goes to shared memory: what is stored besides the numbers themselves.
double additions(const LadderRun& run, const std::string& version, double numbers)
{
    return run.of(version, "shared_stores", "lanes") - numbers;
}

TEST(Lessons, V1AddsNLogNTimes)
{
    // 255 + 254 + 252 + 248 + 240 + 224 + 192 + 128
    EXPECT_EQ(additions(one_block(), "v1", kBlock), 8 * kBlock - 255);
    EXPECT_EQ(one_block().of("v1", "shared_loads", "lanes"), 8 * kBlock - 255);
}

TEST(Lessons, V1WaitsTwicePerStepAndV2Once)
{
    EXPECT_EQ(one_block().of("v1", "barriers"), 1 + 2 * 8);
    EXPECT_EQ(one_block().of("v2", "barriers"), 1 + 8);
    EXPECT_EQ(one_block().of("v2", "shared_loads", "lanes"), one_block().of("v1", "shared_loads", "lanes"));
}

TEST(Lessons, V3AddsTwicePerNumber)
{
    const LadderRun run("scan -n 512");  // a block's part: two numbers per thread
    EXPECT_EQ(additions(run, "v3", 512), 511 + 511 - 9);
    EXPECT_EQ(additions(run, "v4", 512), 511 + 511 - 9);
    // Of any n, with the scan of the blocks' sums:
    EXPECT_GT(additions(counted(), "v1", kNumbers), 7 * kNumbers);
    EXPECT_LT(additions(counted(), "v3", kNumbers), 2.05 * kNumbers);
}

TEST(Lessons, V3MeetsInTheBanksAndV4DoesNot)
{
    EXPECT_EQ(counted().conflicts("v2", "shared_loads"), 1);
    EXPECT_GT(counted().conflicts("v3", "shared_loads"), 4);
    EXPECT_GT(counted().conflicts("v3", "shared_stores"), 3.5);
    EXPECT_EQ(counted().of("v4", "shared_loads", "requests"), counted().of("v3", "shared_loads", "requests"));
    // In the down-sweep one lane of a warp meets one other while it reads; that is all that is left.
    EXPECT_LT(counted().conflicts("v4", "shared_loads"), 1.12);
    EXPECT_EQ(counted().conflicts("v4", "shared_stores"), 1);
}

TEST(Lessons, V5PassesSumsInRegisters)
{
    EXPECT_GT(counted().of("v4", "shared_loads", "lanes") / counted().of("v5", "shared_loads", "lanes"), 5);
    EXPECT_GT(
        counted().of("v4", "shared_loads", "wavefronts") / counted().of("v5", "shared_loads", "wavefronts"),
        6);
    EXPECT_EQ(one_block().of("v5", "barriers"), 2);
}

TEST(Lessons, V6AsksFor16BytesAtATimeAndWaitsASixteenthAsOften)
{
    EXPECT_NEAR(counted().of("v5", "global_loads", "sectors") / counted().of("v6", "global_loads", "sectors"),
                1, 0.15);
    EXPECT_GT(counted().of("v5", "global_loads", "requests") / counted().of("v6", "global_loads", "requests"),
              4);
    EXPECT_GT(
        counted().of("v5", "global_stores", "requests") / counted().of("v6", "global_stores", "requests"), 4);
    EXPECT_EQ(one_block().of("v6", "barriers"), 2);  // for 4096 numbers
    EXPECT_GE(counted().of("v5", "barriers") / counted().of("v6", "barriers"), 14);
    EXPECT_GT(counted().of("v5", "warp_collectives") / counted().of("v6", "warp_collectives"), 3);
}

TEST(Lessons, V7ReadsAndWritesEachNumberOnceInOneLaunch)
{
    const double once = kNumbers * 4 / 32;  // sectors
    EXPECT_GE(counted().of("v6", "global_loads", "sectors"), 2 * once);
    EXPECT_GE(counted().of("v6", "global_stores", "sectors"), 2 * once);
    // Besides the numbers: a tile's sum and prefix, its ticket, and what its block looks back for.
    const double tiles = 3;
    EXPECT_GE(counted().of("v7", "global_loads", "sectors"), once + tiles - 1);
    EXPECT_LE(counted().of("v7", "global_loads", "sectors"), once + 2 * (tiles - 1));
    EXPECT_EQ(counted().of("v7", "global_stores", "sectors"), once + 2 * tiles);
    EXPECT_EQ(counted().of("v7", "global_atomics", "requests"), tiles);
    EXPECT_EQ(counted().launches("v6"), 3u);
    EXPECT_EQ(counted().launches("v7"), 1u);
}

TEST(Lessons, V7LooksBackNoFartherThanToThePrefixBefore)
{
    // 256 tiles of 512 numbers. The emulator starts a block when those before have ended or wait: one look at 32 words,
    // 8 sectors (9 where they begin within one), finds a prefix.
    const LadderRun run("scan_v7 --block 32 -n 131072");
    EXPECT_LE(run.of("v7", "global_loads", "sectors"), 131072 * 4 / 32 + 256 * 9);
}

TEST(Lessons, V8ReadsAndWritesEachNumberOnce)
{
    const double once = kNumbers * 4 / 32;  // sectors
    // Besides the numbers: what each tile publishes, and what its block looks back for.
    const double tiles = 2;
    EXPECT_EQ(counted().of("v8", "global_loads", "sectors"), once + tiles - 1);
    EXPECT_EQ(counted().of("v8", "global_stores", "sectors"), once + tiles);
    EXPECT_EQ(counted().launches("v8"), 1u);
}

// A fixed grid: no more blocks than can be resident, each with several tiles, where v7 starts a block for each tile.
TEST(Lessons, V8StartsAFixedGrid)
{
    const auto blocks = [](const std::string& version, const std::string& n) {
        return LadderRun("scan_" + version + " --block 32 -n " + n).blocks(version);
    };
    EXPECT_EQ(blocks("v8", "150001"), blocks("v8", "300007"));
    EXPECT_EQ(blocks("v7", "150001"), (150001 + 511) / 512);
}

// With blocks of 32 threads n = 300007 are 586 tiles of v7 and 293 of v8, more than the blocks that can be resident.
void expect_no_order_needed(const std::string& version)
{
    for (const std::string order : {"forward", "reverse", "random:1", "random:2", "random:3"})
        for (const char* options :
             {"--block 32 -n 300007", "--block 32 -n 100003 --type float --exclusive", "-n 150001"}) {
            const LadderRun run("scan_" + version + " --block-order " + order + " --warp-order " + order +
                                " " + options);
            EXPECT_EQ(run.status(version), "ok") << order << ' ' << options;
            EXPECT_TRUE(run.reports(version).empty())
                << order << ' ' << options << ' ' << run.reports(version);
        }
}

TEST(Lessons, V7NeedsNoOrderOfTheBlocks)
{
    expect_no_order_needed("v7");
}

// Its blocks wait for blocks that started later as well as for those before.
TEST(Lessons, V8NeedsNoOrderOfTheBlocks)
{
    expect_no_order_needed("v8");
}

TEST(Lessons, NoVersionIsReported)
{
    for (const char* type : {"int", "float", "int --exclusive", "float --exclusive"}) {
        const LadderRun run(std::string("scan -n 10007 --type ") + type);
        for (const char* version : {"v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8"})
            EXPECT_TRUE(run.reports(version).empty()) << type << ' ' << run.reports(version);
    }
}

}  // namespace

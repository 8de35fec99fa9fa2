#include "lessons.h"

namespace {

// The input of the table that Nsight Compute measured on an H200: 16 blocks of 256 threads.
constexpr double kBlocks = 16;

const LadderRun& counted()
{
    static const LadderRun run("reduce -n 4096");
    return run;
}

TEST(Lessons, TheFirstThreeVersionsLoadEachNumberOnceAndCoalesced)
{
    for (const char* version : {"v1", "v2", "v3"}) {
        EXPECT_EQ(counted().of(version, "global_loads", "requests"), 128);
        EXPECT_EQ(counted().of(version, "global_loads", "sectors"), 512);
        EXPECT_EQ(counted().of(version, "global_stores", "requests"), kBlocks);
        EXPECT_EQ(counted().of(version, "global_stores", "sectors"), kBlocks);
    }
}

TEST(Lessons, V1SpreadsTheWorkingThreadsOverAllWarps)
{
    EXPECT_EQ(counted().of("v1", "shared_loads", "wavefronts"), 1520);
    EXPECT_EQ(counted().of("v1", "shared_stores", "wavefronts"), 880);
    EXPECT_EQ(counted().conflicts("v1", "shared_loads"), 1);
    EXPECT_LT(counted().lanes_per_request("v1", "shared_loads"), 6);
}

TEST(Lessons, V2PacksThemTogetherButMeetsInTheBanks)
{
    EXPECT_LT(counted().of("v2", "shared_loads", "requests"),
              counted().of("v1", "shared_loads", "requests") / 2);
    // nvcc merges the two loads of the step with stride 1, so a GPU shows 1392; the source asks for this:
    EXPECT_EQ(counted().of("v2", "shared_loads", "wavefronts"), 1520);
    EXPECT_GT(counted().conflicts("v2", "shared_loads"), 2);
    EXPECT_GT(counted().lanes_per_request("v2", "shared_loads"), 20);
    EXPECT_GT(counted().of("v2", "active_threads_per_warp"),
              counted().of("v1", "active_threads_per_warp") + 2);
}

TEST(Lessons, V3HasNoBankConflicts)
{
    EXPECT_EQ(counted().of("v3", "shared_loads", "wavefronts"), 400);
    EXPECT_EQ(counted().of("v3", "shared_stores", "wavefronts"), 320);
    EXPECT_EQ(counted().conflicts("v3", "shared_loads"), 1);
    EXPECT_EQ(counted().conflicts("v3", "shared_stores"), 1);
}

TEST(Lessons, V4NeedsHalfOfTheBlocks)
{
    const LadderRun run("reduce");
    EXPECT_EQ(run.blocks("v3"), 256);
    EXPECT_EQ(run.blocks("v4"), 128);
}

TEST(Lessons, V5NeedsATenthOfTheSharedRequestsAndOneBarrierPerBlock)
{
    EXPECT_GT(counted().of("v4", "shared_loads", "requests") / counted().of("v5", "shared_loads", "requests"),
              10);
    EXPECT_EQ(counted().of("v5", "barriers"), 8 + 1);  // blocks of the first and of the second launch
    EXPECT_EQ(counted().of("v4", "barriers"), (8 + 1) * 9);
}

TEST(Lessons, V6Loads16BytesAtATimeInOneLaunch)
{
    const LadderRun run("reduce");
    EXPECT_LT(run.of("v6", "global_loads", "requests"), run.of("v5", "global_loads", "requests") / 3.5);
    EXPECT_EQ(run.launches("v6"), 1u);
    EXPECT_GT(run.launches("v5"), 1u);
}

TEST(Lessons, V7LoadsTheNumbersOnlyAndHasOneAtomicPerBlock)
{
    const LadderRun run("reduce");
    const double blocks = double(run.blocks("v7"));
    EXPECT_EQ(run.of("v7", "global_loads", "requests"), 65536 / 4 / 32);
    EXPECT_GT(run.of("v6", "global_loads", "requests"), 65536 / 4 / 32);  // and the blocks' sums
    EXPECT_EQ(run.of("v7", "global_atomics", "requests"), blocks);
    EXPECT_EQ(run.of("v7", "global_stores", "requests"), 2);  // the total, and the tally set back
    EXPECT_EQ(run.of("v6", "global_stores", "requests"), blocks + 2);
    EXPECT_EQ(run.of("v7", "barriers"), blocks);
}

TEST(Lessons, V7AddsAFloatsSumAndItsCountOneAfterTheOther)
{
    const LadderRun run("reduce --type float");
    EXPECT_EQ(run.of("v7", "global_atomics", "requests"), 2 * run.blocks("v7"));
}

TEST(Lessons, NoVersionIsReported)
{
    for (const char* type : {"int", "float", "double"}) {
        const LadderRun run(std::string("reduce -n 10007 --type ") + type);
        for (const char* version : {"v1", "v2", "v3", "v4", "v5", "v6", "v7"})
            EXPECT_TRUE(run.reports(version).empty()) << type << ' ' << run.reports(version);
    }
}

}  // namespace

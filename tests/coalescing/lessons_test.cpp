#include "lessons.h"

namespace {

// vecadd: 50000 floats are 1562.5 warps' worth, and 12500 vectors of four, 390.6 warps' worth.

const LadderRun& added()
{
    static const LadderRun run("vecadd");
    return run;
}

TEST(VecaddLessons, V1LeavesAllMultiprocessorsButOneIdle)
{
    EXPECT_EQ(added().blocks("v1"), 1);
    EXPECT_EQ(added().blocks("v2"), 196);
}

TEST(VecaddLessons, V3NeedsAQuarterOfTheRequestsForTheSameSectors)
{
    for (const char* version : {"v1", "v2"}) {
        EXPECT_EQ(added().of(version, "global_loads", "requests"), 2 * 1563);
        EXPECT_EQ(added().of(version, "global_stores", "requests"), 1563);
    }
    EXPECT_EQ(added().of("v3", "global_loads", "requests"), 2 * 391);
    EXPECT_EQ(added().of("v3", "global_stores", "requests"), 391);
    for (const char* version : {"v1", "v2", "v3"}) {
        EXPECT_EQ(added().of(version, "global_loads", "sectors"), 2 * 6250);
        EXPECT_EQ(added().of(version, "global_stores", "sectors"), 6250);
        EXPECT_EQ(added().bus_utilisation(version, "global_loads"), 1);
        EXPECT_EQ(added().bus_utilisation(version, "global_stores"), 1);
    }
}

// saxpy

constexpr double kWarps = 65536 / 32;

const LadderRun& saxpy()
{
    static const LadderRun run("saxpy");
    return run;
}

void expect_traffic(const LadderRun& run, const std::string& version, double requests, double sectors,
                    double utilisation)
{
    for (const auto& [accesses, arrays] : {std::pair("global_loads", 2), std::pair("global_stores", 1)}) {
        EXPECT_EQ(run.of(version, accesses, "requests"), arrays * requests) << version << ' ' << accesses;
        EXPECT_EQ(run.of(version, accesses, "sectors"), arrays * sectors) << version << ' ' << accesses;
        EXPECT_EQ(run.bus_utilisation(version, accesses), utilisation) << version << ' ' << accesses;
    }
}

TEST(SaxpyLessons, V1UsesAllThatMoves)
{
    expect_traffic(saxpy(), "v1", kWarps, 4 * kWarps, 1);
}

TEST(SaxpyLessons, V2MovesTheSameSectorsAndUsesHalf)
{
    expect_traffic(saxpy(), "v2", kWarps, 4 * kWarps, 0.5);
}

TEST(SaxpyLessons, V3AsksForTheSameSectorsTwice)
{
    expect_traffic(saxpy(), "v3", 2 * kWarps, 2 * 4 * kWarps, 0.5);
    EXPECT_EQ(saxpy().lanes_per_request("v3", "global_loads"), 16);
}

TEST(SaxpyLessons, V4UsesAllThatMovesThoughLanesDisagree)
{
    expect_traffic(saxpy(), "v4", kWarps, 4 * kWarps, 1);
}

TEST(SaxpyLessons, V5HasAtMostOneWarpThatGoesBothWays)
{
    expect_traffic(saxpy(), "v5", kWarps, 4 * kWarps, 1);  // the border lies between two warps
    EXPECT_EQ(saxpy().of("v5", "active_threads_per_warp"), 32);

    // 64.75 warps to the border. The warp across it asks twice; its two parts share no sector.
    const LadderRun run("saxpy -n 4144");
    expect_traffic(run, "v1", 130, 518, 1);
    expect_traffic(run, "v5", 131, 518, 1);
    expect_traffic(run, "v3", 260, 2 * 518, 0.5);
}

TEST(SaxpyLessons, V6NeedsAQuarterOfTheRequests)
{
    expect_traffic(saxpy(), "v6", kWarps / 4, 4 * kWarps, 1);
}

// access

const LadderRun& copied()
{
    static const LadderRun run("access");
    return run;
}

TEST(AccessLessons, SectorsPerRequestFollowFromTheIndex)
{
    EXPECT_EQ(copied().sectors_per_request("v1", "global_loads"), 4);
    EXPECT_EQ(copied().sectors_per_request("v2", "global_loads"), 4);
    EXPECT_EQ(copied().sectors_per_request("v3", "global_loads"), 5);
    EXPECT_EQ(copied().sectors_per_request("v4", "global_loads"), 1);
    EXPECT_EQ(copied().sectors_per_request("v5", "global_loads"), 32);
    // Of the 8192 sectors two lanes choose the same one now and then: 31.94 distinct ones are to be expected.
    EXPECT_GT(copied().sectors_per_request("v6", "global_loads"), 31.9);
    EXPECT_LT(copied().sectors_per_request("v6", "global_loads"), 32);
}

TEST(AccessLessons, BusUtilisationFollowsFromTheSectors)
{
    EXPECT_EQ(copied().bus_utilisation("v1", "global_loads"), 1);
    EXPECT_EQ(copied().bus_utilisation("v2", "global_loads"), 1);
    EXPECT_EQ(copied().bus_utilisation("v3", "global_loads"), 0.8);
    EXPECT_EQ(copied().bus_utilisation("v4", "global_loads"), 4);
    EXPECT_EQ(copied().bus_utilisation("v5", "global_loads"), 0.125);
}

TEST(AccessLessons, OnlyTheLoadsDiffer)
{
    for (const char* version : {"v1", "v2", "v3", "v4", "v5", "v6"}) {
        EXPECT_EQ(copied().of(version, "global_loads", "requests"), kWarps) << version;
        EXPECT_EQ(copied().of(version, "global_stores", "requests"), kWarps) << version;
        EXPECT_EQ(copied().of(version, "global_stores", "sectors"), 4 * kWarps) << version;
    }
}

TEST(AccessLessons, V5TouchesFourSectorsPerStepOfTheStrideUpTo32)
{
    for (const int stride : {1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 31, 33, 100}) {
        // Columns of 64 elements, two warps each.
        const LadderRun run("access -n " + std::to_string(64 * stride) + " --stride " +
                            std::to_string(stride));
        EXPECT_EQ(run.of("v5", "global_loads", "requests"), 2 * stride) << stride;
        EXPECT_EQ(run.sectors_per_request("v5", "global_loads"), std::min(4 * stride, 32)) << stride;
    }
}

// layout

TEST(LayoutLessons, TheLayoutDecidesWhichBytesComeAlong)
{
    constexpr double kPointWarps = 16384 / 32;
    const LadderRun run("layout -n 16384");
    for (const char* accesses : {"global_loads", "global_stores"}) {
        for (const char* version : {"v1", "v2", "v3"})
            EXPECT_EQ(run.of(version, accesses, "requests"), 3 * kPointWarps) << version;
        EXPECT_EQ(run.of("v4", accesses, "requests"), kPointWarps);

        EXPECT_EQ(run.sectors_per_request("v1", accesses), 16);
        EXPECT_EQ(run.sectors_per_request("v2", accesses), 12);
        EXPECT_EQ(run.sectors_per_request("v3", accesses), 4);
        EXPECT_EQ(run.sectors_per_request("v4", accesses), 16);

        EXPECT_EQ(run.bus_utilisation("v1", accesses), 1. / 4);
        EXPECT_EQ(run.bus_utilisation("v2", accesses), 1. / 3);
        EXPECT_EQ(run.bus_utilisation("v3", accesses), 1);
        EXPECT_EQ(run.bus_utilisation("v4", accesses), 1);
    }
}

// transpose: 256 x 256 elements are 2048 warps' worth.

const LadderRun& transposed()
{
    static const LadderRun run("transpose");
    return run;
}

TEST(TransposeLessons, V1StoresOneWordToEachOf32Sectors)
{
    EXPECT_EQ(transposed().sectors_per_request("v1", "global_loads"), 4);
    EXPECT_EQ(transposed().sectors_per_request("v1", "global_stores"), 32);
    EXPECT_EQ(transposed().bus_utilisation("v1", "global_stores"), 0.125);
}

TEST(TransposeLessons, FromV2OnLoadsAndStoresUseAllThatMoves)
{
    for (const char* version : {"v2", "v3", "v4", "v5"})
        for (const char* accesses : {"global_loads", "global_stores"}) {
            EXPECT_EQ(transposed().bus_utilisation(version, accesses), 1) << version << ' ' << accesses;
            EXPECT_EQ(transposed().of(version, accesses, "sectors"), 4 * 2048) << version << ' ' << accesses;
        }
}

TEST(TransposeLessons, V2ReadsAColumnOfTheTileFromOneBank)
{
    EXPECT_EQ(transposed().conflicts("v2", "shared_loads"), 32);
    EXPECT_EQ(transposed().conflicts("v2", "shared_stores"), 1);
}

TEST(TransposeLessons, NeitherPaddingNorASwizzleLeavesABankConflict)
{
    for (const char* version : {"v3", "v4", "v5"})
        for (const char* accesses : {"shared_loads", "shared_stores"})
            EXPECT_EQ(transposed().conflicts(version, accesses), 1) << version << ' ' << accesses;
}

TEST(TransposeLessons, V5NeedsAQuarterOfTheRequests)
{
    for (const char* accesses : {"global_loads", "global_stores", "shared_loads", "shared_stores"})
        EXPECT_EQ(transposed().of("v5", accesses, "requests"), 2048 / 4) << accesses;
}

TEST(CoalescingLessons, NoVersionIsReported)
{
    for (const char* program : {"vecadd -n 10007", "saxpy -n 10007", "access -n 10007", "layout -n 10007",
                                "transpose -n 131 --rows 77"}) {
        const LadderRun run(program);
        for (const std::string& version : run.versions()) {
            EXPECT_EQ(run.status(version), "ok") << program << ' ' << version;
            EXPECT_TRUE(run.reports(version).empty()) << program << ' ' << run.reports(version);
        }
    }
}

}  // namespace

#include "lessons.h"

namespace {

const std::vector<std::string> kVersions{"v1", "v2", "v3", "v4", "v5"};

TEST(StreamLessons, PiecesMoveTheSameBytesAsOneWhole)
{
    const LadderRun run("stream -n 16384 --streams 8");
    for (const std::string& version : kVersions) {
        EXPECT_EQ(run.of(version, "global_loads", "sectors"), 2 * 16384 * 4 / 32) << version;
        EXPECT_EQ(run.of(version, "global_stores", "sectors"), 16384 * 4 / 32) << version;
    }
}

TEST(StreamLessons, SmallPiecesWasteThreads)
{
    // 16 pieces of 63 and the rest: the last warp of each piece is not full.
    const LadderRun run("stream -n 1000 --streams 16");
    EXPECT_GT(run.lanes_per_request("v3", "global_loads"), 31);
    EXPECT_EQ(run.lanes_per_request("v4", "global_loads"), 1000.0 / 32);
    EXPECT_GT(run.of("v4", "global_loads", "sectors"), run.of("v3", "global_loads", "sectors"));
    EXPECT_EQ(run.of("v5", "global_loads", "sectors"), run.of("v4", "global_loads", "sectors"));
}

TEST(StreamLessons, MorePiecesThanNumbersAreRight)
{
    const LadderRun run("stream -n 5 --streams 64 --repeat 7");
    for (const std::string& version : kVersions) {
        EXPECT_EQ(run.status(version), "ok");
        EXPECT_TRUE(run.reports(version).empty());
    }
}

TEST(StreamLessons, TheEmulatorSaysThatNothingOverlaps)
{
    const auto run = run_json("stream_v4 -n 1000");
    EXPECT_NE(run["versions"][0]["remarks"].dump().find("nothing overlaps here"), std::string::npos);
    EXPECT_FALSE(run["versions"][0].contains("bound_seconds"));
}

}  // namespace

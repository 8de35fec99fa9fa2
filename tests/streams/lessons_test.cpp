#include "lessons.h"

#include <algorithm>

namespace {

const std::vector<std::string> kVersions{"v1", "v2", "v3", "v4", "v5", "v6", "v7"};

TEST(Lessons, PiecesMoveTheSameBytesAsOneWhole)
{
    const LadderRun run("stream -n 16384 --streams 8");
    for (const std::string& version : kVersions) {
        EXPECT_EQ(run.of(version, "global_loads", "sectors"), 2 * 16384 * 4 / 32) << version;
        EXPECT_EQ(run.of(version, "global_stores", "sectors"), 16384 * 4 / 32) << version;
    }
}

// A piece is two uploads, a kernel and a download.
constexpr int kOfPiece = 4, kCopiesOfPiece = 3;

const LadderRun& counted()
{
    static const LadderRun run("stream -n 16384 --streams 8");
    return run;
}

TEST(Lessons, V1CopiesPageableMemory)
{
    EXPECT_EQ(counted().of("v1", "pageable_copies", "synchronous"), kCopiesOfPiece);
    EXPECT_EQ(counted().of("v1", "pageable_copies", "bytes"), kCopiesOfPiece * 16384 * 4);
    EXPECT_EQ(counted().of("v1", "pinned_copies", "bytes"), 0);
    EXPECT_EQ(counted().of("v1", "longest_chain"), kOfPiece);
}

TEST(Lessons, V2CopiesPinnedMemoryAndWaits)
{
    EXPECT_EQ(counted().of("v2", "pinned_copies", "synchronous"), kCopiesOfPiece);
    EXPECT_EQ(counted().of("v2", "pinned_copies", "bytes"), kCopiesOfPiece * 16384 * 4);
    EXPECT_EQ(counted().of("v2", "pageable_copies", "bytes"), 0);
    EXPECT_EQ(counted().of("v2", "host_waits"), 2);  // for each upload before it asks for more
}

TEST(Lessons, V3DoesNotWaitAndYetDoesOneAfterTheOther)
{
    EXPECT_EQ(counted().of("v3", "pinned_copies", "asynchronous"), kCopiesOfPiece);
    EXPECT_EQ(counted().of("v3", "pinned_copies", "synchronous"), 0);
    EXPECT_EQ(counted().of("v3", "pageable_copies", "bytes"), 0);
    EXPECT_EQ(counted().of("v3", "host_waits"), 0);
    EXPECT_EQ(counted().of("v3", "streams"), 1);
    EXPECT_EQ(counted().of("v3", "operations"), kOfPiece);
    EXPECT_EQ(counted().of("v3", "longest_chain"), counted().of("v2", "longest_chain"));
}

TEST(Lessons, PiecesNeedNotWaitForEachOther)
{
    for (const int streams : {1, 3, 8, 64}) {
        const LadderRun run("stream -n 16384 --streams " + std::to_string(streams));
        for (const std::string version : {"v4", "v5"}) {
            SCOPED_TRACE(version + " with " + std::to_string(streams) + " streams");
            EXPECT_EQ(run.of(version, "operations"), kOfPiece * streams);
            EXPECT_EQ(run.of(version, "longest_chain"), kOfPiece);
            EXPECT_EQ(run.of(version, "pinned_copies", "asynchronous"), kCopiesOfPiece * streams);
            EXPECT_EQ(run.of(version, "pinned_copies", "bytes"), kCopiesOfPiece * 16384 * 4);
            EXPECT_EQ(run.of(version, "pageable_copies", "bytes"), 0);
            EXPECT_EQ(run.of(version, "host_waits"), 0);
        }
        EXPECT_EQ(run.of("v4", "streams"), streams);
        EXPECT_EQ(run.of("v4", "graph_launches"), 0);
        EXPECT_EQ(run.of("v5", "graph_launches"), 1);
        EXPECT_EQ(run.of("v5", "streams"), 1);  // that of the launch
    }
}

TEST(Lessons, V6DoesThePiecesInOrder)
{
    for (const int pieces : {1, 3, 8, 64}) {
        const LadderRun run("stream -n 16384 --streams " + std::to_string(pieces));
        SCOPED_TRACE(std::to_string(pieces) + " pieces");
        EXPECT_EQ(run.of("v6", "operations"), kOfPiece * pieces);
        // All uploads, then the last piece's kernel and download: but no piece waits for a kernel or a download of another.
        EXPECT_EQ(run.of("v6", "longest_chain"), 2 * pieces + 2);
        EXPECT_EQ(run.of("v6", "graph_launches"), 1);
        EXPECT_EQ(run.of("v6", "host_waits"), 0);
    }
}

// The pieces of v7: a quarter of what is left each, in whole blocks of 256, but at least `shortest` numbers.
int shrinking_pieces(int n, int shortest)
{
    int pieces = 0;
    for (int left = n; left > 0; ++pieces)
        left -= std::min(left, std::max(left / 4 / 256 * 256, shortest));
    return pieces;
}

TEST(Lessons, V7EndsWithAShortPieceAndHasNotManyMore)
{
    const LadderRun run("stream -n 16384 --streams 16");
    const int pieces = shrinking_pieces(16384, 16384 / 64);
    EXPECT_LT(pieces, 16);  // though the last one is a quarter as long as one of 16
    EXPECT_EQ(run.of("v7", "operations"), kOfPiece * pieces);
    EXPECT_EQ(run.of("v7", "longest_chain"), 2 * pieces + 2);
    EXPECT_EQ(run.of("v7", "pinned_copies", "asynchronous"), kCopiesOfPiece * pieces);
    EXPECT_EQ(run.of("v7", "pinned_copies", "bytes"), kCopiesOfPiece * 16384 * 4);
    EXPECT_EQ(run.of("v7", "graph_launches"), 1);
    EXPECT_EQ(run.of("v7", "host_waits"), 0);
}

TEST(Lessons, SmallPiecesWasteThreads)
{
    // 16 pieces of 63 and the rest: the last warp of each piece is not full.
    const LadderRun run("stream -n 1000 --streams 16");
    EXPECT_GT(run.lanes_per_request("v3", "global_loads"), 31);
    EXPECT_EQ(run.lanes_per_request("v4", "global_loads"), 1000.0 / 32);
    EXPECT_GT(run.of("v4", "global_loads", "sectors"), run.of("v3", "global_loads", "sectors"));
    EXPECT_EQ(run.of("v5", "global_loads", "sectors"), run.of("v4", "global_loads", "sectors"));
}

TEST(Lessons, MorePiecesThanNumbersAreRight)
{
    const LadderRun run("stream -n 5 --streams 64 --repeat 7");
    for (const std::string& version : kVersions) {
        EXPECT_EQ(run.status(version), "ok");
        EXPECT_TRUE(run.reports(version).empty());
    }
}

TEST(Lessons, TheEmulatorSaysThatNothingOverlaps)
{
    const auto run = run_json_once("stream_v4 -n 1000");
    EXPECT_NE(run["versions"][0]["remarks"].dump().find("nothing overlaps here"), std::string::npos);
    EXPECT_FALSE(run["versions"][0].contains("bound_seconds"));
}

}  // namespace

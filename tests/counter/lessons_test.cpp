#include "lessons.h"

namespace {

constexpr int kThreads = 65536, kBlocks = kThreads / 256, kWarps = kThreads / 32;

const LadderRun& counted()
{
    static const LadderRun run("count");
    return run;
}

TEST(Lessons, V1LosesIncrementsInARace)
{
    EXPECT_EQ(counted().status("v1"), "WRONG as meant");
    ASSERT_FALSE(counted().reports("v1").empty());
    EXPECT_NE(counted().first_report("v1").find(place_of("counter/v1_race.cu", "*count = *count + 1;")),
              std::string::npos)
        << counted().reports("v1");
}

TEST(Lessons, V2SerialisesAllLanesOfAWarp)
{
    EXPECT_EQ(counted().status("v2"), "ok");
    EXPECT_EQ(counted().of("v2", "global_atomics", "lanes"), kThreads);
    EXPECT_EQ(counted().same_address_degree("v2", "global_atomics"), 32);
}

TEST(Lessons, V3RetriesUntilEachLaneHasWon)
{
    // One lane of a warp wins each round: 32 + 31 + ... + 1 attempts in place of 32.
    EXPECT_GE(counted().of("v3", "global_atomics", "lanes"), kWarps * (33 * 32 / 2));
}

TEST(Lessons, V4NeedsOneGlobalAtomicPerBlock)
{
    EXPECT_EQ(counted().of("v4", "global_atomics", "lanes"), kBlocks);
    EXPECT_EQ(counted().of("v4", "shared_atomics", "lanes"), kThreads);
}

TEST(Lessons, V5NeedsOneSharedAtomicPerWarp)
{
    EXPECT_EQ(counted().of("v5", "shared_atomics", "lanes"),
              counted().of("v4", "shared_atomics", "lanes") / 32);
    EXPECT_EQ(counted().of("v5", "shared_atomics", "lanes"), kWarps);
    EXPECT_EQ(counted().of("v5", "global_atomics", "lanes"), kBlocks);
    EXPECT_EQ(counted().of("v5", "warp_collectives"), kWarps);
}

TEST(Lessons, OnlyV1IsReported)
{
    for (const char* version : {"v2", "v3", "v4", "v5"})
        EXPECT_TRUE(counted().reports(version).empty()) << counted().reports(version);
}

}  // namespace

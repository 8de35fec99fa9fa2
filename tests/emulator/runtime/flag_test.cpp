#include "cases.h"

#include <gtest/gtest.h>

#include <numeric>

using cases::expect_report;
using cases::expect_silent;
using cases::results;

namespace {

constexpr long kBlocks = 40, kBlock = 64, kThreads = kBlocks * kBlock;

}  // namespace

TEST(Flags, LastBlockAddsTheSums)
{
    expect_silent("last_block");
    EXPECT_EQ(results(), std::vector<long>{kThreads * (kThreads - 1) / 2});
    expect_silent("all_threads_publish_to_last_block");
    EXPECT_EQ(results(), std::vector<long>{kThreads});
}

TEST(Flags, LastBlockWithoutAFenceIsARace)
{
    expect_report("last_block_without_fence",
                  "Race reported between Read access and Write access (RAW hazard on __global__");
}

TEST(Flags, DecoupledLookBack)
{
    expect_silent("decoupled_look_back");
    EXPECT_EQ(results(), std::vector<long>{kBlocks * (kBlocks - 1) / 2});
}

TEST(Flags, FlagAndValueInOneWordNeedNoFence)
{
    expect_silent("flag_and_value_in_one_word");
    std::vector<long> want(kBlocks);
    std::iota(want.begin(), want.end(), 0);
    EXPECT_EQ(results(), want);
}

TEST(TimeSlices, BlocksWaitForLaterOnesAndKeepTheirSharedMemory)
{
    expect_silent("blocks_wait_for_later_blocks");
    std::vector<long> want;
    for (long i = 0; i < kThreads; ++i)
        want.push_back(i / kBlock);
    EXPECT_EQ(results(), want);
}

TEST(TimeSlices, GridBarriers)
{
    expect_silent("grid_barriers");
    std::vector<long> want;
    for (long i = 0; i < kThreads; ++i)
        want.push_back((i + 2 * kBlock) % kThreads);
    EXPECT_EQ(results(), want);
}

TEST(TimeSlices, MoreBlocksThanTheDeviceHoldsCannotMeetAtAGridBarrier)
{
    const auto outcome = cases::run("more_blocks_than_the_device_holds");
    ASSERT_EQ(outcome.reports.size(), 1u);
    EXPECT_NE(outcome.reports[0].text.find("the device holds 16 blocks of this size"), std::string::npos);
    EXPECT_EQ(outcome.error, cudaErrorLaunchTimeout);
}

TEST(ForwardProgress, LanesOfAWarpDoNotStarveOneAnother)
{
    expect_silent("lock_per_thread");
    EXPECT_EQ(results(), std::vector<long>{128});
    expect_silent("lock_with_spinning_neighbours");
    EXPECT_EQ(results(), std::vector<long>{128});
}

TEST(ForwardProgress, WarpsOfABlockDoNotStarveOneAnother)
{
    expect_silent("flag_between_warps");
    EXPECT_EQ(results(), std::vector<long>{42});
}

TEST(ForwardProgress, WaitingForEverIsReported)
{
    EXPECT_EQ(expect_report("no_forward_progress", "No forward progress").error, cudaErrorLaunchTimeout);
}

TEST(Scopes, OfABlockDoNotReachOtherBlocks)
{
    expect_silent("a_block_atomic_for_each_block");
    EXPECT_EQ(results(), (std::vector<long>{64, 64, 64, 64}));
    expect_report("a_block_atomic_shared_by_blocks",
                  "Race: a _block atomic on memory that another block changes", {"without _block"});
}

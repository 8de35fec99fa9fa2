#include "cases.h"

#include <gtest/gtest.h>

#include <algorithm>

using cases::expect_report;
using cases::expect_silent;
using cases::results;

TEST(Barrier, OnDifferentLinesIsDivergent)
{
    expect_report("barriers_on_different_lines", "Barrier error detected. Divergent thread(s) in warp.",
                  {"others wait at"});
}

TEST(Barrier, AfterOtherThreadsHaveReturnedIsDivergent)
{
    expect_report("barrier_after_returns", "Barrier error detected. Divergent thread(s) in block.",
                  {"24 threads"});
    expect_silent("barrier_without_returns");
}

TEST(Barrier, OfOneWarpWhileTheOtherReturnsIsReported)
{
    const auto outcome = cases::run("barrier_for_one_warp");
    ASSERT_EQ(outcome.reports.size(), 1u);
    EXPECT_EQ(outcome.reports[0].what, "Barrier error detected. Divergent thread(s) in block.");
}

TEST(Barrier, OfTheGridWantsACooperativeLaunch)
{
    const auto outcome =
        expect_report("grid_barrier_in_an_ordinary_launch",
                      "Grid barrier in a kernel that was not launched by cudaLaunchCooperativeKernel()",
                      {"need not all be resident"});
    EXPECT_EQ(outcome.error, cudaErrorLaunchFailure);
    expect_silent("grid_barrier_in_a_cooperative_launch");
}

TEST(Barrier, MissingBeforeTheReadsOfATileIsReported)
{
    expect_report("tiles_without_first_barrier", "Race reported between Read access and Write access (RAW",
                  {"__shared__", "Write access at "});
    expect_silent("tiles_with_both_barriers");
}

TEST(Barrier, MissingBeforeTheNextTileIsReported)
{
    expect_report("tiles_without_second_barrier", "Race reported between Write access and Read access (WAR",
                  {"__shared__", "Read access at "});
}

TEST(Barrier, CountsAndVotes)
{
    expect_silent("counting_barriers");
    EXPECT_EQ(results(), (std::vector<long>{22, 1, 0, 1, 0}));
}

TEST(Deadlock, OfABarrierAndACollectiveIsReported)
{
    const auto outcome = expect_report("deadlock_of_barrier_and_shuffle", "Deadlock",
                                       {"lane 0, which waits at __syncthreads()"});
    EXPECT_EQ(outcome.error, cudaErrorLaunchTimeout);
}

TEST(Collective, CallerMustBeInItsMask)
{
    expect_report("lane_not_in_its_mask", "Invalid arguments", {"lane 16", "0x0000ffff"});
    expect_silent("lanes_in_their_mask");
    std::vector<long> want(17, 15);
    want[16] = 0;
    EXPECT_EQ(results(), want);
}

TEST(Collective, ShuffleFromAnInactiveLane)
{
    expect_report("shuffle_from_an_inactive_lane", "Invalid shuffle",
                  {"lane 20 does not make this call: it took another branch, or has ended"});
    expect_report("shuffle_in_a_branch", "Invalid shuffle",
                  {"lane 16 does not make this call: it took another branch, or has ended"});
    expect_silent("shuffle_among_all_lanes");
}

TEST(Collective, SyncwarpMeetsAcrossBranches)
{
    expect_silent("syncwarp_in_both_branches");
}

TEST(Order, OfWarpsExposesAMissingBarrier)
{
    using emu::Order;
    cases::run("luck_of_the_warps");
    EXPECT_EQ(results(), std::vector<long>{1});
    emu::options().warp_order = Order::reverse;
    cases::run("luck_of_the_warps");
    EXPECT_EQ(results(), std::vector<long>{0});
    emu::options().warp_order = Order::forward;
}

TEST(Order, OfBlocks)
{
    using emu::Order;
    const std::vector<long> forward{0, 1, 2, 3, 4, 5, 6}, reverse(forward.rbegin(), forward.rend());
    expect_silent("order_of_the_blocks");
    EXPECT_EQ(results(), forward);
    emu::options().block_order = Order::reverse;
    expect_silent("order_of_the_blocks");
    EXPECT_EQ(results(), reverse);
    emu::options().block_order = Order::random;
    expect_silent("order_of_the_blocks");
    std::vector<long> shuffled = results();
    expect_silent("order_of_the_blocks");
    EXPECT_EQ(results(), shuffled) << "the same seed gives the same order";
    std::sort(shuffled.begin(), shuffled.end());
    EXPECT_EQ(shuffled, forward);
    emu::options().block_order = Order::forward;
}

TEST(Order, DoesNotMatterToCorrectPrograms)
{
    using emu::Order;
    for (const Order order : {Order::reverse, Order::random}) {
        emu::options().warp_order = emu::options().block_order = order;
        for (const char* name :
             {"last_block", "decoupled_look_back", "grid_barriers", "blocks_wait_for_later_blocks",
              "lock_with_spinning_neighbours", "several_steps_with_barriers"})
            expect_silent(name);
    }
    emu::options().warp_order = emu::options().block_order = Order::forward;
}

TEST(Tile, OfSeveralWarpsIsABarrierForItsThreadsOnly)
{
    // The barrier of a warp orders no other warp, the barrier of a tile no other tile.
    for (const char* name : {"race_between_warps_of_a_tile", "race_between_tiles"}) {
        const auto reports = cases::run(name).reports;
        EXPECT_TRUE(std::any_of(reports.begin(), reports.end(), [](const emu::Report& report) {
            return report.text.find("Race reported between") != std::string::npos;
        })) << name;
    }
    expect_silent("no_race_between_warps_of_a_tile");
    expect_silent("a_tile_waits_while_others_spin");
}

TEST(Deadlock, OfATileAndTheBlockIsReported)
{
    EXPECT_EQ(expect_report("deadlock_of_a_tile_and_the_block", "Deadlock",
                            {"which waits at ", "synchronisation_cases.cu"})
                  .error,
              cudaErrorLaunchTimeout);
}

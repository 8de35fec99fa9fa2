#include "cases.h"

#include <gtest/gtest.h>

#include <algorithm>

using cases::expect_report;
using cases::expect_silent;
using cases::results;

namespace {

// Fails unless the case gives just one report, which begins like this and is of the line "here: <mark>".
void expect_one_report(const std::string& name, const std::string& mark, const std::string& what,
                       const std::vector<std::string>& parts = {})
{
    const auto outcome = cases::run(name);
    ASSERT_EQ(outcome.reports.size(), 1u) << (outcome.reports.empty() ? "" : outcome.reports[1].text);
    const emu::Report& report = outcome.reports[0];
    EXPECT_EQ(report.what.substr(0, what.size()), what);
    EXPECT_EQ(report.line, cases::line_of(outcome, mark)) << report.text;
    for (const std::string& part : parts)
        EXPECT_NE(report.text.find(part), std::string::npos) << part << "\n" << report.text;
}

const std::string kEnded = "Shared memory of a block that may have ended: __shared__ read of size 4 bytes";

}  // namespace

TEST(Cluster, SharesItsMemory)
{
    expect_silent("cluster_with_both_barriers");
    ASSERT_EQ(results().size(), 256u);
    EXPECT_EQ(results()[0], 1);
    EXPECT_EQ(results()[3 * 32], -1);
    EXPECT_EQ(results()[4 * 32], 5);
    expect_silent("no_race_between_blocks_of_a_cluster");
    EXPECT_EQ(results(), std::vector<long>(32, 5));
    expect_silent("flag_in_another_block");
    expect_silent("cluster_barrier_orders_global_memory");
}

TEST(Cluster, EndOfABlockThatOthersStillRead)
{
    for (const auto order : {emu::Order::forward, emu::Order::reverse}) {
        emu::options().block_order = order;
        expect_one_report("cluster_without_last_barrier", "read of another block", kEnded,
                          {"cluster.sync() before the kernel's end"});
        // Here each block ends after its reader has read.
        expect_one_report("cluster_without_last_barrier_in_luck", "read of another block", kEnded,
                          {"cluster.sync() before the kernel's end"});
    }
    emu::options().block_order = emu::Order::forward;
}

TEST(Cluster, EndOfABlockIsSeenInBothOrders)
{
    expect_one_report("cluster_whose_block_ends_after_the_read", "one read", kEnded,
                      {"Nothing makes block 0 of the cluster"});
    expect_one_report("cluster_whose_block_has_ended", "one read", kEnded,
                      {"All threads of block 1 of the cluster"});
}

TEST(Cluster, StartOfABlockThatOthersRead)
{
    const auto outcome = cases::run("cluster_without_first_barrier");
    EXPECT_TRUE(std::any_of(outcome.reports.begin(), outcome.reports.end(), [](const emu::Report& report) {
        return report.what ==
               "Shared memory of a block that may not have started: __shared__ read of size 4 bytes";
    }));
}

TEST(Cluster, RankOutOfRange)
{
    expect_one_report("rank_beyond_the_cluster", "rank", "Rank out of range: map_shared_rank() of block 2",
                      {"The ranks are 0 to 1."});
    expect_one_report("rank_without_clusters", "rank", "Rank out of range: map_shared_rank() of block 1",
                      {"The launch has no clusters", "__cluster_dims__"});
    expect_one_report("map_of_global_memory", "not_shared", "map_shared_rank() of an address that is not in");
}

TEST(Cluster, RaceBetweenBlocks)
{
    for (const auto order : {emu::Order::forward, emu::Order::reverse}) {
        emu::options().block_order = order;
        const auto outcome = cases::run("race_between_blocks_of_a_cluster");
        ASSERT_EQ(outcome.reports.size(), 1u);
        const std::string& text = outcome.reports[0].text;
        for (const std::string& part :
             {std::string("Race reported between "), std::string("__shared__"),
              std::string("in another block"),
              "cluster_cases.cu:" + std::to_string(cases::line_of(outcome, "race")),
              "cluster_cases.cu:" + std::to_string(cases::line_of(outcome, "remote write"))})
            EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    }
    emu::options().block_order = emu::Order::forward;
}

TEST(Cluster, MemoryThatWasNotWrittenOrIsNotThere)
{
    expect_one_report("unwritten_in_another_block", "unwritten",
                      "Uninitialized __shared__ memory read of size 4", {" of the cluster"});
    expect_one_report("beyond_another_block", "beyond", "Invalid __shared__ read of size 4 bytes",
                      {"1 bytes after the dynamic shared memory of size 128 bytes"});
}

TEST(Cluster, BarrierThatSomeThreadsMiss)
{
    expect_one_report(
        "deadlock_of_a_cluster", "deadlock", "Deadlock: threads wait for each other",
        {"it waits for a cluster barrier", "Not there is thread (32,0,0) in block (0,0,0), which waits at "});
    expect_one_report("cluster_wait_without_arrive", "wait_only",
                      "Cluster barrier: a wait without an arrive");
    expect_one_report("cluster_arrives_twice", "arrive_twice",
                      "Cluster barrier: a second arrive without a wait");
}

TEST(Cluster, ThatWasEndedLeavesTheNextLaunchAlone)
{
    EXPECT_EQ(cases::run("blocks_after_a_deadlock_of_a_cluster").reports.size(), 1u);
    ASSERT_EQ(results().size(), 1024u);
    for (long block = 0; block < 32; ++block)
        EXPECT_EQ(results()[std::size_t(block * 32)], block % 4 == 3 ? -1 : block + 1);
}

TEST(Cluster, SizesThatCudaRefuses)
{
    for (const auto& [name, part] : std::vector<std::pair<std::string, std::string>>{
             {"grid_that_is_no_multiple",
              "a grid of 5 x 1 x 1 blocks is not a multiple of the cluster of 2 x 1 x 1"},
             {"grid_that_is_no_multiple_of_the_kernels", "a grid of 6 x 1 x 1 blocks is not a multiple"},
             {"cluster_of_nine", "cudaFuncAttributeNonPortableClusterSizeAllowed"},
             {"cluster_other_than_the_kernels", "declared with __cluster_dims__ of 4 x 1 x 1"}}) {
        const auto outcome = cases::run(name);
        ASSERT_EQ(outcome.reports.size(), 1u) << name;
        EXPECT_NE(outcome.reports[0].text.find("cudaErrorInvalidClusterSize"), std::string::npos)
            << outcome.reports[0].text;
        EXPECT_NE(outcome.reports[0].text.find(part), std::string::npos) << outcome.reports[0].text;
        EXPECT_EQ(results(), std::vector<long>{cudaErrorInvalidClusterSize}) << name;
    }
}

TEST(Cluster, CountsAccessesToOtherBlocks)
{
    const auto outcome = cases::run("counters_of_a_cluster");
    EXPECT_TRUE(outcome.reports.empty());
    uint64_t own = 0, remote = 0, loads = 0, wavefronts = 0;
    for (const emu::LineCounters& line : outcome.counters.at(0).lines) {
        if (line.line == cases::line_of(outcome, "scatter"))
            (line.space == emu::Space::distributed ? remote : own) += line.requests;
        if (line.line == cases::line_of(outcome, "strided") && line.space == emu::Space::distributed) {
            loads += line.requests;
            wavefronts += line.wavefronts;
        }
    }
    // Each block has one request to its own memory and one to the other block's.
    EXPECT_EQ(own, 2u);
    EXPECT_EQ(remote, 2u);
    EXPECT_EQ(loads, 2u);
    EXPECT_EQ(wavefronts, 2u);
    // Three barriers of two blocks.
    EXPECT_EQ(outcome.counters[0].barriers, 6u);
}

#include "cases.h"

#include <gtest/gtest.h>

using cases::expect_report;
using cases::expect_silent;

TEST(GraphNode, RacesBetweenNodesWithoutAPathAreReported)
{
    const cases::Outcome two = cases::run("two_nodes_without_an_edge");
    ASSERT_EQ(two.reports.size(), 1u);
    EXPECT_EQ(
        two.reports[0].what,
        "Race between nodes of a graph: the kernel read reads what the kernel set may still be writing");
    EXPECT_EQ(two.reports[0].line, cases::line_of(two, "read"));
    EXPECT_NE(two.reports[0].text.find("No path of edges"), std::string::npos) << two.reports[0].text;
    const cases::Outcome captured = cases::run("captured_kernels_beside_each_other");
    ASSERT_EQ(captured.reports.size(), 1u);
    EXPECT_EQ(captured.reports[0].line, cases::line_of(captured, "read"));
    const cases::Outcome copy = cases::run("copy_beside_a_kernel");
    ASSERT_EQ(copy.reports.size(), 1u);
    EXPECT_EQ(copy.reports[0].what,
              "Race between nodes of a graph: a memcpy node reads what the kernel set may still be writing");
    const cases::Outcome kernel = cases::run("kernel_beside_a_copy");
    ASSERT_EQ(kernel.reports.size(), 1u);
    EXPECT_EQ(kernel.reports[0].what,
              "Race between nodes of a graph: the kernel set writes what a memcpy node may still be reading");
    expect_silent("two_nodes_with_an_edge");
    expect_silent("two_nodes_with_a_path");
}

TEST(GraphNode, WrongCallsAreReportedWithTheirLines)
{
    expect_report("edges_that_close_a_cycle", "Program hit cudaErrorInvalidValue", {"closes a cycle"});
    expect_report("kernel_node_without_arguments", "Program hit cudaErrorInvalidValue",
                  {"kernel set has 2 parameters, but kernelParams is a null pointer"});
    expect_report("node_that_is_destroyed", "Program hit cudaErrorInvalidValue", {"the node does not exist"});
    expect_report("empty_node_that_is_disabled", "Program hit cudaErrorInvalidValue",
                  {"only kernel, copy and fill nodes can be disabled"});
}

TEST(GraphNode, ThatIsDisabledDoesNotCount)
{
    expect_silent("disabled_node_of_three");
    EXPECT_EQ(cases::results(), (std::vector<long>{2, 2}));
}

TEST(GraphNode, TheLongestChainIsThatOfTheEdges)
{
    emu::take_work_counters();
    expect_silent("chains_of_three_and_two_nodes");
    const emu::WorkCounters work = emu::take_work_counters();
    EXPECT_EQ(work.operations, 5u);
    EXPECT_EQ(work.longest_chain, 3u);
}

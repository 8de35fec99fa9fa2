#include "cases.h"
#include "cuda_emulator/counters_json.h"

#include <gtest/gtest.h>

using cases::expect_silent;
using cases::results;

namespace {

// The case gives this report, and no other.
void expect_only(const std::string& name, const std::string& what, const std::string& place,
                 const std::vector<std::string>& parts)
{
    const cases::Outcome outcome = cases::run(name);
    ASSERT_EQ(outcome.reports.size(), 1u) << name;
    const emu::Report& report = outcome.reports.front();
    EXPECT_EQ(report.what.substr(0, what.size()), what) << name;
    EXPECT_EQ(report.line, cases::line_of(outcome, place)) << report.text;
    for (const std::string& part : parts)
        EXPECT_NE(report.text.find(part), std::string::npos) << "no \"" << part << "\" in\n" << report.text;
}

}  // namespace

TEST(ChildGrid, RacesWithItsParentAreReported)
{
    const char* const kBefore =
        "A child grid comes after what its launching thread has done before the launch";
    expect_only(
        "parent_writes_after_its_launch",
        "Race between grids: the kernel increment reads what the kernel write_after_launch may still be "
        "writing",
        "increment", {"both touch element 0 of the array", kBefore, "cudaStreamTailLaunch"});
    expect_only(
        "launch_without_a_barrier",
        "Race between grids: the kernel increment reads what the kernel write_without_barrier may still be",
        "increment", {kBefore, "__syncthreads()"});
    expect_only(
        "parent_and_child_set_a_variable",
        "Race between grids: the kernel set_variable writes what the kernel set_variable_twice may still be",
        "set_variable", {"a __device__ variable"});
    expect_silent("launch_after_a_barrier");
}

TEST(ChildGrid, RacesWithItsSiblingsAreReported)
{
    const char* const kWhat =
        "Race between grids: the kernel increment reads what the kernel increment may still be";
    expect_only("two_children_beside_each_other", kWhat, "increment", {"Nothing orders the two grids"});
    expect_only("children_of_two_blocks",
                "Race between grids: the kernel set writes what the kernel set may still be", "set",
                {"Nothing orders the two grids"});
    const cases::Outcome copy = cases::run("copy_beside_a_child");
    ASSERT_EQ(copy.reports.size(), 1u);
    EXPECT_EQ(copy.reports[0].what,
              "Race between grids: the kernel increment writes what cudaMemcpyAsync() may still be reading");
    for (const char* name :
         {"two_children_of_a_block", "child_before_the_tail", "children_of_two_blocks_store_the_same"})
        expect_silent(name);
}

TEST(ChildGrid, MayNotGetTheParentsOwnMemory)
{
    expect_only("child_gets_local_memory", "A child grid gets a pointer to local memory of its parent",
                "pass_local_memory", {"argument 1 of kernel increment"});
    expect_only("child_gets_shared_memory", "A child grid gets a pointer to shared memory of its parent",
                "pass_shared_memory", {"argument 1 of kernel increment"});
}

TEST(ChildGrid, IsRefusedBeyondTheLimits)
{
    const std::string failed = "A kernel launch by device code fails: ";
    expect_only("endless_recursion", failed + "cudaErrorLaunchMaxDepthExceeded (error 65)", "recurse",
                {"24 deep", "Does the recursion end?"});
    EXPECT_EQ(results(), std::vector<long>{25});  // the host's launch and 24 nested ones
    expect_only("endless_recursion_that_branches", failed + "cudaErrorLaunchMaxDepthExceeded (error 65)",
                "recurse", {"24 deep"});
    expect_only("too_many_launches_wait", failed + "cudaErrorLaunchPendingCountExceeded (error 69)",
                "launch_many", {"cudaLimitDevRuntimePendingLaunchCount"});
    EXPECT_EQ(results(), (std::vector<long>{2048, 10}));
    expect_silent("a_raised_limit_of_launches");
}

TEST(ChildGrid, GivesItsThreadAnErrorIfItsLaunchIsWrong)
{
    expect_only("child_with_too_many_threads",
                "A kernel launch by device code fails: cudaErrorInvalidConfiguration (error 9)",
                "launch_too_wide", {"2000 threads per block in x"});
    EXPECT_EQ(results(),
              (std::vector<long>{cudaErrorInvalidConfiguration, cudaErrorInvalidConfiguration, 0}));
    expect_only("child_in_a_stream_of_the_host",
                "A kernel launch by device code fails: cudaErrorInvalidResourceHandle (error 400)",
                "launch_into", {"This grid has no such stream"});
}

TEST(ChildGrid, BeginsTooLateForAParentThatWaitsForIt)
{
    expect_only("parent_waits_for_its_child",
                "No forward progress: every resident block waits for what no thread will write",
                "wait_for_child", {"A parent must not wait for them", "cudaStreamTailLaunch"});
}

TEST(ChildGrid, HasItsErrorsReportedAtItsOwnLine)
{
    expect_only("child_stores_beyond_an_array", "Invalid __global__ write of size 4 bytes", "store_beyond",
                {"store_beyond"});
}

TEST(ChildGrid, IsCountedAsALaunchOfItsOwn)
{
    const cases::Outcome outcome = cases::run("launches_are_counted");
    const std::vector<emu::KernelCounters> kernels = emu::by_kernel(outcome.counters);
    const auto find = [&](const std::string& name) {
        for (const emu::KernelCounters& each : kernels)
            if (each.kernel == name)
                return each;
        return emu::KernelCounters();
    };
    const emu::KernelCounters parent = find("launch_many"), child = find("set");
    EXPECT_EQ(parent.launches, 1u);
    EXPECT_EQ(parent.by_device_code, 0u);
    ASSERT_EQ(parent.launch_lines.size(), 1u);
    EXPECT_EQ(parent.launch_lines[0].line, cases::line_of(outcome, "launch_many"));
    EXPECT_EQ(parent.launch_lines[0].launches, 5u);
    EXPECT_EQ(child.launches, 5u);
    EXPECT_EQ(child.by_device_code, 5u);
    ASSERT_EQ(child.lines.size(), 1u);
    EXPECT_EQ(child.lines[0].requests, 5u);
    const std::string json = emu::counters_json(outcome.counters, {});
    EXPECT_NE(json.find("\"launches_by_device_code\": 5"), std::string::npos) << json;
    EXPECT_NE(json.find("\"launches\": 5}"), std::string::npos) << json;
}

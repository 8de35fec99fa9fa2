#include "cases.h"

#include <gtest/gtest.h>

#include <algorithm>

using cases::expect_silent;

namespace {

std::string place_of(const cases::Outcome& outcome, const std::string& mark)
{
    return "barrier_cases.cu:" + std::to_string(cases::line_of(outcome, mark));
}

// Fails unless the first report begins like this and is of the line "here: <mark>". others: further marks whose lines
// the report names.
cases::Outcome expect_first_report(const std::string& name, const std::string& mark, const std::string& what,
                                   const std::vector<std::string>& parts = {},
                                   const std::vector<std::string>& others = {})
{
    const auto outcome = cases::run(name);
    if (outcome.reports.empty()) {
        ADD_FAILURE() << name << " gives no report";
        return outcome;
    }
    const emu::Report& report = outcome.reports[0];
    EXPECT_EQ(report.what.substr(0, what.size()), what);
    EXPECT_EQ(report.line, cases::line_of(outcome, mark)) << report.text;
    for (const std::string& part : parts)
        EXPECT_NE(report.text.find(part), std::string::npos) << part << "\n" << report.text;
    for (const std::string& other : others)
        EXPECT_NE(report.text.find(place_of(outcome, other)), std::string::npos) << other << "\n"
                                                                                 << report.text;
    return outcome;
}

const std::string kDeadlock = "Deadlock: threads wait for each other";
const std::string kCopy = "Asynchronous copy not waited for: __shared__ read of size 4 bytes";

}  // namespace

TEST(CudaBarrier, WithAMissingArrivalTellsWhoWaitsForWhom)
{
    const auto outcome =
        expect_first_report("barrier_with_a_missing_arrival", "waits", kDeadlock,
                            {"it waits for a cuda::barrier, which still expects 24 arrivals",
                             "Not there is thread (40,0,0) in block (0,0,0), which waits at "},
                            {"elsewhere"});
    EXPECT_EQ(outcome.reports.size(), 1u);
    EXPECT_EQ(outcome.error, cudaErrorLaunchTimeout);
    expect_first_report("barrier_after_a_return", "waits for the dead", kDeadlock,
                        {"which still expects 1 arrival", "1 thread of its block has returned"});
}

TEST(CudaBarrier, BeforeInit)
{
    const auto outcome =
        expect_first_report("barrier_before_init", "before init", "A cuda::barrier is used before init()");
    EXPECT_EQ(outcome.reports.size(), 1u);
    expect_first_report("barrier_without_a_barrier_after_init", "race with init",
                        "A cuda::barrier is used by a thread that has not waited for its init()",
                        {"__syncthreads()"});
}

TEST(CudaBarrier, WithTooManyArrivals)
{
    expect_first_report("barrier_with_too_many_arrivals", "too many",
                        "More arrivals at a cuda::barrier than its phase expects");
}

TEST(CudaBarrier, IsCountedOncePerArrivalAndWait)
{
    const auto outcome = cases::run("barrier_counts");
    EXPECT_TRUE(outcome.reports.empty());
    uint64_t atomics = 0, loads = 0;
    for (const emu::LineCounters& line : outcome.counters.at(0).lines)
        if (line.line == cases::line_of(outcome, "counted"))
            (line.access == emu::Access::atomic ? atomics : loads) += line.requests;
    EXPECT_EQ(atomics, 4u);
    EXPECT_EQ(loads, 4u);
}

TEST(AsyncCopy, NotWaitedFor)
{
    expect_silent("copies_with_all_waits");
    for (const char* name : {"copies_without_commit", "copies_without_wait"})
        EXPECT_EQ(
            expect_first_report(name, "uses the copy", kCopy, {"has not been waited for"}, {"primitive"})
                .reports.size(),
            1u);
    // Another warp's copy may not even have begun.
    expect_first_report("copies_without_barrier", "uses the copy", "");
    expect_first_report("group_copies_without_wait", "no wait", kCopy);
    expect_first_report("barrier_copies_without_wait", "no phase", kCopy,
                        {"ends with a phase of its barrier"});
}

TEST(Pipeline, StageUsedBeforeItsWaitOrAfterItsRelease)
{
    expect_first_report("stage_without_consumer_wait", "uses the stage", "");
    const auto outcome = cases::run("stage_used_after_its_release");
    ASSERT_FALSE(outcome.reports.empty());
    bool found = false;
    for (const emu::Report& report : outcome.reports)
        found |= report.what.substr(0, 13) == "Race reported" &&
                 report.text.find(place_of(outcome, "after the release")) != std::string::npos &&
                 report.text.find(place_of(outcome, "fills it again")) != std::string::npos;
    EXPECT_TRUE(found) << outcome.reports[0].text;
}

TEST(Pipeline, StageThatIsNeverReleased)
{
    // Without a release consumer_wait() waits for the first stage only, so that the second one is read too early.
    const auto outcome = expect_first_report("stage_without_consumer_release", "uses the stage", "");
    const auto deadlock = std::find_if(outcome.reports.begin(), outcome.reports.end(),
                                       [](const emu::Report& report) { return report.what == kDeadlock; });
    ASSERT_NE(deadlock, outcome.reports.end());
    EXPECT_EQ(deadlock->line, cases::line_of(outcome, "acquire"));
    EXPECT_NE(deadlock->text.find(
                  "it waits for a consumer_release() of a cuda::pipeline's stage, which still expects 64"),
              std::string::npos)
        << deadlock->text;
}

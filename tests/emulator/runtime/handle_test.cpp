#include "cases.h"

#include <gtest/gtest.h>

using cases::expect_report;
using cases::expect_silent;

namespace {

// The report names the line of the use and that of the end.
void expect_used_after_its_end(const std::string& name, const std::string& what, const std::string& end)
{
    const auto outcome = expect_report(name, what);
    ASSERT_EQ(outcome.reports.size(), 1u) << name;
    const std::string text = "handle_cases.cu:" + std::to_string(cases::line_of(outcome, end)) + ".";
    EXPECT_NE(outcome.reports[0].text.find("was destroyed at "), std::string::npos)
        << outcome.reports[0].text;
    EXPECT_NE(outcome.reports[0].text.find(text), std::string::npos) << outcome.reports[0].text;
}

}  // namespace

TEST(Handles, AreNotUsedAfterTheirEnd)
{
    for (const char* name :
         {"kernel_in_a_destroyed_stream", "copy_in_destroyed_stream", "a_stream_is_destroyed_twice"})
        expect_used_after_its_end(name, "Use of a stream after its end", "destroyed_stream");
    expect_report("an_event_after_its_end", "Use of an event after its end", {"was destroyed at "});
    expect_report("a_graph_after_its_end", "Use of an executable graph after its end", {"was destroyed at "});
    expect_silent("many_streams_and_events_one_after_the_other");
    EXPECT_EQ(cases::results(), std::vector<long>{3});
}

TEST(Handles, Exist)
{
    expect_report("a_stream_that_nobody_created", "Use of a stream that does not exist",
                  {"cudaStreamCreate()"});
}

TEST(ElapsedTime, NeedsTwoRecordedEventsThatTheHostHasWaitedFor)
{
    const std::string what = "Invalid use of cudaEventElapsedTime()";
    expect_report("not_recorded", what, {"the end event was never recorded"});
    expect_report("not_waited_for", what, {"the host has not waited", "cudaEventSynchronize(end)"});
    expect_report("negative_time", what, {"recorded before the start event"});
    expect_report("events_without_time", what, {"cudaEventDisableTiming"});
    expect_silent("times_of_right_programs");
    EXPECT_EQ(cases::results(), std::vector<long>{1});
}

TEST(Release, WaitsForItsStreamOnly)
{
    expect_report("memory_is_freed_beside_the_kernel_that_uses_it",
                  "Race between streams: cudaFreeAsync frees what the kernel increment may still be writing",
                  {"cudaStreamWaitEvent()"});
    expect_silent("memory_is_freed_behind_the_kernel_that_uses_it");
}

TEST(Release, PinnedMemory)
{
    expect_silent("pinned_memory_is_made_again_and_again");
    EXPECT_EQ(cases::results(), std::vector<long>{4950});
}

TEST(Threads, OfTheHostTakeTurns)
{
    expect_silent("threads_of_the_host");
    EXPECT_EQ(cases::results(), std::vector<long>(8, 20));
}

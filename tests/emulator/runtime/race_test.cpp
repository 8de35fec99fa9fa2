#include "cases.h"

#include <gtest/gtest.h>

using cases::expect_report;
using cases::expect_silent;

namespace {

const std::string kRead = "Race reported between Read access and Write access (RAW hazard";
const std::string kWrite = "Race reported between Write access and Read access (WAR hazard";
const std::string kWrites = "Race reported between Write access and Write access (WAW hazard";

std::string colon_line(const cases::Outcome& outcome, const std::string& name)
{
    return ":" + std::to_string(cases::line_of(outcome, name));
}

}  // namespace

TEST(Race, ReadAfterWriteWithoutABarrier)
{
    expect_report("read_after_write", kRead + " on __shared__ memory)",
                  {"Error: Race reported between Read access at", "reverse_in_block", "and Write access at",
                   "Potential RAW hazard detected at __shared__ 0x", "in block (0,0,0)"});
    expect_silent("read_after_write_and_barrier");
}

TEST(Race, WriteAfterReadWithoutABarrier)
{
    expect_report("write_after_read", kWrite);
    expect_silent("write_after_read_and_barrier");
}

TEST(Race, WritesOfDifferentValues)
{
    expect_report("write_after_write", kWrites);
    expect_silent("writes_of_one_value");
    expect_report("fills_of_one_place", kWrites);
    expect_silent("fills_by_one_value");
    expect_silent("stores_of_one_value_in_each_block");
}

TEST(Race, AcrossBlocks)
{
    expect_report("write_across_blocks", kWrites + " on __global__ memory)", {"in another block"});
    expect_silent("write_per_block");
    expect_silent("writes_of_two_launches");
}

TEST(Race, OnADeviceVariable)
{
    expect_report("count_on_a_device_variable", kRead);
    expect_silent("count_on_a_device_variable_by_atomics");
}

TEST(Race, OfAHistogramWithoutAtomics)
{
    expect_report("histogram", kWrite);
}

TEST(Race, WithinAWarp)
{
    expect_report("warp_without_syncwarp", kRead);
    expect_silent("warp_with_syncwarp");
    expect_report("shuffle_in_place_of_syncwarp", kRead);
    expect_report("volatile_in_place_of_syncwarp", kWrite);
}

TEST(Race, BetweenAtomicsAndPlainReads)
{
    expect_report("read_of_unfinished_atomics", kRead);
    expect_silent("read_of_finished_atomics");
    expect_report("plain_read_of_an_atomic", kRead);
}

TEST(Race, BytesOfOneWordAreApart)
{
    expect_report("bytes_written_twice", kWrites);
    expect_silent("bytes_side_by_side");
}

TEST(Race, PlainReadBeforeACompareAndSwapLoopIsFine)
{
    expect_silent("compare_and_swap_loop");
    EXPECT_EQ(cases::results(), std::vector<long>{192});
    expect_silent("node_is_linked_before_a_compare_and_swap");
    EXPECT_EQ(cases::results(), std::vector<long>{256});
    expect_report("head_is_read_and_not_swapped", kRead);
}

TEST(Race, BarriersOrderAllThreadsOfABlock)
{
    expect_silent("several_steps_with_barriers");
}

TEST(Race, CheckCanBeSwitchedOff)
{
    emu::options().check_races = false;
    expect_silent("write_after_read");
    emu::options().check_races = true;
}

TEST(Race, NamesTheFunctionsAndLinesOfBothAccesses)
{
    const cases::Outcome functions = expect_report("race_of_two_functions", kWrites);
    ASSERT_EQ(functions.reports.size(), 1u);
    const std::string& text = functions.reports[0].text;
    const auto place = [&](const std::string& name) { return functions.file + colon_line(functions, name); };
    // Without their parameters, as nothing outside of the file can call them.
    const std::string call = "call_two_functions(int*) in " + place("race_of_two_functions, call");
    EXPECT_NE(text.find("store_at in " + place("race_of_two_functions") + ", called by "), std::string::npos)
        << text;
    EXPECT_NE(text.find(call + "\n"), std::string::npos) << text;
    EXPECT_NE(text.find("store_one in " + place("race_of_two_functions, earlier") + ", called by "),
              std::string::npos)
        << text;

    for (const char* name : {"race_with_the_first_of_two_stores", "race_with_another_lane"}) {
        const cases::Outcome outcome = expect_report(name, kWrites);
        ASSERT_EQ(outcome.reports.size(), 1u) << name;
        const std::string earlier = colon_line(outcome, std::string(name) + ", earlier") + "\n";
        EXPECT_NE(outcome.reports[0].text.find(earlier), std::string::npos) << outcome.reports[0].text;
        EXPECT_EQ(outcome.reports[0].text.find("or at"), std::string::npos) << outcome.reports[0].text;
    }
    const cases::Outcome one = expect_report("race_within_one_request", kWrites);
    EXPECT_NE(one.reports.at(0).text.find("and Write access at"), std::string::npos);
    EXPECT_EQ(one.reports[0].text.find("or at"), std::string::npos) << one.reports[0].text;
}

TEST(Race, NamesBothLinesWhereEitherMayBeTheEarlierOne)
{
    const cases::Outcome outcome = expect_report("race_with_a_loop", kWrites, {"\n=========         or at "});
    for (const char* name : {"race_with_a_loop, one", "race_with_a_loop, other"})
        EXPECT_NE(outcome.reports.at(0).text.find(colon_line(outcome, name) + "\n"), std::string::npos)
            << outcome.reports[0].text;
}

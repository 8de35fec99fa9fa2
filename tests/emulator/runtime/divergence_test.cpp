#include "cases.h"

#include <gtest/gtest.h>

#include <utility>

namespace {

struct Line {
    const char* mark;
    uint64_t requests, lanes;
};

void expect_lines(const char* name, const std::vector<Line>& lines)
{
    const cases::Outcome outcome = cases::run(name);
    ASSERT_EQ(outcome.counters.size(), 1u) << name;
    EXPECT_EQ(outcome.errors, 0u) << name;
    for (const Line& want : lines) {
        const int line = cases::line_of(outcome, want.mark);
        uint64_t requests = 0, lanes = 0;
        for (const emu::LineCounters& c : outcome.counters[0].lines) {
            if (c.line == line) {
                requests += c.requests;
                lanes += c.lanes;
            }
        }
        EXPECT_EQ(requests, want.requests) << name << ", " << want.mark;
        EXPECT_EQ(lanes, want.lanes) << name << ", " << want.mark;
    }
}

}  // namespace

TEST(Divergence, BranchesMeetAfterwards)
{
    expect_lines("shape_if_else", {{"odd", 1, 16}, {"even", 1, 16}, {"after_branches", 1, 32}});
}

TEST(Divergence, LoopsOfDifferentTripCounts)
{
    expect_lines("shape_loop", {{"in_loop", 4, 32 + 24 + 16 + 8}, {"after_loop", 1, 32}});
}

TEST(Divergence, CallInABranch)
{
    expect_lines("shape_call", {{"in_callee", 1, 16}, {"after_call", 1, 32}});
}
TEST(Divergence, EarlyReturn)
{
    expect_lines("shape_return", {{"after_return", 1, 20}});
}
TEST(Divergence, ContinueInALoop)
{
    expect_lines("shape_continue", {{"not_skipped", 8, 128}, {"after_continues", 1, 32}});
}
TEST(Divergence, UnlikelyBranch)
{
    expect_lines("shape_unlikely", {{"unlikely", 1, 4}, {"after_unlikely", 1, 32}});
}

TEST(Divergence, CasesOfASwitchTakeTurns)
{
    expect_lines(
        "shape_switch",
        {{"case_0", 1, 8}, {"case_1", 1, 8}, {"case_2", 1, 8}, {"case_3", 1, 8}, {"after_switch", 1, 32}});
}

TEST(Divergence, SearchWithABreak)
{
    expect_lines("shape_search", {{"searching", 31, 611}, {"after_search", 1, 32}});
}

TEST(Divergence, NestedLoops)
{
    expect_lines("shape_nested", {{"in_inner_loop", 6, 32 + 32 + 16 + 32 + 16 + 16}, {"after_loops", 1, 32}});
}

TEST(Divergence, IsCountedPerBasicBlock)
{
    const cases::Outcome outcome = cases::run("shape_if_else");
    const emu::KernelCounters& counters = outcome.counters.at(0);
    const double active = double(counters.lane_steps) / double(counters.warp_steps);
    EXPECT_GT(active, 16.0);
    EXPECT_LT(active, 32.0);

    emu::options().count_divergence = false;
    EXPECT_EQ(cases::run("shape_if_else").counters.at(0).warp_steps, 0u);
    emu::options().count_divergence = true;
}

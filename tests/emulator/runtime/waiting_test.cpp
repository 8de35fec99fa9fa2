#include "cases.h"

#include <gtest/gtest.h>

#include <sys/time.h>

using cases::expect_report;
using cases::expect_silent;
using cases::results;

namespace {

// As long as it exists, the emulator's patience is one of its seconds, which takes so many milliseconds.
class Impatience {
public:
    explicit Impatience(unsigned tick = 100)
    {
        emu::options().patience = 1;
        tick_every(tick);
    }
    ~Impatience()
    {
        emu::options().patience = emu::Options().patience;
        tick_every(emu::Options().tick);
    }

private:
    static void tick_every(unsigned ms)
    {
        emu::options().tick = ms;  // for the first call of CUDA, which sets the timer
        const timeval period = {ms / 1000, ms % 1000 * 1000};
        const itimerval every_tick = {period, period};
        setitimer(ITIMER_VIRTUAL, &every_tick, nullptr);
    }
};

}  // namespace

TEST(Waiting, ForWhatNeverComesIsProven)
{
    expect_report("waiting_for_one_of_two_for_ever",
                  "No forward progress: every resident block waits for what", {"All blocks have started"});
}

TEST(Waiting, ForABlockThatSharedMemoryKeepsOut)
{
    expect_silent("blocks_that_fit");
    expect_report("blocks_that_do_not_fit",
                  "No forward progress: every resident block waits for what no thread will write",
                  {"the device holds 16 blocks of this size at once"});
}

TEST(Waiting, ForAPlainVariableIsNamedAsThat)
{
    const Impatience impatience(400);  // time for the million steps of a loop that counts as empty
    expect_report("waiting_for_a_plain_flag",
                  "No forward progress: a loop waits for a variable that it does not read again",
                  {"No thread has written to it", "volatile"});
}

TEST(Waiting, IsNotMadeUpForThreadsThatGetOn)
{
    expect_silent("many_reads_of_one_word");
    EXPECT_EQ(results(), std::vector<long>{2000000});
    expect_silent("waiting_for_a_time");
    EXPECT_EQ(results(), std::vector<long>{1});
    expect_silent("counting_in_other_lanes");
    EXPECT_EQ(results(), std::vector<long>{20001});
    expect_silent("voting_over_two_words");
    EXPECT_EQ(results(), std::vector<long>(8, 1));
}

TEST(Waiting, ThatCannotBeProvenEndsAtTheStepLimit)
{
    emu::options().step_limit = 1 << 20;
    expect_report("reads_for_longer_than_the_limit",
                  "No forward progress: all threads only read what they have");
    emu::options().step_limit = emu::Options().step_limit;
}

TEST(Waiting, UnderALockLetsTheOtherBlocksRun)
{
    expect_silent("polling_under_a_lock");
    const Impatience impatience;
    const cases::Outcome outcome = cases::run("polling_under_a_lock_for_ever");
    ASSERT_EQ(outcome.reports.size(), 1u);
    EXPECT_EQ(outcome.reports[0].what, "No forward progress: a loop does not end");
}

TEST(Waiting, OfLanesForALockThatALaneOfTheirWarpHoldsIsNamed)
{
    expect_silent("locks_of_lanes");
    EXPECT_EQ(results(), std::vector<long>{128});
    const auto expect_lock = [](const std::string& name, const std::string& place) {
        const cases::Outcome outcome = cases::run(name);
        ASSERT_EQ(outcome.reports.size(), 1u) << name;
        const emu::Report& report = outcome.reports.front();
        EXPECT_EQ(report.what, "No forward progress: lanes of one warp wait for each other");
        EXPECT_EQ(report.line, line_of(outcome, "locks_of_lanes_that_meet")) << report.text;
        const std::string waits = "Lane 0 of the same warp waits for it at waiting_cases.cu:" +
                                  std::to_string(line_of(outcome, place)) + ":";
        EXPECT_NE(report.text.find(waits), std::string::npos) << report.text;
    };
    expect_lock("locks_of_lanes_that_meet", "where_the_lanes_of_a_warp_meet");
    expect_lock("locks_of_lanes_that_meet_in_the_block", "where_the_lanes_of_a_block_meet");
    const Impatience impatience;
    expect_lock("locks_of_lanes_of_two_blocks_that_meet", "where_the_lanes_of_a_warp_meet");
}

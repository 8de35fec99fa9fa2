#include "cases.h"

#include <gtest/gtest.h>

using cases::expect_report;
using cases::expect_silent;
using cases::results;

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

// The harness must reject every planted mistake, and print no speedup for it.
#include "run_program.h"

#include <gtest/gtest.h>

namespace {

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

// Expects exit code 1, a verdict that holds `part`, and no speedup.
void expect_rejected(const std::string& version, const std::string& part)
{
    const Outcome outcome = run("planted_" + version);
    EXPECT_EQ(outcome.code, 1) << outcome.out << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "Check: WRONG")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, part)) << outcome.out;
    EXPECT_FALSE(contains(outcome.out, "Speedup")) << outcome.out;
}

TEST(Harness, AcceptsARightKernel)
{
    const Outcome outcome = run("planted_v1");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "Check: ok")) << outcome.out;
    EXPECT_EQ(contains(outcome.out, "Speedup:"), !EMULATOR) << outcome.out;
}

TEST(Harness, AcceptsAKernelThatSaysItWorksInPlace)
{
    const Outcome outcome = run("planted_v12");
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
}

TEST(Harness, RejectsAKernelThatWritesNothing)
{
    expect_rejected("v2", "1000 of 1000 are wrong");
}
TEST(Harness, RejectsAKernelThatWritesHalf)
{
    expect_rejected("v3", "500 of 1000 are wrong");
    if (EMULATOR)
        expect_rejected(
            "v3", "500 of 1000 elements were never written: the first is element 500 of the array that ");
}
TEST(Harness, RejectsWorkThatItsTimeWouldNotInclude)
{
    if (!EMULATOR)
        GTEST_SKIP() << "only the emulator knows what waits for what";
    expect_rejected("v20", "the kernel double_all, queued at v20_beside_the_default_stream.cu:20");
}
TEST(Harness, RejectsNaN)
{
    expect_rejected("v4", "element 77: nan");
}
TEST(Harness, RejectsOneElementOffByOne)
{
    expect_rejected("v5", "element 999");
}
TEST(Harness, RejectsThePreviousLaunchsOutputLeftInPlace)
{
    expect_rejected("v6", "1000 of 1000 are wrong");
}
TEST(Harness, RejectsAVersionThatEndsTheProgram)
{
    const Outcome outcome = run("planted_v16");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(contains(outcome.err, "the program ended before its result was checked")) << outcome.err;
    EXPECT_FALSE(contains(outcome.out, "Check:")) << outcome.out;
}
TEST(Harness, RejectsAHostOutputThatIsWrittenOnlyOnce)
{
    expect_rejected("v15", "1000 of 1000 are wrong");
}
TEST(Harness, RejectsAKernelThatIsRightOnlyAtTheFirstLaunch)
{
    expect_rejected("v7", "1000 of 1000 are wrong");
}
TEST(Harness, RejectsAnOverwrittenInput)
{
    expect_rejected("v8", "a kernel overwrote its input");
}

// On a GPU only the self-test finds it.
TEST(Harness, RejectsAKernelThatIsRightForTheDefaultSizeOnly)
{
    if (EMULATOR)
        expect_rejected("v17", "right for this input, but not for -n 33 --seed 2: element 32");
    const Outcome selftest = run("planted_v17 --selftest");
    EXPECT_EQ(selftest.code, 1) << selftest.out;
}

TEST(Harness, RejectsAStoreBehindTheLastElement)
{
    expect_rejected("v9", EMULATOR ? "v9_out_of_bounds_by_one.cu:" : "a kernel wrote outside of a buffer");
}

TEST(Harness, RejectsAStoreBeforeTheFirstElement)
{
    expect_rejected("v14",
                    EMULATOR ? "v14_before_the_first_element.cu:" : "a kernel wrote outside of a buffer");
}

TEST(Harness, ReportsALaunchThatFails)
{
    const Outcome outcome = run("planted_v10");
    EXPECT_EQ(outcome.code, 4) << outcome.out;
    EXPECT_TRUE(contains(outcome.err, "cudaErrorInvalid")) << outcome.err;
    if (!EMULATOR) {  // which reports it in its own words first
        EXPECT_EQ(outcome.error_lines(), 1) << outcome.err;
    }
    EXPECT_FALSE(contains(outcome.out, "Speedup")) << outcome.out;
}

TEST(Harness, RejectsAKernelThatFailsUnderRepetition)
{
    if (EMULATOR)
        GTEST_SKIP() << "nothing is repeated for timing on the emulator";
    expect_rejected("v11", "right at first, but not after repeated launches");
}

TEST(Harness, SaysThatAVersionIsWrongAsMeant)
{
    const Outcome outcome = run("planted_v13");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "Check: WRONG, as this version is meant to show: three is not two"))
        << outcome.out;
    EXPECT_FALSE(contains(outcome.out, "Speedup")) << outcome.out;
}

TEST(Harness, SelfTestFailsForAWrongKernelAndPassesForARightOne)
{
    EXPECT_EQ(run("planted_v1 --selftest").code, 0);
    EXPECT_EQ(run("planted_v3 --selftest").code, 1);
    EXPECT_EQ(run("planted_v13 --selftest").code, 0);
}

TEST(Harness, TheLadderAsAWholeFailsIfOneVersionDoes)
{
    const Outcome outcome = run("planted");
    EXPECT_NE(outcome.code, 0);
    EXPECT_TRUE(contains(outcome.out, "v1 ")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "v2: WRONG")) << outcome.out;
}

TEST(Harness, NoCpuStillRejectsAWrongElement)
{
    EXPECT_EQ(run("planted_v5 --no-cpu").code, 1);
    EXPECT_EQ(run("planted_v1 --no-cpu").code, 0);
}

}  // namespace

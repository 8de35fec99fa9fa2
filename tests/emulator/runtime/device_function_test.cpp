#include "cases.h"

#include <gtest/gtest.h>

using cases::expect_silent;
using cases::results;

TEST(DeviceFunctions, Intrinsics)
{
    expect_silent("integer_functions");
    EXPECT_EQ(results(), (std::vector<long>{8,  64, 31, 32, 4,  0, 1, 1, 1,  1, 1, 3,
                                            -1, 2,  -1, 3,  15, 1, 2, 5, 10, 3, 6, 8}));
}

TEST(DeviceFunctions, AtomicsOfEveryType)
{
    const std::vector<long> want{15, 7, 3, 10, 2, 14, 12, 11, 10};
    for (const char* name : {"atomics_of_int", "atomics_of_unsigned", "atomics_of_unsigned_long_long"}) {
        expect_silent(name);
        EXPECT_EQ(results(), want) << name;
    }
    expect_silent("atomics_of_other_types");
    EXPECT_EQ(results(), (std::vector<long>{10, 0, 10, 9, 6, 115, 3, 125, 12, 10}));
    expect_silent("atomics_of_all_lanes");
    EXPECT_EQ(results(), (std::vector<long>{384, 384, 95}));
}

TEST(DeviceFunctions, Shuffles)
{
    expect_silent("shuffle_functions");
    std::vector<long> want(160);
    for (long lane = 0; lane < 32; ++lane) {
        want[lane] = 5;
        want[lane + 32] = lane == 0 ? 0 : lane - 1;
        want[lane + 64] = lane % 8 < 6 ? lane + 2 : lane;
        want[lane + 96] = lane ^ 3;
        want[lane + 128] = lane / 16 * 16 + (lane + 1) % 16;
    }
    EXPECT_EQ(results(), want);
}

TEST(DeviceFunctions, VotesMatchesAndReductions)
{
    expect_silent("vote_functions");
    EXPECT_EQ(results(),
              (std::vector<long>{0xaaaaaaaa, 1, 1, 0, 0xff00, 0xffffffff, 1, 496, -31, 31, 15, 31}));
}

TEST(DeviceFunctions, VectorTypes)
{
    expect_silent("vector_types");
    EXPECT_EQ(results(), (std::vector<long>{15, 28, 2}));
}

TEST(DeviceFunctions, Printf)
{
    testing::internal::CaptureStdout();
    expect_silent("print_from_a_kernel");
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "thread 0 of 2\nthread 1 of 2\n");
}

TEST(DeviceFunctions, Assert)
{
    const auto outcome = cases::expect_report("failed_assertion", "Device-side assertion failed",
                                              {"p[threadIdx", "> 0` failed"});
    EXPECT_EQ(outcome.error, cudaErrorAssert);
    expect_silent("held_assertion");
}

TEST(DeviceFunctions, Trap)
{
    EXPECT_EQ(cases::run("trap").error, cudaErrorLaunchFailure);
}

TEST(DeviceFunctions, StackOverflowIsReported)
{
    expect_silent("deep_recursion");
    const auto outcome = cases::run("too_deep_recursion");
    EXPECT_EQ(outcome.error, cudaErrorHardwareStackError);
    ASSERT_EQ(outcome.reports.size(), 1u);
    EXPECT_EQ(outcome.reports[0].what.rfind("Stack overflow", 0), 0u);
}

TEST(DeviceFunctions, ClockGoesOn)
{
    expect_silent("clocks");
    EXPECT_EQ(results(), std::vector<long>{1});
}

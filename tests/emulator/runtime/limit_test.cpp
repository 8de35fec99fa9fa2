#include "cases.h"

#include <gtest/gtest.h>

using cases::expect_report;
using cases::expect_silent;
using cases::results;

namespace {

// Options that hold for one test.
class WithOptions : public testing::Test {
protected:
    ~WithOptions() override { emu::options() = before_; }

private:
    emu::Options before_ = emu::options();
};

using Limits = WithOptions;
using Orders = WithOptions;

}  // namespace

TEST_F(Limits, ALoopThatOnlyComputesForEverIsEnded)
{
    for (const bool divergence : {true, false}) {
        emu::options().count_divergence = divergence;
        emu::options().step_limit = 1 << 20;
        const auto outcome = cases::run("endless_loop");
        ASSERT_EQ(outcome.reports.size(), 1u) << divergence;
        EXPECT_EQ(outcome.reports[0].what,
                  "No forward progress: a loop without any access to memory does not end");
        EXPECT_NEAR(outcome.reports[0].line, cases::line_of(outcome, "endless loop"), 12);
        EXPECT_EQ(outcome.error, cudaErrorLaunchTimeout);
        expect_silent("long_loop");
    }
}

TEST_F(Limits, AFrameLargerThanTheStackIsReported)
{
    for (const bool divergence : {true, false}) {
        emu::options().count_divergence = divergence;
        const auto outcome = cases::run("frame_of_100_kilobytes");
        ASSERT_EQ(outcome.reports.size(), 1u) << divergence;
        EXPECT_EQ(outcome.reports[0].what.rfind("Stack overflow: a thread needs more than 56 KiB", 0), 0u);
        EXPECT_EQ(outcome.error, cudaErrorHardwareStackError);
    }
}

TEST_F(Limits, RecursionThatIsTooDeepIsReported)
{
    for (const bool divergence : {true, false}) {
        emu::options().count_divergence = divergence;
        const auto outcome = cases::run("recursion_of_100000");
        ASSERT_EQ(outcome.reports.size(), 1u) << divergence;
        EXPECT_EQ(outcome.reports[0].what.rfind("Stack overflow", 0), 0u);
        EXPECT_NEAR(outcome.reports[0].line, cases::line_of(outcome, "recursion"), 4);
        expect_silent("recursion_of_100");
    }
}

TEST(SharedMemory, StaticOver48KilobytesIsRefused)
{
    const auto outcome = expect_report("static_shared_over_48_kilobytes",
                                       "Entry function uses too much shared data (0xc040 bytes, 0xc000 max)",
                                       {"cudaFuncSetAttribute"});
    EXPECT_EQ(outcome.error, cudaErrorLaunchOutOfResources);
}

TEST(SharedMemory, AsMuchAsTheDeviceHasIsFine)
{
    expect_silent("static_shared_of_48_kilobytes");
    EXPECT_EQ(results(), (std::vector<long>{12287, 12286}));
    expect_silent("dynamic_shared_of_200_kilobytes");
    EXPECT_EQ(results(), (std::vector<long>{51199, 51198}));
}

TEST(SharedMemory, DynamicAtNamespaceScope)
{
    expect_silent("dynamic_shared_at_namespace_scope");
    EXPECT_EQ(results(), (std::vector<long>{79, 81, 83}));
}

TEST(SharedMemory, MoreThan48KilobytesAreAllowedKernelByKernel)
{
    const auto outcome =
        expect_report("dynamic_shared_allowed_to_one_kernel", "Program hit cudaErrorInvalidValue",
                      {"of kernel one_of_many<2>", "100000 bytes of dynamic shared memory: 49152 are"});
    EXPECT_EQ(results(), (std::vector<long>{100000, 49152, cudaSuccess, 1, cudaErrorInvalidValue, 1,
                                            cudaErrorInvalidValue, 1, cudaSuccess, 2}));
    EXPECT_EQ(outcome.errors, 2u);
    EXPECT_EQ(outcome.counters.size(), 2u) << "launches that were refused have not been";
    cases::run("dynamic_shared_of_a_kernel_launched_by_its_name");
    EXPECT_EQ(results(), (std::vector<long>{cudaErrorInvalidValue, cudaSuccess, 3, cudaErrorInvalidValue}));
}

TEST(LaunchBounds, AreHeld)
{
    expect_silent("as_many_threads_as_launch_bounds_say");
    expect_report(
        "more_threads_than_launch_bounds_say", "Program hit cudaErrorInvalidValue",
        {"of kernel for_128_threads", "256 threads per block", "declared with __launch_bounds__(128)"});
    EXPECT_EQ(results(), (std::vector<long>{cudaErrorInvalidValue, cudaErrorInvalidValue}));
}

TEST(Functions, ThatEndWithoutAReturnAreNamed)
{
    expect_silent("a_function_with_a_return");
    expect_report("a_function_without_a_return", "A function that returns a value ends without a return");
}

TEST(Launches, OfNoBlocksSayHowTheyCameAbout)
{
    expect_report("no_blocks_as_a_division_rounds_down", "Program hit cudaErrorInvalidConfiguration",
                  {"grid 0 x 1 x 1, block 128 x 1 x 1", "round down to 0"});
}

TEST(Constants, AreNotTheHostsVariables)
{
    expect_silent("constants_are_set_by_the_copy_for_them");
    EXPECT_EQ(results(), std::vector<long>{7});
    expect_report("constants_stored_by_the_host", "Invalid host store to a __constant__ variable",
                  {"cudaMemcpyToSymbol"});
    for (const char* name : {"constants_copied_by_a_library_function",
                             "constants_filled_by_a_library_function", "constants_copied_by_the_compiler"}) {
        const auto outcome =
            expect_report(name, "Invalid host store to a __constant__ variable", {"cudaMemcpyToSymbol"});
        EXPECT_EQ(outcome.reports.size(), 1u) << name;
    }
    expect_silent("constants_are_set_by_the_copy_for_them");
    expect_report("too_much_is_copied_to_a_constant", "Program hit cudaErrorInvalidValue",
                  {"20 bytes from byte 0 on, but the variable has 16 bytes"});
}

TEST_F(Orders, OfWarpsExposesAMissingBarrierThatWasLucky)
{
    emu::options().check_races = emu::options().check_initialised = false;
    const std::vector<long> right = {1};
    emu::options().warp_order = emu::Order::forward;
    expect_silent("order_of_warps");
    EXPECT_EQ(results(), right);
    emu::options().warp_order = emu::Order::reverse;
    expect_silent("order_of_warps");
    EXPECT_NE(results(), right);

    // Not by luck alone: the race check names it in any order.
    emu::options() = emu::Options();
    emu::options().print_reports = emu::options().fail_at_exit = false;
    EXPECT_GT(cases::run("order_of_warps").errors, 0u);
}

TEST_F(Orders, OfBlocksExposesThatBlocksDependOnEachOther)
{
    emu::options().check_races = false;
    emu::options().block_order = emu::Order::forward;
    expect_silent("order_of_blocks");
    EXPECT_EQ(results().back(), 8);
    emu::options().block_order = emu::Order::reverse;
    expect_silent("order_of_blocks");
    EXPECT_EQ(results().back(), 1);
    emu::options().block_order = emu::Order::random;
    emu::options().block_seed = 3;
    expect_silent("order_of_blocks");
    EXPECT_LT(results().back(), 8);
    const std::vector<long> once = results();
    expect_silent("order_of_blocks");
    EXPECT_EQ(results(), once) << "a seed gives one order";
}

TEST_F(Orders, AreReadFromTheirNames)
{
    emu::Order order = emu::Order::forward;
    uint64_t seed = 1;
    EXPECT_TRUE(emu::parse_order("random:42", &order, &seed));
    EXPECT_EQ(order, emu::Order::random);
    EXPECT_EQ(seed, 42u);
    EXPECT_TRUE(emu::parse_order("reverse", &order, &seed));
    EXPECT_EQ(order, emu::Order::reverse);
    for (const char* wrong : {"", "backward", "random:", "random:x", "random:-1", "reverse:1", "random:1 "})
        EXPECT_FALSE(emu::parse_order(wrong, &order, &seed)) << wrong;
    EXPECT_EQ(order, emu::Order::reverse);
}

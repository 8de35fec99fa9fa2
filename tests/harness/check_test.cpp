#include "common/support/check.h"

#include "common/harness/registry.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace ladders;

namespace {

TEST(CompareExactly, AcceptsEqualVectors)
{
    EXPECT_TRUE(compare_exactly<int>("bin", {1, 2, 3}, {1, 2, 3}).right);
}

TEST(CompareExactly, NamesTheFirstMismatchAndCountsThemAll)
{
    const Verdict verdict = compare_exactly<int>("bin", {0, 0, 0, 0, 5}, {1, 2, 3, 4, 5});
    EXPECT_FALSE(verdict.right);
    EXPECT_EQ(verdict.detail,
              "bin 0: 0 in place of 1; bin 1: 0 in place of 2; bin 2: 0 in place of 3; 4 of 5 are wrong");
}

TEST(CompareExactly, RejectsAnotherNumberOfResults)
{
    EXPECT_FALSE(compare_exactly<int>("bin", {1, 2}, {1, 2, 3}).right);
}

TEST(CompareExactly, NeverAcceptsNaN)
{
    EXPECT_FALSE(compare_exactly<float>("element", {NAN}, {NAN}).right);
}

TEST(CompareWithin, AcceptsAnErrorUpToTheBoundAndNoMore)
{
    EXPECT_TRUE(compare_within("sum", 1.5, 1.0, 0.5).right);
    EXPECT_FALSE(compare_within("sum", 1.6, 1.0, 0.5).right);
}

TEST(CompareWithin, NeverAcceptsNaN)
{
    EXPECT_FALSE(compare_within("sum", NAN, 1.0, 0.5).right);
    EXPECT_FALSE(compare_within("sum", 1.0, 1.0, NAN).right);
    EXPECT_FALSE(compare_within("sum", NAN, 1.0, INFINITY).right);
}

TEST(ExactSum, AddsInMoreThanDouble)
{
    const std::vector<double> terms{0x1p60, 1, -0x1p60, 0.5};
    const ExactSum sum = exact_sum(terms.size(), [&](std::size_t i) { return terms[i]; });
    EXPECT_EQ(sum.sum, 1.5);
    EXPECT_EQ(sum.absolute, 0x1p61);
}

TEST(CompareSum, AllowsWhatTheChainOfAdditionsExplainsAndNoMore)
{
    const ExactSum want{.sum = 1, .absolute = 1000};
    const double bound = 1000 * 2 * (99 + 1) * 0x1p-24;
    EXPECT_TRUE(compare_sum("sum", float(1 + 0.9 * bound), want, 99, Chain()).right);
    EXPECT_FALSE(compare_sum("sum", float(1 + 1.1 * bound), want, 99, Chain()).right);
    EXPECT_FALSE(compare_sum("sum", float(1 + 0.9 * bound), want, 99, Chain(10)).right);
    EXPECT_FALSE(compare_sum("sum", NAN, want, 99, Chain()).right);
}

TEST(OneOf, TakesFunctionsForSomeOfTheTypesInAnyOrder)
{
    using Version =
        OneOf<int(int, ladders::Run&), float(float, ladders::Run&), double(double, ladders::Run&)>;
    RunRecord record;
    ladders::Run run({}, record);
    const Version some{+[](double x, ladders::Run&) { return x + 1; },
                       +[](int x, ladders::Run&) { return x + 2; }};
    EXPECT_EQ(some(1, run), 3);
    EXPECT_EQ(some(1.0, run), 2.0);
    EXPECT_THROW(some(1.0f, run), UsageError);
}

}  // namespace

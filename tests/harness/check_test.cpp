#include "common/support/check.h"

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

}  // namespace

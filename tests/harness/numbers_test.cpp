#include "common/support/numbers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

using namespace ladders;

namespace {

TEST(Numbers, LectureCountsUpFromOne)
{
    EXPECT_EQ(make_numbers<unsigned>("lecture", 4, 1), (std::vector<unsigned>{1, 2, 3, 4}));
    EXPECT_EQ(make_numbers<float>("lecture", 3, 1), (std::vector<float>{1, 2, 3}));
}

TEST(Numbers, UniformFloatsLieInTheUnitInterval)
{
    double sum = 0;
    for (const float x : make_numbers<float>("uniform", 10000, 1)) {
        EXPECT_GE(x, 0.0f);
        EXPECT_LT(x, 1.0f);
        sum += x;
    }
    EXPECT_NEAR(sum / 10000, 0.5, 0.02);
}

TEST(Numbers, AlternatingOnesNearlyCancel)
{
    const auto v = make_numbers<double>("alternating", 1000, 1);
    EXPECT_LT(std::abs(std::accumulate(v.begin(), v.end(), 0.0)), 50);
    const auto ints = make_numbers<unsigned>("alternating", 1000, 1);
    EXPECT_LT(std::abs(static_cast<int>(std::accumulate(ints.begin(), ints.end(), 0u))), 1 << 20);
}

TEST(Numbers, RandomFloatsFillTheirRange)
{
    double sum = 0;
    for (const float x : random_floats(10000, 1, -3, 1)) {
        EXPECT_GE(x, -3.0f);
        EXPECT_LT(x, 1.0f);
        sum += x;
    }
    EXPECT_NEAR(sum / 10000, -1, 0.08);
}

TEST(Numbers, SizesAreShownInTheirUnit)
{
    EXPECT_EQ(byte_text(12), "12 bytes");
    EXPECT_EQ(byte_text(1536), "1.5 KiB");
    EXPECT_EQ(byte_text(16 * 1024 * 1024.0), "16.0 MiB");
    EXPECT_EQ(byte_text(4096.0 * 1024 * 1024 * 1024), "4096.0 GiB");
}

TEST(Numbers, DependOnTheSeed)
{
    EXPECT_EQ(make_numbers<unsigned>("uniform", 10, 5), make_numbers<unsigned>("uniform", 10, 5));
    EXPECT_NE(make_numbers<unsigned>("uniform", 10, 5), make_numbers<unsigned>("uniform", 10, 6));
}

}  // namespace

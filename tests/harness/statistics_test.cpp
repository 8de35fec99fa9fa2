#include "common/support/statistics.h"

#include <gtest/gtest.h>

#include <vector>

using ladders::median_of;

namespace {

TEST(Median, IsTheMiddleOfAnOddNumberAndTheMeanOfTheTwoMiddleOnesOfAnEvenNumber)
{
    EXPECT_DOUBLE_EQ(median_of({3, 1, 2}).value, 2);
    EXPECT_DOUBLE_EQ(median_of({4, 1, 3, 2}).value, 2.5);
    EXPECT_DOUBLE_EQ(median_of({7}).value, 7);
}

TEST(Median, KeepsTheSmallestSample)
{
    EXPECT_DOUBLE_EQ(median_of({3, 1, 2}).min, 1);
}

TEST(Median, HasNoNoiseIfAllSamplesAreEqual)
{
    EXPECT_DOUBLE_EQ(median_of(std::vector<double>(20, 5.0)).noise, 0);
}

// Of 0, 1, ... 99 the interval goes from rank 50 - 9.8 to rank 50 + 9.8, and the median is 49.5.
TEST(Median, HasTheNoiseOfItsConfidenceInterval)
{
    std::vector<double> samples;
    for (int i = 0; i < 100; ++i)
        samples.push_back(i);
    EXPECT_NEAR(median_of(samples).noise, (60 - 40) / 2.0 / 49.5, 1e-12);
}

TEST(Median, OneOutlierMovesNeitherMedianNorNoise)
{
    std::vector<double> samples(50, 1.0);
    samples.push_back(1000);
    EXPECT_DOUBLE_EQ(median_of(samples).value, 1);
    EXPECT_DOUBLE_EQ(median_of(samples).noise, 0);
}

}  // namespace

#include "histogram/pixels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace {

std::array<int, 256> count(const std::vector<std::uint8_t>& pixels)
{
    std::array<int, 256> bins{};
    for (const std::uint8_t pixel : pixels)
        ++bins[pixel];
    return bins;
}

TEST(Pixels, EveryDistributionHasTheAskedForSizeAndDependsOnTheSeedAlone)
{
    for (const std::string& dist : pixel_distributions()) {
        const auto pixels = make_pixels(dist, 1003, 7);
        EXPECT_EQ(pixels.size(), 1003u) << dist;
        EXPECT_EQ(pixels, make_pixels(dist, 1003, 7)) << dist;
    }
    EXPECT_NE(make_pixels("uniform", 1003, 7), make_pixels("uniform", 1003, 8));
}

TEST(Pixels, UniformFillsAllBinsAlike)
{
    const auto bins = count(make_pixels("uniform", 256 * 1000, 1));
    const auto [least, most] = std::minmax_element(bins.begin(), bins.end());
    EXPECT_GT(*least, 800);
    EXPECT_LT(*most, 1200);
}

// The first values of glibc's rand() after srand(0) are 1804289383, 846930886, 1681692777.
TEST(Pixels, LectureIsThatOfTheLecture)
{
    EXPECT_EQ(make_pixels("lecture", 3, 1), (std::vector<std::uint8_t>{214, 100, 199}));
}

TEST(Pixels, ConstantHasOneValueOnly)
{
    const auto pixels = make_pixels("constant", 100, 3);
    EXPECT_EQ(std::count(pixels.begin(), pixels.end(), pixels[0]), 100);
}

TEST(Pixels, HalfOfASkewedPictureIsDarkerThan16)
{
    const auto pixels = make_pixels("skewed", 100000, 1);
    const auto dark = std::count_if(pixels.begin(), pixels.end(), [](std::uint8_t p) { return p < 16; });
    EXPECT_NEAR(static_cast<double>(dark), 50000, 1000);
}

TEST(Pixels, RampGoesFromBlackToWhiteOnce)
{
    const auto pixels = make_pixels("ramp", 512, 1);
    EXPECT_TRUE(std::is_sorted(pixels.begin(), pixels.end()));
    EXPECT_EQ(pixels.front(), 0);
    EXPECT_EQ(pixels.back(), 255);
}

TEST(Pixels, RunsHaveEqualNeighbours)
{
    const auto pixels = make_pixels("runs", 10000, 1);
    int equal = 0;
    for (std::size_t i = 1; i < pixels.size(); ++i)
        equal += pixels[i] == pixels[i - 1];
    EXPECT_GT(equal, 9000);
}

}  // namespace

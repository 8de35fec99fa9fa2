// The masks of conv2d, and which of them are separable.
#include "common/support/errors.h"
#include "convolution/conv2d/filters.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace {

double sum(const Mask& mask)
{
    return std::accumulate(mask.weights.begin(), mask.weights.end(), 0.0);
}

TEST(Filter, KeepsOrRemovesTheMeanOfThePicture)
{
    for (const int width : {1, 3, 5, 7, 31, 127}) {
        for (const char* filter : {"gauss", "box", "blur", "sharpen"})
            EXPECT_NEAR(sum(make_mask(filter, width, 1)), 1, 1e-5) << filter << ' ' << width;
        if (width > 1) {
            EXPECT_NEAR(sum(make_mask("edge", width, 1)), 0, 1e-5) << width;
        }
    }
}

TEST(Filter, IsAsItsNameSays)
{
    const Mask gauss = make_mask("gauss", 5, 1), blur = make_mask("blur", 5, 1),
               edge = make_mask("edge", 3, 1);
    EXPECT_NEAR(gauss.weights[12] / gauss.weights[11], std::exp(0.5), 1e-5);  // standard deviation 1
    EXPECT_EQ(blur.weights[0], 0) << "a corner is outside the disc";
    EXPECT_NEAR(blur.weights[1], 1 / 21.0, 1e-7);
    EXPECT_EQ(edge.weights, (std::vector<float>{-1, -1, -1, -1, 8, -1, -1, -1, -1}));
    EXPECT_THROW(make_mask("edge", 1, 1), ladders::UsageError);
}

TEST(Separable, AreGaussAndBoxAndNoOthers)
{
    for (const int width : {3, 5, 7, 31, 127}) {
        for (const char* filter : {"gauss", "box"})
            EXPECT_TRUE(make_mask(filter, width, 1).is_separable()) << filter << ' ' << width;
        for (const char* filter : {"sharpen", "edge", "random"})
            EXPECT_FALSE(make_mask(filter, width, 1).is_separable()) << filter << ' ' << width;
        EXPECT_EQ(make_mask("blur", width, 1).is_separable(), width == 3) << width;
    }
    EXPECT_TRUE(make_mask("random", 1, 1).is_separable());
}

TEST(Separable, FactorsMultiplyToTheWeights)
{
    for (const char* filter : {"gauss", "box"}) {
        const Mask mask = make_mask(filter, 31, 1);
        for (int i = 0; i < 31; ++i)
            for (int j = 0; j < 31; ++j)
                EXPECT_NEAR(static_cast<double>(mask.column[i]) * mask.row[j] / mask.weights[i * 31 + j], 1,
                            4 * 0x1p-24);
    }
}

TEST(Separable, IsFoundInAnyProduct)
{
    const std::vector<float> product{2, -4, 0, 1, -2, 0, -3, 6, 0};
    const Mask mask = mask_of("product", 3, product);
    ASSERT_TRUE(mask.is_separable());
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            EXPECT_EQ(mask.column[i] * mask.row[j], product[i * 3 + j]);
}

TEST(Separable, OneWeightThatIsOffIsEnoughToSpoilIt)
{
    Mask mask = make_mask("gauss", 5, 1);
    for (float& weight : mask.weights) {
        const float right = weight;
        weight *= 1 + 0x1p-18F;
        EXPECT_FALSE(mask_of("spoilt", 5, mask.weights).is_separable());
        weight = right;
    }
}

}  // namespace

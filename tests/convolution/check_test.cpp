// The checks of a convolution: right results pass, a single wrong element does not.
#include "common/support/numbers.h"
#include "convolution/reference.h"
#include "convolution/tile_check.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace {

using ladders::random_floats;
using ladders::Verdict;

// A field and a mask of random numbers, and the right results.
struct Case {
    std::size_t width, height, planes;
    int mask_width, mask_height;
    std::vector<float> samples = random_floats(width * height * planes, 1, -1, 1);
    std::vector<float> weights = random_floats(mask_width * mask_height, 2, -1, 1);

    Field field() const { return {width, height, planes, samples.data()}; }
    MaskView mask() const { return {mask_width, mask_height, weights.data()}; }
    std::vector<float> right() const { return convolve_on_cpu(field(), mask()); }
};

const std::vector<Case>& cases()
{
    static const std::vector<Case> all{{1, 1, 1, 1, 1},   {1, 1, 3, 5, 5},    {37, 19, 1, 5, 5},
                                       {16, 16, 1, 3, 3}, {33, 32, 2, 7, 7},  {5, 3, 1, 31, 31},
                                       {300, 1, 1, 5, 1}, {256, 1, 1, 33, 1}, {515, 1, 1, 33, 1},
                                       {1, 40, 1, 9, 9},  {257, 1, 1, 3, 3}};
    return all;
}

std::string name(const Case& c)
{
    return std::to_string(c.width) + " x " + std::to_string(c.height) + " x " + std::to_string(c.planes) +
           ", mask " + std::to_string(c.mask_width) + " x " + std::to_string(c.mask_height);
}

Verdict by_elements(const Case& c, const std::vector<float>& got, const std::vector<float>& right)
{
    return check_each(got, right, c.field(), c.mask());
}

Verdict by_elements(const Case& c, const std::vector<float>& got)
{
    return by_elements(c, got, c.right());
}

Verdict by_tiles(const Case& c, const std::vector<float>& got)
{
    return check_tiles(got, c.field(), c.mask(), 3);
}

// As a version would compute it: products and sums in float, in the order of the mask.
std::vector<float> in_float(const Case& c)
{
    std::vector<float> out;
    for (std::size_t plane = 0; plane < c.planes; ++plane)
        for (long y = 0; y < static_cast<long>(c.height); ++y)
            for (long x = 0; x < static_cast<long>(c.width); ++x) {
                float sum = 0;
                for (int i = 0; i < c.mask_height; ++i)
                    for (int j = 0; j < c.mask_width; ++j) {
                        const long from_y = y + i - c.mask_height / 2, from_x = x + j - c.mask_width / 2;
                        if (from_y >= 0 && from_y < static_cast<long>(c.height) && from_x >= 0 &&
                            from_x < static_cast<long>(c.width))
                            sum += c.weights[i * c.mask_width + j] *
                                   c.samples[(plane * c.height + from_y) * c.width + from_x];
                    }
                out.push_back(sum);
            }
    return out;
}

TEST(Reference, LaysTheMaskOnTheSamplesAsItIs)
{
    const std::vector<float> samples{0, 0, 0, 0, 1, 0, 0, 0, 2}, weights{1, 2, 3, 4, 5, 6, 7, 8, 9};
    const std::vector<float> out = convolve_on_cpu({3, 3, 1, samples.data()}, {3, 3, weights.data()});
    EXPECT_EQ(out, (std::vector<float>{9, 8, 7, 6, 5 + 18, 4 + 16, 3, 2 + 12, 1 + 10}));
}

TEST(Reference, OfARowOfNumbers)
{
    const std::vector<float> numbers{1, 10, 100, 1000}, weights{3, 2, 1};
    EXPECT_EQ(convolve_on_cpu({4, 1, 1, numbers.data()}, {3, 1, weights.data()}),
              (std::vector<float>{12, 123, 1230, 2300}));
}

TEST(BothChecks, AcceptResultsInFloat)
{
    for (const Case& c : cases()) {
        EXPECT_TRUE(by_elements(c, in_float(c)).right) << name(c) << by_elements(c, in_float(c)).detail;
        EXPECT_TRUE(by_tiles(c, in_float(c)).right) << name(c) << by_tiles(c, in_float(c)).detail;
    }
}

TEST(BothChecks, CatchEveryElementThatIsWrongAlone)
{
    for (const Case& c : cases()) {
        const std::vector<float> all_right = c.right();
        std::vector<float> got = all_right;
        for (float& element : got) {
            const float right = element;
            for (const float wrong : {right + 0.05F, right - 0.05F, std::numeric_limits<float>::quiet_NaN(),
                                      std::numeric_limits<float>::infinity()}) {
                element = wrong;
                EXPECT_FALSE(by_elements(c, got, all_right).right) << name(c) << ", element " << &element - got.data();
                EXPECT_FALSE(by_tiles(c, got).right) << name(c) << ", element " << &element - got.data();
            }
            element = right;
        }
    }
}

TEST(BothChecks, NameTheWrongElement)
{
    const Case picture{37, 19, 2, 5, 5}, row{300, 1, 1, 5, 1};
    std::vector<float> got = picture.right();
    got[(19 + 17) * 37 + 35] += 1;
    for (const Verdict& verdict : {by_elements(picture, got), by_tiles(picture, got)})
        EXPECT_EQ(verdict.detail.rfind("pixel (x 35, y 17) of channel 1: ", 0), 0u) << verdict.detail;
    got = row.right();
    got[299] += 1;
    for (const Verdict& verdict : {by_elements(row, got), by_tiles(row, got)})
        EXPECT_EQ(verdict.detail.rfind("element 299: ", 0), 0u) << verdict.detail;
}

TEST(BothChecks, CatchResultsThatChangedPlaces)
{
    const Case c{64, 64, 1, 5, 5};
    std::vector<float> got = c.right();
    std::swap(got[20 * 64 + 20], got[20 * 64 + 21]);
    EXPECT_FALSE(by_elements(c, got).right);
    EXPECT_FALSE(by_tiles(c, got).right);
}

TEST(BothChecks, CatchAMaskThatIsTurnedRound)
{
    const Case c{64, 64, 1, 5, 5};
    Case turned = c;
    std::reverse(turned.weights.begin(), turned.weights.end());
    EXPECT_FALSE(by_elements(c, turned.right()).right);
    EXPECT_FALSE(by_tiles(c, turned.right()).right);
}

// 2^-24 is the rounding of a float, and the bounds are not much looser: 29 of them for an element of a 5 x
// 5 mask.
TEST(BothChecks, AreAsStrictAsRoundingAllows)
{
    const Case c{64, 64, 1, 5, 5};
    double magnitude = 0;  // of the sum at (20, 20)
    for (int i = 0; i < 5; ++i)
        for (int j = 0; j < 5; ++j)
            magnitude += std::abs(c.weights[i * 5 + j] * c.samples[(18 + i) * 64 + 18 + j]);
    std::vector<float> got = c.right();
    const float right = got[20 * 64 + 20];

    got[20 * 64 + 20] = static_cast<float>(right + 20 * 0x1p-24 * magnitude);
    EXPECT_TRUE(by_elements(c, got).right);
    got[20 * 64 + 20] = static_cast<float>(right + 40 * 0x1p-24 * magnitude);
    EXPECT_FALSE(by_elements(c, got).right);
    // A tile has 256 elements of like magnitude with weights from 1 to 2, and what is surely caught is
    // twice their bounds' sum.
    got[20 * 64 + 20] = static_cast<float>(right + 2 * 2 * 256 * 40 * 0x1p-24 * magnitude);
    EXPECT_FALSE(by_tiles(c, got).right);
}

TEST(BothChecks, CatchAResultOfTheWrongSize)
{
    const Case c{20, 10, 1, 3, 3};
    std::vector<float> got = c.right();
    got.pop_back();
    EXPECT_FALSE(by_elements(c, got).right);
    EXPECT_FALSE(by_tiles(c, got).right);
}

}  // namespace

// The reference, and the check of a convolution: right results pass, a single wrong element does not.
#include "common/support/numbers.h"
#include "convolution/reference.h"

#include <gtest/gtest.h>

#include <algorithm>
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
    std::vector<float> right() const
    {
        std::vector<float> out(field().size());
        convolve_on_cpu(field(), mask(), 0, out.size(), out);
        return out;
    }
};

const std::vector<Case>& cases()
{
    static const std::vector<Case> all{{1, 1, 1, 1, 1},   {1, 1, 3, 5, 5},    {19, 13, 1, 5, 5},
                                       {16, 16, 1, 3, 3}, {17, 9, 2, 7, 7},   {5, 3, 1, 31, 31},
                                       {300, 1, 1, 5, 1}, {256, 1, 1, 33, 1}, {515, 1, 1, 33, 1},
                                       {1, 40, 1, 9, 9},  {257, 1, 1, 3, 3}};
    return all;
}

std::string name(const Case& c)
{
    return std::to_string(c.width) + " x " + std::to_string(c.height) + " x " + std::to_string(c.planes) +
           ", mask " + std::to_string(c.mask_width) + " x " + std::to_string(c.mask_height);
}

Verdict check(const Case& c, const std::vector<float>& got)
{
    return check_convolution(got, c.right(), c.field(), c.mask());
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

TEST(Reference, DoesNotMirrorTheMask)
{
    Case c{3, 3, 1, 3, 3};
    c.samples = {0, 0, 0, 0, 1, 0, 0, 0, 2};
    c.weights = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    EXPECT_EQ(c.right(), (std::vector<float>{9, 8, 7, 6, 5 + 18, 4 + 16, 3, 2 + 12, 1 + 10}));
}

TEST(Reference, OfARowOfNumbers)
{
    Case c{4, 1, 1, 3, 1};
    c.samples = {1, 10, 100, 1000};
    c.weights = {3, 2, 1};
    EXPECT_EQ(c.right(), (std::vector<float>{12, 123, 1230, 2300}));
}

// --no-cpu computes it in pieces, which begin and end anywhere, at the same time.
TEST(Reference, OfAPieceIsThatOfTheWholeAndNoMore)
{
    std::vector<Case> all = cases();
    all.push_back({5000, 1, 1, 5, 1});  // more than the part of a row that is done at once
    for (const Case& c : all) {
        const std::vector<float> whole = c.right();
        for (const std::size_t piece : {7, 100, 3000})
            for (std::size_t begin = 0; begin < whole.size(); begin += piece) {
                const std::size_t end = std::min(begin + piece, whole.size());
                std::vector<float> want(whole.size(), 1e9F), got = want;
                std::copy(whole.begin() + begin, whole.begin() + end, want.begin() + begin);
                convolve_on_cpu(c.field(), c.mask(), begin, end, got);
                EXPECT_EQ(got, want) << name(c) << ", " << begin << " to " << end;
            }
    }
}

TEST(Check, AcceptsResultsInFloat)
{
    for (const Case& c : cases())
        EXPECT_TRUE(check(c, in_float(c)).right) << name(c) << check(c, in_float(c)).detail;
}

TEST(Check, CatchesEveryElementThatIsWrongAlone)
{
    for (const Case& c : cases()) {
        const std::vector<float> want = c.right();
        std::vector<float> got = want;
        for (float& element : got) {
            const float right = element;
            for (const float wrong : {right + 0.05F, right - 0.05F, std::numeric_limits<float>::quiet_NaN(),
                                      std::numeric_limits<float>::infinity()}) {
                element = wrong;
                EXPECT_FALSE(check_convolution(got, want, c.field(), c.mask()).right)
                    << name(c) << ", element " << &element - got.data();
            }
            element = right;
        }
    }
}

TEST(Check, NamesTheWrongElements)
{
    const Case picture{37, 19, 2, 5, 5}, row{300, 1, 1, 5, 1};
    std::vector<float> got = picture.right();
    got[(19 + 17) * 37 + 35] += 1;
    EXPECT_EQ(check(picture, got).detail.rfind("pixel (x 35, y 17) of channel 1: ", 0), 0u)
        << check(picture, got).detail;
    got = row.right();
    got[299] += 1;
    EXPECT_EQ(check(row, got).detail.rfind("element 299: ", 0), 0u) << check(row, got).detail;
    for (std::size_t i = 100; i < 150; ++i)
        got[i] += 1;
    EXPECT_EQ(check(row, got).detail.rfind("element 100: ", 0), 0u) << check(row, got).detail;
    EXPECT_NE(check(row, got).detail.find("; 51 of 300 are wrong"), std::string::npos)
        << check(row, got).detail;
}

TEST(Check, CatchesResultsThatChangedPlaces)
{
    const Case c{64, 64, 1, 5, 5};
    std::vector<float> got = c.right();
    std::swap(got[20 * 64 + 20], got[20 * 64 + 21]);
    EXPECT_FALSE(check(c, got).right);
}

TEST(Check, CatchesAMirroredMask)
{
    const Case c{64, 64, 1, 5, 5};
    Case mirrored = c;
    std::reverse(mirrored.weights.begin(), mirrored.weights.end());
    EXPECT_FALSE(check(c, mirrored.right()).right);
}

// 2^-24 is the rounding of a float, and the bound is not much looser: 29 of them for an element of a 5 x 5
// mask.
TEST(Check, IsAsStrictAsRoundingAllows)
{
    const Case c{64, 64, 1, 5, 5};
    const std::vector<float> right = c.right();
    for (const std::size_t x : {20, 21, 22, 23, 24, 25}) {
        double magnitude = 0;  // of the sum at (x, 20)
        for (int i = 0; i < 5; ++i)
            for (int j = 0; j < 5; ++j)
                magnitude += std::abs(c.weights[i * 5 + j] * c.samples[(18 + i) * 64 + x - 2 + j]);
        std::vector<float> got = right;
        got[20 * 64 + x] = static_cast<float>(right[20 * 64 + x] + 20 * 0x1p-24 * magnitude);
        EXPECT_TRUE(check(c, got).right) << x;
        got[20 * 64 + x] = static_cast<float>(right[20 * 64 + x] + 40 * 0x1p-24 * magnitude);
        EXPECT_FALSE(check(c, got).right) << x;
    }
}

// The exact sums are too large for a float.
TEST(Check, AcceptsNothingInPlaceOfAnInfiniteSum)
{
    Case c{8, 1, 1, 3, 1};
    c.samples.assign(8, 3e38F);
    c.weights.assign(3, 1);
    for (const float wrong : {0.0F, 3e38F, std::numeric_limits<float>::quiet_NaN()})
        EXPECT_FALSE(check(c, std::vector<float>(8, wrong)).right) << wrong;
}

TEST(Check, CatchesAResultOfTheWrongSize)
{
    const Case c{20, 10, 1, 3, 3};
    std::vector<float> got = c.right();
    got.pop_back();
    EXPECT_FALSE(check(c, got).right);
}

}  // namespace

// The checks of matmul, on products with planted mistakes.
#include "common/support/numbers.h"
#include "matmul/product_check.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

Factors random_factors(std::size_t m, std::size_t n, std::size_t k, float low = -1)
{
    return {m, n, k, ladders::random_floats(m * k, 1, low, 1), ladders::random_floats(k * n, 2, low, 1)};
}

std::vector<float> product(const Factors& f)
{
    std::vector<float> c(f.m * f.n, 0.0f);
    for (std::size_t i = 0; i < f.m; ++i)
        for (std::size_t l = 0; l < f.k; ++l) {
            float* const row = &c[i * f.n];
            const float a = f.a[i * f.k + l], *const b = &f.b[l * f.n];
            for (std::size_t j = 0; j < f.n; ++j)
                row[j] += a * b[j];
        }
    return c;
}

// Both checks, which must agree.
bool passes(const std::vector<float>& c, const Factors& f)
{
    const bool right = check_product(c, exact_product(f), f).right;
    EXPECT_EQ(FreivaldsTest(f).check(c, f).right, right);
    return right;
}

std::string complaint(const std::vector<float>& c, const Factors& f)
{
    EXPECT_NE(FreivaldsTest(f).check(c, f).detail, "");
    return check_product(c, exact_product(f), f).detail;
}

TEST(ProductCheck, PassesWhatFloatsCompute)
{
    for (const auto& [m, n, k] :
         {std::array{1, 1, 1}, {2, 2, 2}, {1, 2, 500}, {3, 70, 1}, {33, 31, 65}, {64, 300, 200}})
        for (const float low : {-1.0f, 0.0f}) {
            const Factors f = random_factors(m, n, k, low);
            EXPECT_TRUE(passes(product(f), f)) << m << ' ' << n << ' ' << k << ' ' << low;
        }
}

TEST(ProductCheck, RefusesOneWrongElement)
{
    const Factors f = random_factors(40, 50, 300);
    const std::vector<float> right = product(f);
    for (const std::size_t place : {std::size_t{0}, std::size_t{7 * 50 + 49}, right.size() - 1})
        for (const float off : {0.01f, -1.0f, 1e30f, kInfinity, kNan}) {
            std::vector<float> c = right;
            c[place] += off;
            EXPECT_FALSE(passes(c, f)) << place << ' ' << off;
        }
}

// A row-major matrix with each tile transposed; what comes from outside of it is `outside`.
std::vector<float> turned(const std::vector<float>& x, std::size_t rows, std::size_t columns,
                          std::size_t tile, float outside = 0)
{
    std::vector<float> y(x.size());
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j) {
            const std::size_t row = i / tile * tile + j % tile, column = j / tile * tile + i % tile;
            y[i * columns + j] = row < rows && column < columns ? x[row * columns + column] : outside;
        }
    return y;
}

TEST(ProductCheck, NamesAFactorWhoseTilesAreTransposed)
{
    const Factors f = random_factors(40, 48, 96);
    const auto says = [&](const Factors& used, const std::string& words) {
        const std::vector<float> c = product(used);
        for (const std::string& text : {complaint(c, f), FreivaldsTest(f).check(c, f).detail})
            EXPECT_NE(text.find("; they are right if each " + words + " is transposed"), std::string::npos)
                << text;
    };
    says({40, 48, 96, turned(f.a, 40, 96, 16), f.b}, "16 x 16 tile of A");
    says({40, 48, 96, f.a, turned(f.b, 96, 48, 8)}, "8 x 8 tile of B");
    says({40, 48, 96, turned(f.a, 40, 96, 16), turned(f.b, 96, 48, 16)}, "16 x 16 tile of A and of B");
    says({40, 48, 96, f.a, turned(f.b, 96, 48, 32, kNan)}, "32 x 32 tile of B");
    const std::vector<float> stored = turned(product(f), 40, 48, 16);
    EXPECT_NE(complaint(stored, f).find("tile of C is transposed"), std::string::npos)
        << complaint(stored, f);
    const std::vector<float> other = product({40, 48, 96, turned(f.a, 40, 96, 5), f.b});
    EXPECT_EQ(complaint(other, f).find("transposed"), std::string::npos) << complaint(other, f);
    const std::vector<float> zeroes(f.m * f.n), nans(f.m * f.n, kNan);
    for (const std::vector<float>& c : {zeroes, nans})
        EXPECT_EQ(complaint(c, f).find("transposed"), std::string::npos) << complaint(c, f);
}

TEST(ProductCheck, NamesTheElement)
{
    const Factors f = random_factors(4, 5, 6);
    std::vector<float> c = product(f);
    c[2 * 5 + 3] = 77;
    EXPECT_NE(complaint(c, f).find("C[2][3]: 77 in place of "), std::string::npos) << complaint(c, f);
    EXPECT_NE(FreivaldsTest(f).check(c, f).detail.find("C[2][3]: 77 in place of "), std::string::npos);
}

TEST(ProductCheck, RefusesAMissingStep)
{
    const Factors f = random_factors(100, 100, 257);
    Factors shorter = f;
    for (std::size_t j = 0; j < f.n; ++j)
        shorter.b[256 * f.n + j] = 0;
    EXPECT_FALSE(passes(product(shorter), f));
}

TEST(ProductCheck, RefusesAnotherSize)
{
    const Factors f = random_factors(4, 4, 4);
    EXPECT_FALSE(passes(std::vector<float>(15), f));
}

// TF32 keeps 10 bits behind the point: each element stays within its worst case for fp32, but not all
// together.
TEST(ProductCheck, TellsFp32FromTf32)
{
    const auto as_tf32 = [](std::vector<float> v) {
        for (float& x : v)
            x = std::bit_cast<float>((std::bit_cast<std::uint32_t>(x) + 0x1000u) & ~0x1fffu);
        return v;
    };
    const Factors f = random_factors(64, 64, 16384);
    const std::vector<float> c = product({f.m, f.n, f.k, as_tf32(f.a), as_tf32(f.b)});
    EXPECT_TRUE(passes(product(f), f));
    EXPECT_NE(complaint(c, f).find("Frobenius norm"), std::string::npos) << complaint(c, f);
}

TEST(ProductCheck, WantsNanAndInfinityWhereTheyBelongAndNowhereElse)
{
    Factors f = random_factors(20, 30, 40);
    f.a[3 * f.k + 39] = kNan;        // row 3 is NaN
    f.b[5 * f.n + 29] = kNan;        // column 29 is NaN
    f.b[7 * f.n + 11] = -kInfinity;  // column 11 is infinite, of either sign
    const std::vector<float> right = product(f);
    ASSERT_TRUE(std::isnan(right[3 * f.n]) && std::isnan(right[29]) && std::isinf(right[11]));
    EXPECT_TRUE(passes(right, f));

    for (const std::size_t place : {3 * f.n + 2, 4 * f.n + 29, 6 * f.n + 11}) {
        std::vector<float> c = right;
        c[place] = 1;
        EXPECT_FALSE(passes(c, f)) << "a number in place of " << right[place];
    }
    for (const float planted : {kNan, kInfinity}) {
        std::vector<float> c = right;
        c[8 * f.n + 8] = planted;
        EXPECT_FALSE(passes(c, f)) << planted;
    }
    std::vector<float> c = right;
    c[11] = -c[11];
    EXPECT_FALSE(passes(c, f)) << "the wrong infinity";
}

// Four rows of a product of 8192 x 8192 matrices: each row's check is the same as in all of it.
TEST(Freivalds, CatchesOneWrongElementAt8192)
{
    const Factors f = random_factors(4, 8192, 8192);
    const std::vector<float> right = product(f);
    const FreivaldsTest test(f);
    EXPECT_TRUE(test.check(right, f).right) << test.check(right, f).detail;

    double squares = 0;
    for (const float x : right)
        squares += static_cast<double>(x) * x;
    const double typical = std::sqrt(squares / static_cast<double>(right.size()));
    for (std::size_t i = 0; i < f.m; ++i) {
        EXPECT_GT(test.tolerance(i), 0);
        EXPECT_LT(2 * test.tolerance(i), typical / 50) << "what is found for certain in row " << i;
    }
    for (const std::size_t place : {std::size_t{0}, 2 * f.n + 4711, right.size() - 1})
        for (const double off : {typical, typical / 50, -typical / 50}) {
            std::vector<float> c = right;
            c[place] += static_cast<float>(off);
            EXPECT_FALSE(test.check(c, f).right) << place << ' ' << off;
        }
}

// As tensor cores do: 8 products are added at once, and the sum is cut off to so many digits.
std::vector<float> cut_off_product(const Factors& f, int digits)
{
    const auto cut = [&](double sum) {
        int exponent = 0;
        const double fraction = std::frexp(sum, &exponent);
        return std::ldexp(std::trunc(std::ldexp(fraction, digits)), exponent - digits);
    };
    std::vector<float> c(f.m * f.n);
    for (std::size_t i = 0; i < f.m; ++i)
        for (std::size_t j = 0; j < f.n; ++j) {
            double sum = 0;
            for (std::size_t l = 0; l < f.k; ++l) {
                sum += double(f.a[i * f.k + l]) * f.b[l * f.n + j];
                if (l % 8 == 7 || l + 1 == f.k)
                    sum = cut(sum);
            }
            c[i * f.n + j] = static_cast<float>(sum);
        }
    return c;
}

float to_bf16(float x)
{
    const auto bits = std::bit_cast<std::uint32_t>(x);
    return std::bit_cast<float>((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000);
}

// Both checks, which must agree.
bool passes(const std::vector<float>& c, const Factors& f, const Rounding& rounding)
{
    const bool right = check_product(c, exact_product(f), f, rounding).right;
    EXPECT_EQ(FreivaldsTest(f, rounding).check(c, f).right, right);
    return right;
}

TEST(Rounding, SumsOfTensorCoresAreCutOffAtFp32AndNotBefore)
{
    const Rounding tensor{.products_per_cut = 8};
    for (const auto& [m, n, k] : {std::array{1, 1, 1}, {3, 5, 20}, {16, 40, 300}, {8, 24, 4000}})
        for (const float low : {-1.0f, 0.0f}) {
            const Factors f = random_factors(m, n, k, low);
            EXPECT_TRUE(passes(cut_off_product(f, 24), f, tensor)) << m << ' ' << n << ' ' << k << ' ' << low;
            if (k >= 300) {
                EXPECT_FALSE(passes(cut_off_product(f, 16), f, tensor)) << k << ' ' << low;
            }
        }
    // The errors of cut-off sums add up to more than those of rounded ones.
    const Factors f = random_factors(8, 24, 4000);
    EXPECT_FALSE(check_product(cut_off_product(f, 22), exact_product(f), f).right);
}

TEST(Rounding, AResultInBf16IsRoundedOnce)
{
    const Factors f = random_factors(16, 40, 300);
    const Rounding narrow{.products_per_cut = 8, .result = 0x1p-8};
    std::vector<float> c = cut_off_product(f, 24);
    for (float& x : c)
        x = to_bf16(x);
    EXPECT_TRUE(passes(c, f, narrow));
    EXPECT_FALSE(passes(c, f, Rounding{.products_per_cut = 8}));
    c[77] *= 1 + 0x1p-6f;
    EXPECT_FALSE(check_product(c, exact_product(f), f, narrow).right);
}

TEST(Rounding, ARightVerdictTellsTheError)
{
    const Factors f = random_factors(64, 50, 300);
    std::vector<float> c = cut_off_product(f, 40);
    for (std::size_t i = 0; i < c.size(); ++i)
        c[i] *= 1 + (i % 2 ? 1e-7f : -1e-7f);
    EXPECT_NEAR(check_product(c, exact_product(f), f).error, 1.1e-7, 0.3e-7);
    EXPECT_NEAR(FreivaldsTest(f).check(c, f).error, 1.1e-7, 0.3e-7);
}

}  // namespace

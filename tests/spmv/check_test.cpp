#include "spmv/check.h"

#include "common/support/errors.h"
#include "common/support/numbers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace {

using ladders::Chain;
using ladders::random_floats;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// One row with these values, in columns 0, 1, 2, ...
Csr one_row(const std::vector<float>& values)
{
    Csr a;
    a.rows = 1;
    a.columns = static_cast<int>(values.size());
    a.row_start = {0, a.columns};
    for (int column = 0; column < a.columns; ++column)
        a.column.push_back(column);
    a.value = values;
    return a;
}

// The sum of a row in float: `lanes` partial sums, each of every lanes-th product, added up in a tree.
float product_of_row(const Csr& a, const std::vector<float>& x, int row, int lanes)
{
    std::vector<float> sums(lanes);
    for (int k = a.row_start[row]; k < a.row_start[row + 1]; ++k)
        sums[(k - a.row_start[row]) % lanes] += a.value[k] * x[a.column[k]];
    for (int half = lanes / 2; half > 0; half /= 2)
        for (int i = 0; i < half; ++i)
            sums[i] += sums[i + half];
    return sums[0];
}

std::vector<float> product(const Csr& a, const std::vector<float>& x, int lanes = 1)
{
    std::vector<float> y;
    for (int row = 0; row < a.rows; ++row)
        y.push_back(product_of_row(a, x, row, lanes));
    return y;
}

bool passes(float y, const Csr& a, const std::vector<float>& x, Chain chain = {})
{
    return check_rows({y}, a, exact_rows(a, x), chain).right;
}

// Values of several kinds: any, of one sign, all alike, of very different sizes, one that hides all others, and those
// that cancel each other in pairs (but for x).
std::vector<std::vector<float>> kinds_of_values(std::size_t n)
{
    std::vector<std::vector<float>> kinds{random_floats(n, 1, -1, 1), random_floats(n, 2, 0, 1),
                                          std::vector<float>(n, 1),   random_floats(n, 3, -30, 30),
                                          random_floats(n, 4, -1, 1), std::vector<float>(n, 0.1f)};
    for (float& value : kinds[3])
        value = std::exp2(value);
    kinds[4][0] = 1e8f;
    for (std::size_t i = 0; i < n; i += 2)
        kinds[5][i] *= -1;
    return kinds;
}

TEST(SpmvCheck, PassesRightRowsOfAnyLengthAndOrder)
{
    for (const std::size_t n : {1, 2, 3, 31, 1000, 100003, 1000003})
        for (const auto& values : kinds_of_values(n)) {
            const Csr a = one_row(values);
            for (const std::uint64_t seed : {7, 8}) {
                const auto x = random_floats(n, seed, -1, 1);
                const auto exact = exact_rows(a, x);
                EXPECT_TRUE(check_rows(product(a, x), a, exact, {}).right) << n;
                const auto warp = check_rows(product(a, x, 32), a, exact, Chain(std::ceil(n / 32.0) + 5));
                EXPECT_TRUE(warp.right) << n << ": " << warp.detail;
            }
        }
}

TEST(SpmvCheck, PassesAllOfManyShortRows)
{
    for (const char* matrix : {"uniform", "powerlaw", "banded", "dense_row"}) {
        const Csr a = make_matrix(matrix, 200003, 1);
        const auto x = random_floats(a.columns, 2, -1, 1);
        const auto verdict = check_rows(product(a, x), a, exact_rows(a, x), {});
        EXPECT_TRUE(verdict.right) << matrix << ": " << verdict.detail;
    }
}

// Rounding explains neither a long row that is 0 nor one that lacks an entry.
TEST(SpmvCheck, CatchesALongRowThatIsNotThere)
{
    for (const std::size_t n : {100003, 400009, 4000037})
        for (const std::uint64_t seed : {1, 2, 3}) {
            const Csr a = one_row(random_floats(n, 1000 + seed, -1, 1));
            const auto x = random_floats(n, seed, -1, 1);
            EXPECT_FALSE(passes(0, a, x)) << n;
            EXPECT_FALSE(passes(product(a, x)[0] * 0.99f, a, x)) << n;
        }
}

TEST(SpmvCheck, CatchesAMissingEntryOfALongRow)
{
    constexpr std::size_t kLength = 400009;
    const Csr a = one_row(random_floats(kLength, 1, -1, 1));
    auto x = random_floats(kLength, 2, -1, 1);
    const auto exact = exact_rows(a, x);
    const float average = exact[0].absolute / kLength;
    const auto entry = std::find_if(x.begin(), x.end(), [&](const float& value) {
        return std::abs(value * a.value[&value - x.data()]) > average;
    });
    ASSERT_NE(entry, x.end());
    *entry = 0;
    EXPECT_FALSE(check_rows(product(a, x), a, exact, {}).right);
}

// The shorter the chain of additions, the less does rounding explain.
TEST(SpmvCheck, IsSharperForShorterChains)
{
    constexpr std::size_t kLength = 4000037;
    const Csr a = one_row(random_floats(kLength, 1, -1, 1));
    const auto x = random_floats(kLength, 2, -1, 1);
    const float y = product(a, x, 32)[0];
    EXPECT_TRUE(passes(y + 0.5f, a, x));
    EXPECT_FALSE(passes(y + 0.5f, a, x, Chain(kLength / 32.0 + 6)));
}

TEST(SpmvCheck, NeverPassesNaNOrInfinity)
{
    const Csr a = one_row({1, 2, 3});
    const std::vector<float> x{0.5f, 0.25f, -0.125f};
    EXPECT_TRUE(passes(0.625f, a, x));
    for (const float wrong : {std::nanf(""), kInfinity, -kInfinity, 0.0f, 0.6250002f + 1e-6f})
        EXPECT_FALSE(passes(wrong, a, x)) << wrong;
    EXPECT_FALSE(check_rows({}, a, exact_rows(a, x), {}).right);
}

TEST(SpmvCheck, WantsZeroOfAnEmptyRow)
{
    const Csr a = one_row({});
    EXPECT_TRUE(passes(0, a, {}));
    EXPECT_FALSE(passes(1e-45f, a, {}));
}

// Products below float's smallest are rounded to it or to 0, and some operations flush them.
TEST(SpmvCheck, AllowsForUnderflow)
{
    const Csr a = one_row({1e-41f, 1e-42f, 3e-38f});
    const std::vector<float> x{0.3f, 0.7f, 0.11f};
    EXPECT_TRUE(passes(product(a, x)[0], a, x));
    EXPECT_TRUE(passes(0, a, x));
    EXPECT_FALSE(passes(1e-36f, a, x));
}

TEST(SpmvCheck, RefusesRowsThatMayOverflow)
{
    EXPECT_NO_THROW(require_sums_in_float(one_row({3e38f, -0.4e38f}), "m"));
    for (const Csr& a : {one_row({3e38f, 3e38f, 3e38f}), one_row({3e38f, -3e38f}),
                         csr_from({1, 1, {{0, 0, 3e38f}, {0, 0, 3e38f}}})}) {
        try {
            require_sums_in_float(a, "m");
            ADD_FAILURE() << "accepted";
        } catch (const ladders::InputError& error) {
            EXPECT_EQ(
                std::string(error.what()).rfind("m: row 1: the absolute values of its entries add up to ", 0),
                0u)
                << error.what();
        }
    }
    EXPECT_NO_THROW(require_sums_in_float(csr_from({1, 1, {{0, 0, 3e38f}, {0, 0, -3e38f}}}), "m"));
}

}  // namespace

#include "check.h"

#include "common/support/errors.h"
#include "common/support/parallel.h"

#include <algorithm>
#include <cmath>
#include <limits>

// The bounds. A row's sum rounds its products, and then each partial sum s by at most u |s|, where u = 2^-24.
// A product goes through at most `chain` additions, so in the worst case, with all errors of one sign, the
// error is (chain + 1) u sum |a||x| (N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2002,
// section 4.2). Of a long row that would be more than y itself, and a y of 0 would pass.
// But the signs of x are random. So the square of a partial sum is, on average, the sum of the squares of
// its products, whatever the order; each product is in at most `chain` partial sums; and errors of random
// signs add up like a random walk, to about u sqrt((chain + 1) sum a^2 x^2) (N. J. Higham and T. Mary, "A New
// Approach to Probabilistic Rounding Error Analysis", SIAM Journal on Scientific Computing 41, 2019). Several
// times that is out of reach.

namespace {

constexpr double kUnitRoundoff = 0x1p-24;
// How many times the expected error is out of reach. Rounding errors are spread over [-u |s|, u |s|], so
// these are at least 20 standard deviations; the partial sums may be a few times as large as expected, too.
constexpr double kOutOfReach = 12;
// Below 2^-126 a product, a sum and its next use may each become 0: atomicAdd() on global memory does so with
// floats.
constexpr double kUnderflow = 0x1p-124;

double bound_of(const ExactRow& row, double length, const ladders::Chain& assumed)
{
    const double chain = std::min(length, assumed.of(length));
    const double worst_case = std::expm1((chain + 1) * kUnitRoundoff) * row.absolute;
    const double out_of_reach = kOutOfReach * kUnitRoundoff * std::sqrt(chain + 1) * row.norm;
    const double of_the_reference = length * 0x1p-53 * row.absolute;
    return std::min(worst_case, out_of_reach) + of_the_reference + length * kUnderflow;
}

}  // namespace

std::vector<ExactRow> exact_rows(const Csr& a, const std::vector<float>& x)
{
    std::vector<ExactRow> rows(a.rows);
    ladders::parallel_pieces(rows.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            double sum = 0, absolute = 0, squares = 0;
            for (int k = a.row_start[row]; k < a.row_start[row + 1]; ++k) {
                const double product = double{a.value[k]} * x[a.column[k]];
                sum += product;
                absolute += std::abs(product);
                squares += product * product;
            }
            rows[row] = {sum, static_cast<float>(absolute), static_cast<float>(std::sqrt(squares))};
        }
        return 0;
    });
    return rows;
}

void require_sums_in_float(const Csr& a, const std::string& name)
{
    constexpr double kMost = std::numeric_limits<float>::max();
    for (int row = 0; row < a.rows; ++row) {
        double absolute = 0;
        for (int k = a.row_start[row]; k < a.row_start[row + 1]; ++k)
            absolute += std::abs(a.value[k]);
        if (absolute <= kMost)
            continue;
        throw ladders::InputError(
            name + ladders::format_text(
                       ": row %d: the absolute values of its entries add up to %g: sums in float may "
                       "overflow beyond %g",
                       row + 1, absolute, kMost));
    }
}

ladders::Verdict check_rows(const std::vector<float>& got, const Csr& a, const std::vector<ExactRow>& exact,
                            const ladders::Chain& chain)
{
    if (got.size() != exact.size())
        return ladders::another_size(got.size(), exact.size());
    const auto bound = [&](std::size_t row) {
        return bound_of(exact[row], a.length(static_cast<int>(row)), chain);
    };
    const auto is_right = [&](std::size_t row) {
        return std::abs(got[row] - exact[row].sum) <= bound(row);  // false for NaN
    };
    const auto text = [&](std::size_t row) {
        return ladders::compare_within("y " + std::to_string(row), got[row], exact[row].sum, bound(row),
                                       chain.assumption(a.length(static_cast<int>(row))))
            .detail;
    };
    const ladders::Verdict verdict = ladders::compare_each(exact.size(), is_right, text);
    if (verdict.right)
        return verdict;
    std::vector<double> sums(exact.size());
    std::transform(exact.begin(), exact.end(), sums.begin(), [](const ExactRow& row) { return row.sum; });
    return ladders::with_mismatch(verdict, ladders::compared(got, sums), is_right);
}

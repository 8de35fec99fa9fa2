#include "product_check.h"

#include "common/support/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <sstream>
#include <string>

// The bounds. An element of C is a sum of k products, and each step rounds its partial sum s by at most u
// |s|, where u = 2^-24. In the worst case all errors have one sign: |error| <= k u sum |a||b| (N. J. Higham,
// Accuracy and Stability of Numerical Algorithms, 2002, section 3.5). Errors of random signs add up like a
// random walk: their sum is about u sqrt(sum of s^2), and several times that is out of reach (N. J. Higham
// and T. Mary, "A new approach to probabilistic rounding error analysis", 2019). This second bound is sharp
// enough to tell fp32 from TF32. It holds for random factors; were all elements of A and of B alike, so would
// be their rounding errors.
// Errors of sums that are cut off have the sums' sign, and add up: each is less than 2 u |s|. With one of them for every
// p products, all together are less than 2 u k / p times the mean |s|, which is at most sqrt(mean of s^2).

namespace {

using ladders::parallel_pieces;
using ladders::Verdict;

constexpr double kUnitRoundoff = 0x1p-24;
// How many times the expected error is out of reach, for all elements together and for one row. Rounding
// errors are spread over [-u |s|, u |s|], so the figures are at least 1.7 times as many standard deviations.
constexpr double kOutOfReach = 4, kOutOfReachInARow = 8;

double worst_case(std::size_t k, double magnitude, double want, const Rounding& rounding)
{
    return ((static_cast<double>(k) + 2) * kUnitRoundoff + rounding.product) *
               magnitude +  // + 2: of higher order, and of `magnitude`
           1.01 * rounding.result * std::abs(want);
}

// How many expected errors of rounding to the nearest the cut-off sums of k products may add, for the same squares.
double cuts(std::size_t k, const Rounding& rounding)
{
    if (!rounding.products_per_cut)
        return 0;
    const auto n = static_cast<double>(k);
    return 2 * std::ceil(n / rounding.products_per_cut) / std::sqrt(n);
}

bool is_right(float got, double want, double bound)
{
    if (std::isnan(want))
        return std::isnan(got);
    if (std::isinf(want))
        return got == want;
    return std::abs(got - want) <= bound;  // false for NaN
}

// The first wrong elements in words, and their number.
class Mismatches {
public:
    void add(std::size_t row, std::size_t column, float got, double want, double bound)
    {
        if (count_++ >= 3)
            return;
        const std::string place = "C[" + std::to_string(row) + "][" + std::to_string(column) + "]";
        detail_ += (count_ > 1 ? "; " : "") + ladders::compare_within(place, got, want, bound).detail;
    }
    std::size_t count() const { return count_; }
    Verdict verdict() const
    {
        return Verdict::wrong(detail_ +
                              (count_ > 3 ? "; " + std::to_string(count_) + " elements are wrong" : ""));
    }

private:
    std::size_t count_ = 0;
    std::string detail_;
};

// Calls use(column, sum, magnitude, squares) for the elements [begin, end) of the row.
template <class Use>
void exact_row(const Factors& f, std::size_t row, std::size_t begin, std::size_t end, Use use)
{
    constexpr std::size_t kWidth = 256;  // columns at a time, so that their sums stay in the cache
    for (std::size_t first = begin; first < end; first += kWidth) {
        const std::size_t width = std::min(kWidth, end - first);
        std::array<double, kWidth> sum{}, magnitude{}, squares{};
        for (std::size_t l = 0; l < f.k; ++l) {
            const double a = f.a[row * f.k + l];
            const float* b = &f.b[l * f.n + first];
            for (std::size_t j = 0; j < width; ++j) {
                const double product = a * b[j];
                sum[j] += product;
                magnitude[j] += std::abs(product);
                squares[j] += sum[j] * sum[j];
            }
        }
        for (std::size_t j = 0; j < width; ++j)
            use(first + j, sum[j], magnitude[j], squares[j]);
    }
}

void check_row(const std::vector<float>& c, const Factors& f, const Rounding& rounding, std::size_t row,
               std::size_t begin, std::size_t end, Mismatches& mismatches)
{
    exact_row(f, row, begin, end, [&](std::size_t column, double sum, double magnitude, double) {
        const float got = c[row * f.n + column];
        const double bound = worst_case(f.k, magnitude, sum, rounding);
        if (!is_right(got, sum, bound))
            mismatches.add(row, column, got, sum, bound);
    });
}

Verdict wrong_size(std::size_t got, std::size_t want)
{
    return Verdict::wrong(std::to_string(got) + " elements in place of " + std::to_string(want));
}

std::string short_number(double value)
{
    std::ostringstream text;
    text.precision(3);
    text << value;
    return text.str();
}

bool all_finite(const float* v, std::size_t n)
{
    return std::all_of(v, v + n, [](float x) { return std::isfinite(x); });
}

}  // namespace

ExactProduct exact_product(const Factors& f)
{
    ExactProduct exact;
    exact.c.resize(f.m * f.n);
    exact.magnitude.resize(f.m * f.n);
    const auto parts = parallel_pieces(f.m, [&](std::size_t begin, std::size_t end) {
        double all_squares = 0;
        for (std::size_t row = begin; row < end; ++row)
            exact_row(f, row, 0, f.n, [&](std::size_t column, double sum, double magnitude, double squares) {
                exact.c[row * f.n + column] = sum;
                exact.magnitude[row * f.n + column] = static_cast<float>(magnitude);
                all_squares += std::isfinite(squares) ? squares : 0;
            });
        return all_squares;
    });
    for (const double part : parts)
        exact.squares += part;
    return exact;
}

Verdict check_product(const std::vector<float>& c, const ExactProduct& exact, const Factors& f,
                      const Rounding& rounding)
{
    if (c.size() != exact.c.size())
        return wrong_size(c.size(), exact.c.size());
    Mismatches mismatches;
    const auto bound_of = [&](std::size_t i) {
        return worst_case(f.k, exact.magnitude[i], exact.c[i], rounding);
    };
    double squared_errors = 0, squares = 0;
    for (std::size_t i = 0; i < c.size(); ++i)
        if (!is_right(c[i], exact.c[i], bound_of(i))) {
            mismatches.add(i / f.n, i % f.n, c[i], exact.c[i], bound_of(i));
        } else if (std::isfinite(exact.c[i])) {
            squared_errors += (c[i] - exact.c[i]) * (c[i] - exact.c[i]);
            squares += exact.c[i] * exact.c[i];
        }
    if (mismatches.count() > 0)
        return ladders::with_mismatch(mismatches.verdict(), ladders::compared(c, exact.c, f.n),
                                      [&](std::size_t i) { return is_right(c[i], exact.c[i], bound_of(i)); });

    const double error = std::sqrt(squared_errors);
    const double bound = (kOutOfReach + cuts(f.k, rounding)) * kUnitRoundoff * std::sqrt(exact.squares) +
                         kOutOfReach * rounding.result * std::sqrt(squares);
    if (!(error <= bound))
        return Verdict::wrong(
            "each element is within its worst case, but the Frobenius norm of the errors is " +
            short_number(error) + " where rounding explains " + short_number(bound));
    Verdict verdict;
    verdict.error = squares > 0 ? error / std::sqrt(squares) : 0;
    return verdict;
}

void FreivaldsTest::find_finite_parts(const Factors& f)
{
    const auto flags = parallel_pieces(f.k, [&](std::size_t begin, std::size_t end) {
        std::vector<char> odd(f.n, 0);
        for (std::size_t l = begin; l < end; ++l)
            if (!all_finite(&f.b[l * f.n], f.n))
                for (std::size_t j = 0; j < f.n; ++j)
                    odd[j] |= !std::isfinite(f.b[l * f.n + j]);
        return odd;
    });
    std::size_t first = 0;
    for (std::size_t j = 0; j <= f.n; ++j) {
        const bool ends = j == f.n;
        if (!ends && std::none_of(flags.begin(), flags.end(), [&](const auto& odd) { return odd[j]; }))
            continue;
        if (first < j)
            segments_.emplace_back(first, j);
        if (!ends)
            odd_columns_.push_back(j);
        first = j + 1;
    }
    odd_row_.resize(f.m);
    for (std::size_t i = 0; i < f.m; ++i)
        odd_row_[i] = !all_finite(&f.a[i * f.k], f.k);
}

// A row's rounding errors, multiplied by x and added up, have the variance u^2 times the sum over its
// elements of their squared partial sums. That is what the squared partial sums of a (B x) are on the average
// over all x: p. As few vectors may hit on small ones, the average over all signs of the factors is added.
FreivaldsTest::FreivaldsTest(const Factors& f, const Rounding& rounding)
    : rounding_(rounding), x_(f.n * kVectors), want_(f.m * kVectors), tolerance_(f.m)
{
    using Sums = std::array<double, kVectors>;
    find_finite_parts(f);
    std::mt19937_64 random(20260101);
    for (double& x : x_)
        x = random() >> 63 ? 1 : -1;

    std::vector<Sums> bx(f.k);
    std::vector<double> squares(f.k);  // of the rows of B
    parallel_pieces(f.k, [&](std::size_t begin, std::size_t end) {
        for (std::size_t l = begin; l < end; ++l) {
            Sums sums{};
            double square = 0;
            for (const auto& [first, last] : segments_)
                for (std::size_t j = first; j < last; ++j) {
                    const double b = f.b[l * f.n + j];
                    for (int v = 0; v < kVectors; ++v)
                        sums[v] += b * x_[j * kVectors + v];
                    square += b * b;
                }
            bx[l] = sums;
            squares[l] = square;
        }
        return 0;
    });
    parallel_pieces(f.m, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            Sums p{};
            double p_squares = 0, signs = 0, signs_squares = 0, ends = 0;
            for (std::size_t l = 0; l < f.k; ++l) {
                const double a = f.a[i * f.k + l];
                for (int v = 0; v < kVectors; ++v) {
                    p[v] += a * bx[l][v];
                    p_squares += p[v] * p[v];
                }
                signs += a * a * squares[l];
                signs_squares += signs;
            }
            std::copy(p.begin(), p.end(), &want_[i * kVectors]);
            for (const double end : p)
                ends += end * end;
            tolerance_[i] = kOutOfReachInARow * ((1 + cuts(f.k, rounding)) * kUnitRoundoff *
                                                     std::sqrt(p_squares / kVectors + signs_squares) +
                                                 rounding.result * std::sqrt(ends / kVectors + signs));
        }
        return 0;
    });
}

FreivaldsTest::Rows FreivaldsTest::compare_rows(const std::vector<float>& c, std::size_t n) const
{
    const auto parts = parallel_pieces(tolerance_.size(), [&](std::size_t begin, std::size_t end) {
        Rows rows;
        for (std::size_t i = begin; i < end; ++i) {
            if (odd_row_[i])
                continue;
            std::array<double, kVectors> cx{};
            for (const auto& [first, last] : segments_)
                for (std::size_t j = first; j < last; ++j)
                    for (int v = 0; v < kVectors; ++v)
                        cx[v] += c[i * n + j] * x_[j * kVectors + v];
            bool right = true;
            for (int v = 0; v < kVectors; ++v) {
                const double want = want_[i * kVectors + v], error = cx[v] - want;
                right &= std::abs(error) <= tolerance_[i];
                rows.squared_errors += error * error;
                rows.squares += want * want;
            }
            if (!right)
                rows.suspect.push_back(i);
        }
        return rows;
    });
    Rows all;
    for (const Rows& part : parts) {
        all.suspect.insert(all.suspect.end(), part.suspect.begin(), part.suspect.end());
        all.squared_errors += part.squared_errors;
        all.squares += part.squares;
    }
    return all;
}

// The error is an estimate: over all x, the mean square of a row's product with x is the sum of the row's squares.
Verdict FreivaldsTest::check(const std::vector<float>& c, const Factors& f) const
{
    if (c.size() != f.m * f.n)
        return wrong_size(c.size(), f.m * f.n);
    const Rows compared = compare_rows(c, f.n);
    Mismatches mismatches;
    if (!compared.suspect.empty()) {
        check_row(c, f, rounding_, compared.suspect.front(), 0, f.n, mismatches);
        const std::string rows = std::to_string(compared.suspect.size()) + " of " + std::to_string(f.m) +
                                 " rows do not agree with products by random vectors, the first is row " +
                                 std::to_string(compared.suspect.front());
        return Verdict::wrong(rows + (mismatches.count() > 0 ? ": " + mismatches.verdict().detail : ""));
    }
    for (std::size_t i = 0; i < f.m; ++i) {
        if (odd_row_[i])
            check_row(c, f, rounding_, i, 0, f.n, mismatches);
        else
            for (const std::size_t j : odd_columns_)
                check_row(c, f, rounding_, i, j, j + 1, mismatches);
    }
    if (mismatches.count() > 0)
        return mismatches.verdict();
    Verdict verdict;
    verdict.error = compared.squares > 0 ? std::sqrt(compared.squared_errors / compared.squares) : 0;
    return verdict;
}

// FreivaldsTest of product_check.h.
#include "common/support/parallel.h"
#include "product_bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>

using ladders::another_size;
using ladders::parallel_pieces;
using ladders::Verdict;

namespace {

void check_row(const std::vector<float>& c, const Factors& f, const Rounding& rounding, std::size_t row,
               std::size_t begin, std::size_t end, product::Mismatches& mismatches)
{
    product::exact_row(f, row, begin, end, [&](std::size_t column, double sum, double magnitude, double) {
        const float got = c[row * f.n + column];
        const double bound = product::worst_case(f.k, magnitude, sum, rounding);
        if (!product::is_right(got, sum, bound))
            mismatches.add(row, column, got, sum, bound);
    });
}

bool all_finite(const float* v, std::size_t n)
{
    return std::all_of(v, v + n, [](float x) { return std::isfinite(x); });
}

}  // namespace

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
            tolerance_[i] =
                product::kOutOfReachInARow * ((1 + product::cuts(f.k, rounding)) * product::kUnitRoundoff *
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
        return another_size(c.size(), f.m * f.n, "elements");
    const Rows compared = compare_rows(c, f.n);
    product::Mismatches mismatches;
    if (!compared.suspect.empty()) {
        check_row(c, f, rounding_, compared.suspect.front(), 0, f.n, mismatches);
        const std::string rows = std::to_string(compared.suspect.size()) + " of " + std::to_string(f.m) +
                                 " rows do not agree with products by random vectors, the first is row " +
                                 std::to_string(compared.suspect.front());
        return Verdict::wrong(rows +
                              (mismatches.count() > 0 ? ": " + mismatches.verdict(f, rounding_).detail : ""));
    }
    for (std::size_t i = 0; i < f.m; ++i) {
        if (odd_row_[i])
            check_row(c, f, rounding_, i, 0, f.n, mismatches);
        else
            for (const std::size_t j : odd_columns_)
                check_row(c, f, rounding_, i, j, j + 1, mismatches);
    }
    if (mismatches.count() > 0)
        return mismatches.verdict(f, rounding_);
    Verdict verdict;
    verdict.error = compared.squares > 0 ? std::sqrt(compared.squared_errors / compared.squares) : 0;
    return verdict;
}

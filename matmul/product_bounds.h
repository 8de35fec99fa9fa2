// What rounding may do to a product, and the words for a wrong element: what both checks of product_check.h have in common.
#pragma once

#include "product_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

// The bounds. An element of C is a sum of k products, and each step rounds its partial sum s by at most u
// |s|, where u = 2^-24. In the worst case all errors have one sign: |error| <= k u sum |a||b| (N. J. Higham,
// Accuracy and Stability of Numerical Algorithms, 2002, section 3.5). Errors of random signs add up like a
// random walk: their sum is about u sqrt(sum of s^2), and several times that is out of reach (N. J. Higham
// and T. Mary, "A new approach to probabilistic rounding error analysis", 2019). This second bound is sharp
// enough to tell fp32 from TF32. It holds for random factors; were all elements of A and of B alike, so would
// be their rounding errors.
// Errors of sums that are cut off have the sums' sign, and add up: each is less than 2 u |s|. With one of them for every
// p products, all together are less than 2 u k / p times the mean |s|, which is at most sqrt(mean of s^2).

namespace product {

using ladders::Verdict;

constexpr double kUnitRoundoff = 0x1p-24;
// How many times the expected error is out of reach, for all elements together and for one row. Rounding
// errors are spread over [-u |s|, u |s|], so the figures are at least 1.7 times as many standard deviations.
constexpr double kOutOfReach = 4, kOutOfReachInARow = 8;

inline double worst_case(std::size_t k, double magnitude, double want, const Rounding& rounding)
{
    return ((static_cast<double>(k) + 2) * kUnitRoundoff + rounding.product) *
               magnitude +  // + 2: of higher order, and of `magnitude`
           1.01 * rounding.result * std::abs(want);
}

// How many expected errors of rounding to the nearest the cut-off sums of k products may add, for the same squares.
inline double cuts(std::size_t k, const Rounding& rounding)
{
    if (!rounding.products_per_cut)
        return 0;
    const auto n = static_cast<double>(k);
    return 2 * std::ceil(n / rounding.products_per_cut) / std::sqrt(n);
}

inline bool is_right(float got, double want, double bound)
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
        if (count_ < kMostSeen)
            seen_.push_back({row, column, got});
        if (count_++ >= 3)
            return;
        const std::string place = "C[" + std::to_string(row) + "][" + std::to_string(column) + "]";
        detail_ += (count_ > 1 ? "; " : "") + ladders::compare_within(place, got, want, bound).detail;
    }
    std::size_t count() const { return count_; }
    Verdict verdict(const Factors& f, const Rounding& rounding) const
    {
        return Verdict::wrong(detail_ +
                              (count_ > 3 ? "; " + std::to_string(count_) + " elements are wrong" : "") +
                              wrong_layout(f, rounding));
    }

private:
    // "; they are right if ...", if the tiles of a factor have been transposed. Else "".
    std::string wrong_layout(const Factors& f, const Rounding& rounding) const;

    struct Seen {
        std::size_t row, column;
        float got;
    };
    static constexpr std::size_t kMostSeen = 64;
    std::vector<Seen> seen_;
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

}  // namespace product

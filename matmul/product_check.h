// Two checks of a matrix product that was computed in float: element by element against the product in
// double, and, for a fraction of that work, by products with random vectors.
#pragma once

#include "common/support/check.h"

#include <cstddef>
#include <utility>
#include <vector>

// Two matrices to multiply, both row-major: a is (m, k), b is (k, n), their product (m, n).
struct Factors {
    std::size_t m = 0, n = 0, k = 0;
    std::vector<float> a, b;
};

// The product in double, and what bounds the rounding errors of a float product.
struct ExactProduct {
    std::vector<double> c;         // A B
    std::vector<float> magnitude;  // |A| |B|
    double squares = 0;            // the squares of all partial sums of all finite elements, added up
};

// How a product was computed. Else: in fp32, each product added to its sum with one rounding to the nearest.
struct Rounding {
    // Tensor cores add this many products to a sum at once, and then cut it off, towards zero: such errors do not cancel.
    // 0: each sum is rounded to the nearest.
    int products_per_cut = 0;
    // The unit roundoff of a narrower format that the elements of C are rounded to: 2^-8 for bf16.
    double result = 0;
    // What each product may lose on top of that, as a part of itself: factors of which only parts are multiplied.
    double product = 0;
};

// Takes m * n * k steps, spread over the host's cores.
ExactProduct exact_product(const Factors& factors);

// Holds each element of c, (m, n), against its worst-case bound, and all of them together against the error
// that rounding has on the average. Where the exact element is NaN or infinite, c must be so, too; NaN passes
// nowhere else. A right verdict tells the error.
ladders::Verdict check_product(const std::vector<float>& c, const ExactProduct& exact, const Factors& factors,
                               const Rounding& rounding = {});

// R. Freivalds, "Probabilistic machines can use less running time", 1977: C x = A (B x) for a random vector x
// takes three products of a matrix with a vector in place of one of two matrices. The entries of x are 1 or
// -1, so one wrong element of C shows in its row in full. What rounding may add to a row's sum is estimated
// from the same vectors (see tolerance()), and is far below a typical element. Rows of A and columns of B
// that hold NaN or infinity are left out, and their elements of C are checked one by one.
class FreivaldsTest {
public:
    explicit FreivaldsTest(const Factors& factors, const Rounding& rounding = {});

    // factors: those of the constructor.
    ladders::Verdict check(const std::vector<float>& c, const Factors& factors) const;

    // An error of more than twice this in one element of the row is found for certain.
    double tolerance(std::size_t row) const { return tolerance_[row]; }

private:
    static constexpr int kVectors = 4;
    // Columns [first, second) of B, all finite.
    using Segment = std::pair<std::size_t, std::size_t>;

    void find_finite_parts(const Factors& factors);
    struct Rows {
        std::vector<std::size_t> suspect;
        double squared_errors = 0, squares = 0;  // of the products with vectors
    };
    Rows compare_rows(const std::vector<float>& c, std::size_t n) const;

    Rounding rounding_;
    std::vector<Segment> segments_;
    std::vector<std::size_t> odd_columns_;  // of B, that are not finite
    std::vector<char> odd_row_;             // of A, (m): whether it is not finite
    std::vector<double> x_;                 // (n, kVectors)
    std::vector<double> want_;              // (m, kVectors): A (B x)
    std::vector<double> tolerance_;         // (m)
};

// What both ladders share: the sequential convolution, and the checks of a result.
//
// The mask is laid on the samples as it is, not turned round, as in most lectures:
//   out[y][x] = sum over i, j of mask[i][j] * in[y + i - height / 2][x + j - width / 2]
// where width and height are the mask's, both odd, and in is zero outside.
#pragma once

#include "common/support/check.h"

#include <cstddef>
#include <string>
#include <vector>

// The samples that a convolution reads; they belong to somebody else. A row of numbers is a field of height
// 1.
struct Field {
    std::size_t width = 0, height = 1, planes = 1;
    const float* samples = nullptr;  // (planes, height, width)

    std::size_t size() const { return width * height * planes; }
};

struct MaskView {
    int width = 1, height = 1;       // both odd
    const float* weights = nullptr;  // (height, width)

    int size() const { return width * height; }
};

// Part of one row of a field: columns begin to end - 1 of row y.
struct RowPart {
    std::size_t plane, y, begin, end;
};

// sums[k] = the convolution at column part.begin + k, in double.
void convolve_row(const Field& in, const MaskView& mask, const RowPart& part, std::vector<double>& sums);

// The same of the absolute values of samples and weights: what the rounding errors are measured by.
void convolve_row_of_magnitudes(const Field& in, const MaskView& mask, const RowPart& part,
                                std::vector<double>& sums);

// The sequential reference: sums in double, rounded to float once.
std::vector<float> convolve_on_cpu(const Field& in, const MaskView& mask);

// How far a float result may be from the exact one, where `magnitude` is the sum of |weight| * |sample|,
// and each of the mask's weights takes part in a chain of at most as many roundings as there are weights.
// (N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 3.1: n roundings in a row
// are off by at most gamma = n u / (1 - n u) of that, u = 2^-24.) Four more roundings are allowed: of a
// product, of the reference itself, and of the factors of a separable mask. Results below 2^-126 round to
// multiples of 2^-149.
double rounding_bound(const MaskView& mask, double magnitude);

// "pixel (x 3, y 4)": column x of the part's row, for the text of a verdict.
std::string describe_element(const Field& in, const RowPart& part, std::size_t x);

// Every element of `got` against the reference `want`, on all cores. NaN never passes.
ladders::Verdict check_each(const std::vector<float>& got, const std::vector<float>& want, const Field& in,
                            const MaskView& mask);

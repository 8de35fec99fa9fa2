// What both ladders share: the sequential convolution, and the check of a result.
//
// The mask is not mirrored, as in most lectures:
//   out[y][x] = sum over i, j of mask[i][j] * in[y + i - height / 2][x + j - width / 2]
// where width and height are the mask's, both odd, and in is zero outside.
#pragma once

#include "common/support/check.h"

#include <cstddef>
#include <vector>

// The samples that a convolution reads; the field does not own them. A row of numbers is a field of height 1.
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

// The sequential reference: out[begin] to out[end - 1], which are laid out as the samples. Sums in double,
// rounded to float once.
void convolve_on_cpu(const Field& in, const MaskView& mask, std::size_t begin, std::size_t end,
                     std::vector<float>& out);

// Every element of `got` against the reference `want`, on all cores. NaN never passes.
ladders::Verdict check_convolution(const std::vector<float>& got, const std::vector<float>& want,
                                   const Field& in, const MaskView& mask);

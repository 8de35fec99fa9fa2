// The masks that --filter names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

struct Mask {
    int width = 1;               // odd; the mask is width x width
    std::vector<float> weights;  // (width, width)
    std::string name;            // "gauss 5 x 5"

    // If the mask is a column times a row, weights[i][j] = column[i] * row[j]: these; else empty.
    std::vector<float> column, row;
    bool is_separable() const { return !column.empty(); }
};

// The names for --filter:
// gauss    a bell curve whose standard deviation is (width + 1) / 6
// box      the mean of all pixels under the mask
// blur     the mean of those within half the width of the middle: a lens out of focus
// sharpen  twice the picture less its gauss
// edge     eight times the pixel less the mean of all others under the mask
// random   every weight in [-1, 1)
// gauss and box are separable; so is every mask of width 1, and a blur of width 3, which is a box.
const std::vector<std::string>& filter_names();

// Throws UsageError if there is no such mask of that width.
Mask make_mask(const std::string& filter, int width, std::uint64_t seed);

// A mask with these weights, (width, width); finds out whether it is separable.
Mask mask_of(const std::string& name, int width, const std::vector<float>& weights);

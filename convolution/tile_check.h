// A check for --no-cpu: far cheaper than to convolve again, yet it catches a single wrong element.
//
// Cut the results into tiles and give each element of a tile a random weight w. A convolution is linear, so
//   sum over the tile of w * out  =  sum over the samples that the tile depends on of v * in,
// where v, the weights of the samples, follow from w and the mask. All whole tiles share one w and so one
// v: this takes two multiplications per result, whatever the mask. (R. Freivalds, Probabilistic machines
// can use less running time, 1977, checks matrix products in this way.)
//
// Rounding moves the left side by at most the sum of |w| * rounding_bound() over the tile, which is a
// weighted sum of |in|. As |w| is at least 1, an element that is off by more than twice that is caught for
// certain. NaN never passes.
#pragma once

#include "reference.h"

#include <cstdint>

ladders::Verdict check_tiles(const std::vector<float>& got, const Field& in, const MaskView& mask,
                             std::uint64_t seed);

// The elements of a tile: a square of a picture, a piece of a row of numbers. For the tests.
constexpr int kTileSide = 16, kTileOfRow = 256;

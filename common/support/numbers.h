// Inputs made of numbers, the same for the same seed.
#pragma once

#include "common/support/text.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ladders {

// The names for --dist:
// lecture      v[i] = i + 1
// uniform      int: all 2^32 values equally likely; float, double: in [0, 1)
// alternating  large numbers of changing sign that nearly cancel: hard on float sums
const std::vector<std::string>& number_distributions();

// n numbers; T is unsigned (called int), float or double. dist must be one of the names above.
template <class T>
std::vector<T> make_numbers(const std::string& dist, std::size_t n, std::uint64_t seed);
// "n = 4096 float (16.0 KiB), uniform, seed 1", "n = 4 int (16 bytes), v[i] = i + 1"
template <class T>
std::string describe_numbers(const std::string& dist, std::size_t n, std::uint64_t seed);

// n numbers, evenly spread over [low, high).
std::vector<float> random_floats(std::size_t n, std::uint64_t seed, float low, float high);

}  // namespace ladders

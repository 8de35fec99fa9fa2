// Pictures to count: random and regular ones that are easy or hard on a histogram.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// The names for --dist:
// uniform   every value equally likely
// lecture   srand(0), (rand() / (double)RAND_MAX) * 255, as programs of first courses do; exact with glibc's rand
// constant  one value everywhere: all threads want the same bin
// skewed    dark: half of the pixels have values below 16
// ramp      from black to white once over the picture: adjacent pixels are mostly equal
// runs      stretches of 1 to 64 equal pixels, as in a drawing
const std::vector<std::string>& pixel_distributions();

// n pixels. Throws std::invalid_argument for a name that is none of the above.
std::vector<std::uint8_t> make_pixels(const std::string& dist, std::size_t n, std::uint64_t seed);

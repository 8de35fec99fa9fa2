#include "pixels.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <random>
#include <stdexcept>

namespace {

using Pixels = std::vector<std::uint8_t>;
using Random = std::mt19937_64;

void fill_uniform(Pixels& pixels, Random& random)
{
    std::size_t i = 0;
    for (; i + 8 <= pixels.size(); i += 8) {  // one draw gives eight pixels
        const std::uint64_t eight = random();
        std::memcpy(&pixels[i], &eight, 8);
    }
    for (; i < pixels.size(); ++i)
        pixels[i] = static_cast<std::uint8_t>(random());
}

void fill_as_in_the_lecture(Pixels& pixels)
{
    std::srand(0);
    for (std::uint8_t& pixel : pixels)
        pixel = static_cast<std::uint8_t>((std::rand() / static_cast<double>(RAND_MAX)) * 255);
}

// The fourth power of a uniform number: its median is 256 / 16.
void fill_skewed(Pixels& pixels, Random& random)
{
    std::uint8_t table[4096];
    for (int i = 0; i < 4096; ++i) {
        const double u = i / 4096.0;
        table[i] = static_cast<std::uint8_t>(256 * u * u * u * u);
    }
    std::size_t i = 0;
    while (i < pixels.size()) {
        std::uint64_t bits = random();
        for (int k = 0; k < 5 && i < pixels.size(); ++k, bits >>= 12)
            pixels[i++] = table[bits & 4095];
    }
}

void fill_ramp(Pixels& pixels)
{
    const std::size_t n = pixels.size();
    for (std::size_t i = 0; i < n; ++i)
        pixels[i] = static_cast<std::uint8_t>(i * 256 / n);
}

void fill_runs(Pixels& pixels, Random& random)
{
    for (std::size_t i = 0; i < pixels.size();) {
        const std::uint64_t bits = random();
        const std::size_t length = std::min<std::size_t>(1 + bits % 64, pixels.size() - i);
        std::memset(&pixels[i], static_cast<int>(bits >> 56), length);
        i += length;
    }
}

}  // namespace

const std::vector<std::string>& pixel_distributions()
{
    static const std::vector<std::string> names{"uniform", "lecture", "constant", "skewed", "ramp", "runs"};
    return names;
}

Pixels make_pixels(const std::string& dist, std::size_t n, std::uint64_t seed)
{
    Pixels pixels(n);
    Random random(seed);
    if (dist == "uniform")
        fill_uniform(pixels, random);
    else if (dist == "lecture")
        fill_as_in_the_lecture(pixels);
    else if (dist == "constant")
        std::fill(pixels.begin(), pixels.end(), static_cast<std::uint8_t>(random()));
    else if (dist == "skewed")
        fill_skewed(pixels, random);
    else if (dist == "ramp")
        fill_ramp(pixels);
    else if (dist == "runs")
        fill_runs(pixels, random);
    else
        throw std::invalid_argument(dist);
    return pixels;
}

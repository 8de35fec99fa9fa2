#include "picture.h"

#include <algorithm>
#include <cmath>

namespace {

// The value below which that share of all values lies.
double quantile(std::vector<float> values, double share)
{
    const auto place =
        values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

// Adds a round spot, brightest in its middle, to the pixels.
void add_spot(std::vector<double>& pixels, int side, double x, double y, double radius, double mass)
{
    const auto inside = [&](double pixel) { return std::clamp(pixel, 0.0, side - 1.0); };
    if (!(x + radius >= 0 && x - radius < side && y + radius >= 0 && y - radius < side))
        return;
    for (int row = int(inside(y - radius)); row <= int(inside(y + radius)); ++row)
        for (int column = int(inside(x - radius)); column <= int(inside(x + radius)); ++column) {
            const double d = std::hypot(column + 0.5 - x, row + 0.5 - y) / (radius + 0.5);
            if (d < 1)
                pixels[static_cast<std::size_t>(row) * side + column] += mass * (1 - d * d);
        }
}

}  // namespace

ladders::Image projection(const Bodies& bodies, int side)
{
    constexpr double kShareShown = 0.98, kMargin = 1.1;
    const double middle_x = quantile(bodies.x, 0.5), middle_y = quantile(bodies.y, 0.5);
    std::vector<float> reach(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i)
        reach[i] =
            static_cast<float>(std::max(std::abs(bodies.x[i] - middle_x), std::abs(bodies.y[i] - middle_y)));
    const double shown = kMargin * quantile(reach, kShareShown);
    const double scale = shown > 0 ? side / (2 * shown) : 0;

    // A body is a spot of at least a pixel; the fewer bodies, the larger.
    const double radius = 0.5 + side / 8.0 / std::sqrt(static_cast<double>(bodies.size()));
    std::vector<double> mass(static_cast<std::size_t>(side) * side, 0);
    for (std::size_t i = 0; i < bodies.size(); ++i)
        add_spot(mass, side, side / 2.0 + (bodies.x[i] - middle_x) * scale,
                 side / 2.0 - (bodies.y[i] - middle_y) * scale, std::min(radius, side / 64.0),
                 bodies.mass[i]);

    // The brightness is logarithmic, because a cluster's middle is far denser than its rim. The faintest is
    // that of a body of average mass.
    const double all = std::max(1e-300, *std::max_element(mass.begin(), mass.end()));
    double total = 0;
    for (const float m : bodies.mass)
        total += m;
    const double faintest = std::max(total / static_cast<double>(bodies.size()), all * 1e-6);
    ladders::Image image;
    image.width = image.height = side;
    image.channels = 1;
    image.pixels.assign(mass.size(), 0);
    for (std::size_t p = 0; p < mass.size(); ++p)
        if (mass[p] > 0)
            image.pixels[p] = static_cast<std::uint8_t>(
                95 + 160 * std::min(1.0, std::log1p(mass[p] / faintest) / std::log1p(all / faintest)));
    return image;
}

#include "bodies.h"

#include <cmath>
#include <numbers>
#include <random>

namespace {

class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}
    // In [low, high). Not by <random>'s distributions, whose numbers differ from library to library.
    double between(double low, double high)
    {
        return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
    }

private:
    std::mt19937_64 engine_;
};

Bodies make_uniform(std::size_t n, Random& random)
{
    Bodies bodies;
    bodies.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        bodies.mass[i] = static_cast<float>(random.between(0.5, 1.5) / static_cast<double>(n));
        for (auto* place : {&bodies.x, &bodies.y, &bodies.z})
            (*place)[i] = static_cast<float>(random.between(-1, 1));
        for (auto* velocity : {&bodies.vx, &bodies.vy, &bodies.vz})
            (*velocity)[i] = static_cast<float>(random.between(-0.5, 0.5));
    }
    return bodies;
}

struct Direction {
    double x, y, z;
};

Direction random_direction(Random& random)
{
    const double z = random.between(-1, 1), angle = random.between(0, 2 * std::numbers::pi);
    const double across = std::sqrt(1 - z * z);
    return {across * std::cos(angle), across * std::sin(angle), z};
}

// The speed over the speed of escape: its square q^2 (1 - q^2)^(7/2) is the density, at most 0.1 (von
// Neumann's rejection).
double random_speed(Random& random)
{
    for (;;) {
        const double q = random.between(0, 1);
        if (random.between(0, 0.1) < q * q * std::pow(1 - q * q, 3.5))
            return q;
    }
}

void centre(std::vector<float>& column)
{
    double sum = 0;
    for (const float value : column)
        sum += value;
    const double mean = sum / static_cast<double>(column.size());
    for (float& value : column)
        value = static_cast<float>(value - mean);
}

// S. Aarseth, M. Henon, R. Wielen, "A comparison of numerical methods for the study of star cluster
// dynamics", Astronomy and Astrophysics 37, 1974, appendix; in the usual units, where the cluster's energy is
// -1/4. The outermost thousandth of the mass, which has no end, is left out.
Bodies make_plummer(std::size_t n, Random& random)
{
    constexpr double kLength = 3 * std::numbers::pi / 16;
    const double velocity_unit = 1 / std::sqrt(kLength);
    Bodies bodies;
    bodies.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const double enclosed = 1 - random.between(0, 1) * 0.999 - 0.0005;  // never 0 or 1
        const double radius = 1 / std::sqrt(std::pow(enclosed, -2.0 / 3.0) - 1);
        const double escape = std::numbers::sqrt2 * std::pow(1 + radius * radius, -0.25);
        const double speed = random_speed(random) * escape * velocity_unit;
        const Direction place = random_direction(random), motion = random_direction(random);
        bodies.mass[i] = static_cast<float>(1 / static_cast<double>(n));
        bodies.x[i] = static_cast<float>(kLength * radius * place.x);
        bodies.y[i] = static_cast<float>(kLength * radius * place.y);
        bodies.z[i] = static_cast<float>(kLength * radius * place.z);
        bodies.vx[i] = static_cast<float>(speed * motion.x);
        bodies.vy[i] = static_cast<float>(speed * motion.y);
        bodies.vz[i] = static_cast<float>(speed * motion.z);
    }
    for (auto* column : {&bodies.x, &bodies.y, &bodies.z, &bodies.vx, &bodies.vy, &bodies.vz})
        centre(*column);
    return bodies;
}

}  // namespace

const std::vector<std::string>& body_distributions()
{
    static const std::vector<std::string> names{"uniform", "plummer"};
    return names;
}

Bodies make_bodies(const std::string& dist, std::size_t n, std::uint64_t seed)
{
    Random random(seed);
    return dist == "plummer" ? make_plummer(n, random) : make_uniform(n, random);
}

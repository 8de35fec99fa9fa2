#include "gravity.h"

#include "common/support/parallel.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <thread>

namespace {

// Bodies that are computed together, so that the compiler can vectorise.
constexpr std::size_t kSideBySide = 8;

struct Group {
    double x[kSideBySide], y[kSideBySide], z[kSideBySide];
    double a[3][kSideBySide] = {}, absolute[3][kSideBySide] = {};
};

void add_pulls_of_all(const Bodies& bodies, Group& group)
{
    for (std::size_t j = 0; j < bodies.size(); ++j) {
        const double mass = bodies.mass[j], x = bodies.x[j], y = bodies.y[j], z = bodies.z[j];
        for (std::size_t k = 0; k < kSideBySide; ++k) {
            const double dx = x - group.x[k], dy = y - group.y[k], dz = z - group.z[k];
            const double r2 = dx * dx + dy * dy + dz * dz + double{kSoftening2};
            const double pull = mass / (r2 * std::sqrt(r2));
            group.a[0][k] += pull * dx;
            group.a[1][k] += pull * dy;
            group.a[2][k] += pull * dz;
            group.absolute[0][k] += pull * std::abs(dx);
            group.absolute[1][k] += pull * std::abs(dy);
            group.absolute[2][k] += pull * std::abs(dz);
        }
    }
}

// Minus the potential energy of the bodies in [begin, begin + kSideBySide), with each other and with all
// bodies after them.
double binding_energy(const Bodies& bodies, std::size_t begin)
{
    const std::size_t n = bodies.size(), end = std::min(begin + kSideBySide, n);
    const auto inverse_distance = [&](std::size_t i, std::size_t j) {
        const double dx = double{bodies.x[j]} - bodies.x[i], dy = double{bodies.y[j]} - bodies.y[i],
                     dz = double{bodies.z[j]} - bodies.z[i];
        return 1 / std::sqrt(dx * dx + dy * dy + dz * dz + double{kSoftening2});
    };
    double energy = 0;
    for (std::size_t i = begin; i < end; ++i)
        for (std::size_t j = i + 1; j < end; ++j)
            energy += double{bodies.mass[i]} * bodies.mass[j] * inverse_distance(i, j);
    if (end == n)
        return energy;
    double sums[kSideBySide] = {};
    for (std::size_t j = end; j < n; ++j)
        for (std::size_t k = 0; k < kSideBySide; ++k)
            sums[k] += bodies.mass[j] * inverse_distance(begin + k, j);
    for (std::size_t k = 0; k < kSideBySide; ++k)
        energy += bodies.mass[begin + k] * sums[k];
    return energy;
}

}  // namespace

Bodies step_on_cpu(const Bodies& from, std::size_t count)
{
    const std::size_t n = from.size();
    Bodies to;
    to.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        float ax = 0, ay = 0, az = 0;
        for (std::size_t j = 0; j < n; ++j) {
            const float dx = from.x[j] - from.x[i];
            const float dy = from.y[j] - from.y[i];
            const float dz = from.z[j] - from.z[i];
            const float r2 = dx * dx + dy * dy + dz * dz + kSoftening2;
            const float pull = from.mass[j] / (r2 * std::sqrt(r2));
            ax += pull * dx;
            ay += pull * dy;
            az += pull * dz;
        }
        to.mass[i] = from.mass[i];
        to.vx[i] = from.vx[i] + kTimeStep * ax;
        to.vy[i] = from.vy[i] + kTimeStep * ay;
        to.vz[i] = from.vz[i] + kTimeStep * az;
        to.x[i] = from.x[i] + kTimeStep * to.vx[i];
        to.y[i] = from.y[i] + kTimeStep * to.vy[i];
        to.z[i] = from.z[i] + kTimeStep * to.vz[i];
    }
    return to;
}

std::vector<Pull> exact_pulls(const Bodies& bodies, const std::vector<std::size_t>& which)
{
    std::vector<Pull> pulls(which.size());
    const std::size_t groups = (which.size() + kSideBySide - 1) / kSideBySide;
    ladders::parallel_pieces(groups, [&](std::size_t begin, std::size_t end) {
        for (std::size_t g = begin; g < end; ++g) {
            Group group;
            const auto member = [&](std::size_t k) {
                return std::min(g * kSideBySide + k, which.size() - 1);
            };
            for (std::size_t k = 0; k < kSideBySide; ++k) {
                const std::size_t i = which[member(k)];
                group.x[k] = bodies.x[i];
                group.y[k] = bodies.y[i];
                group.z[k] = bodies.z[i];
            }
            add_pulls_of_all(bodies, group);
            for (std::size_t k = 0; k < kSideBySide; ++k)
                for (int axis = 0; axis < 3; ++axis) {
                    pulls[member(k)].acceleration[axis] = group.a[axis][k];
                    pulls[member(k)].absolute[axis] = group.absolute[axis][k];
                }
        }
        return 0;
    });
    return pulls;
}

double interactions_per_second()
{
    return 3e8 * std::max(1u, std::thread::hardware_concurrency());
}

Momentum momentum_of(const Bodies& bodies)
{
    Momentum momentum;
    const std::vector<float>* velocities[] = {&bodies.vx, &bodies.vy, &bodies.vz};
    for (int axis = 0; axis < 3; ++axis)
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const double p = double{bodies.mass[i]} * (*velocities[axis])[i];
            momentum.sum[axis] += p;
            momentum.absolute[axis] += std::abs(p);
        }
    return momentum;
}

double energy_of(const Bodies& bodies)
{
    double energy = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const double vx = bodies.vx[i], vy = bodies.vy[i], vz = bodies.vz[i];
        energy += bodies.mass[i] * (vx * vx + vy * vy + vz * vz) / 2;
    }
    // The first groups have the most to do, the last ones the least: each core takes groups from both ends.
    const std::size_t groups = (bodies.size() + kSideBySide - 1) / kSideBySide;
    const auto parts = ladders::parallel_pieces((groups + 1) / 2, [&](std::size_t begin, std::size_t end) {
        double sum = 0;
        for (std::size_t g = begin; g < end; ++g) {
            sum += binding_energy(bodies, g * kSideBySide);
            if (groups - 1 - g != g)
                sum += binding_energy(bodies, (groups - 1 - g) * kSideBySide);
        }
        return sum;
    });
    return energy - std::accumulate(parts.begin(), parts.end(), 0.0);
}

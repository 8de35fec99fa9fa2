// The laws that all versions follow, on the CPU: the sequential reference in float; for the check, exact
// accelerations in double, momentum and energy.
#pragma once

#include "bodies.h"

#include <array>
#include <cstddef>
#include <vector>

// acceleration of body i = sum over all j of mass[j] * r / (|r|^2 + kSoftening2)^(3/2), where r points from i
// to j; then velocity += kTimeStep * acceleration, then place += kTimeStep * velocity. The softening bounds
// the force between bodies that nearly touch, and makes that of a body on itself 0.
inline constexpr float kSoftening = 1e-4f;
inline constexpr float kSoftening2 = kSoftening * kSoftening;
inline constexpr float kTimeStep = 0.01f;

// Bodies 0 to count - 1 after one step, one after the other, each summing over all bodies in order.
Bodies step_on_cpu(const Bodies& from, std::size_t count);

// The pull at one body, in double: the acceleration, and the sum of the absolute values of its terms, by
// which rounding errors are bounded; x, y, z.
struct Pull {
    std::array<double, 3> acceleration{}, absolute{};
};

// The pulls at the given bodies, on all cores.
std::vector<Pull> exact_pulls(const Bodies& bodies, const std::vector<std::size_t>& which);

// How many interactions all cores of this machine do per second, roughly, in exact_pulls() and energy_of().
double interactions_per_second();

// Sum of mass times velocity, and of mass times its absolute values, x, y, z.
struct Momentum {
    std::array<double, 3> sum{}, absolute{};
};
Momentum momentum_of(const Bodies& bodies);

// Kinetic and potential energy. Takes size() * size() / 2 interactions, on all cores.
double energy_of(const Bodies& bodies);

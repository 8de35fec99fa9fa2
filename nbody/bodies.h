// Bodies: their masses, places and velocities, and ways to make them up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

// Body i is the i-th element of each vector. Units are such that the constant of gravity is 1.
struct Bodies {
    std::vector<float> mass, x, y, z, vx, vy, vz;

    std::size_t size() const { return mass.size(); }
    void resize(std::size_t n)
    {
        for (auto* column : {&mass, &x, &y, &z, &vx, &vy, &vz})
            column->resize(n);
    }
};

template <class SomeBodies>
requires std::is_same_v<std::remove_const_t<SomeBodies>, Bodies>
auto members(SomeBodies& b)
{
    return std::tie(b.mass, b.x, b.y, b.z, b.vx, b.vy, b.vz);
}

// The names for --dist:
// uniform   places evenly spread over a cube of side 2, masses and velocities random as well
// plummer   a globular cluster in equilibrium: equal masses, dense in the middle
const std::vector<std::string>& body_distributions();

// n bodies of total mass 1 (uniform: about 1). dist must be one of the names above.
Bodies make_bodies(const std::string& dist, std::size_t n, std::uint64_t seed);

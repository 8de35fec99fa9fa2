// Random numbers that need no state from one stream to the next: row 7 of a matrix has the same ones whoever makes it,
// and whenever (G. L. Steele, D. Lea and C. H. Flood, Fast Splittable Pseudorandom Number Generators, 2014: the mixing of
// SplitMix64).
#pragma once

#include <cstddef>
#include <cstdint>

namespace ladders {

class SplitRandom {
public:
    // stream: a row, an edge, ...; each has numbers of its own.
    SplitRandom(std::uint64_t seed, std::uint64_t stream) : state_(mix(seed) + stream * 0xd1342543de82ef95) {}

    std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15); }
    // In [0, n); n at most 2^32.
    std::size_t below(std::size_t n) { return static_cast<std::size_t>((next() >> 32) * n >> 32); }
    // In [-1, 1).
    float value() { return static_cast<float>(next() >> 40) * 0x1p-23f - 1; }

private:
    static std::uint64_t mix(std::uint64_t z)
    {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    std::uint64_t state_;
};

}  // namespace ladders

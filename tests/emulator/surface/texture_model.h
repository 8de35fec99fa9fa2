// What the CUDA Programming Guide ('Texture Fetching') says that a texture returns, computed on the host. What the guide
// leaves open is as an H200 does it: the weights' rounding, and the second dimension of a texture that has one.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <vector>

namespace model {

struct Texture {
    int size[3];  // in x, y and z; 1 where the texture has no such dimension
    int dimensions;
    cudaTextureAddressMode mode[3];
    bool linear, normalised;
    float border;

    float value(int x, int y, int z) const { return float(1 + 3 * x + 20 * y + 50 * z); }
};

constexpr int kBorder = -1;

// The index that stands for index i.
inline int resolve(long i, int size, cudaTextureAddressMode mode, bool normalised)
{
    if (i >= 0 && i < size)
        return int(i);
    if (mode == cudaAddressModeBorder)
        return kBorder;
    if (normalised && mode == cudaAddressModeWrap)
        return int((i % size + size) % size);
    if (normalised && mode == cudaAddressModeMirror) {
        const long folded = (i % (2 * size) + 2 * size) % (2 * size);
        return int(folded < size ? folded : 2 * size - 1 - folded);
    }
    return i < 0 ? 0 : size - 1;
}

// Indices in one dimension, and the weight of the second one in 1/256.
struct Axis {
    int index[2];
    int fraction;
};

inline Axis axis_of(const Texture& t, int dimension, float coordinate)
{
    if (dimension == 1 && t.dimensions == 1 && t.linear)
        return {{resolve(-1, 1, t.mode[1], t.normalised), 0}, 128};
    if (dimension >= t.dimensions)
        return {{0, 0}, 0};
    const int size = t.size[dimension];
    const double position = t.normalised ? double(coordinate) * size : coordinate;
    const auto at = [&](long i) { return resolve(i, size, t.mode[dimension], t.normalised); };
    if (!t.linear)
        return {{at(std::lround(std::floor(position))), 0}, 0};
    const double rounded = std::floor((position - 0.5) * 256 + 0.5);
    const double first = std::floor(rounded / 256);
    const int low = at(std::lround(first)), high = at(std::lround(first) + 1);
    const bool clamped = low == high && !(t.normalised && t.mode[dimension] == cudaAddressModeMirror);
    return {{low, high}, clamped ? 0 : int(rounded - 256 * first)};
}

// The weights of the eight elements in 1/256; bit 0 of an element's number is for x, bit 1 for y, bit 2 for z.
struct Weights {
    int of[8];
};

inline Weights weights(int a, int b, int c)
{
    const int up_0 = ((256 - c) * a + 128) / 256, up_1 = (c * a + 128) / 256;
    const int plane[4] = {256 - c - up_0, up_0, c - up_1, up_1};  // by x and z
    Weights w;
    for (int i = 0; i < 4; ++i) {
        const int x = i & 1, z = i >> 1, up = (plane[i] * b + (x ? 128 : 127)) / 256;
        w.of[x + 4 * z] = plane[i] - up;
        w.of[x + 2 + 4 * z] = up;
    }
    return w;
}

inline double fetch(const Texture& t, float x, float y, float z)
{
    const Axis axes[] = {axis_of(t, 0, x), axis_of(t, 1, y), axis_of(t, 2, z)};
    const Weights w = weights(axes[0].fraction, axes[1].fraction, axes[2].fraction);
    double sum = 0;
    for (int i = 0; i < 8; ++i) {
        const int at[] = {i & 1, i >> 1 & 1, i >> 2};
        const double weight = w.of[i] / 256.0;
        int index[3];
        bool is_border = false;
        for (int d = 0; d < 3; ++d) {
            index[d] = axes[d].index[at[d]];
            is_border |= index[d] == kBorder;
        }
        if (weight != 0)
            sum += weight * double(is_border ? t.border : t.value(index[0], index[1], index[2]));
    }
    return sum;
}

// Coordinates of interest: centres, edges, between centres (multiples of 1/256 of an element), outside, far outside. Whole
// numbers other than the edges are left out, and with mirroring the edges, too: a rounding would decide there.
inline std::vector<float> coordinates(int size, bool normalised, bool with_edges)
{
    std::vector<float> all{0.5f,  1.5f,         0.25f, 0.75f,  1.125f, 1.99609375f, -0.25f,
                           -0.5f, -0.99609375f, -1.5f, -2.25f, -3.75f, -100.25f,    1000.75f};
    for (const float past : {-0.5f, -0.25f, -0.00390625f, 0.00390625f, 0.25f, 0.5f, 1.5f, 2.75f, 3.25f, 4.5f})
        all.push_back(float(size) + past);
    if (with_edges) {
        all.push_back(0);
        all.push_back(float(size));
    }
    if (normalised)
        for (float& x : all)
            x /= float(size);  // sizes are powers of two: exact
    return all;
}

// The names of a texture's settings, where a check fails.
inline void tell(const Texture& t, float x, float y, float z, float got, double wanted)
{
    constexpr const char* kModes[] = {"wrap", "clamp", "mirror", "border"};
    std::fprintf(stderr, "%dD %s %s %s at (%.9g, %.9g, %.9g): %.9g, but the model says %.9g\n", t.dimensions,
                 kModes[t.mode[0]], t.linear ? "linear" : "point",
                 t.normalised ? "normalised" : "in elements", x, y, z, got, wanted);
}

}  // namespace model

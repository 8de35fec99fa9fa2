// Distributions of cuRAND's generators. The numbers are cuRAND's bit by bit where they come from integers alone
// (uniform ones); those that take a logarithm, a sine or an exponential differ from a GPU's by the rounding of
// these functions.
#pragma once

#include "cuda_emulator/random/mrg32k3a.h"
#include "cuda_emulator/random/philox.h"
#include "cuda_emulator/random/xorwow.h"

#include <math.h>

namespace emu {

// What an unused second number in the state is.
enum SpareNumber { kNoSpare = 0, kSpareNormal = 1, kSpareLogNormal = 2 };

constexpr double kTwoPi = 6.2831853071795860;

// In (0, 1]: the middle of one of 2^32 equal intervals, then rounded.
__device__ __forceinline__ float uniform_of(unsigned x)
{
    return float(x) * 0x1p-32f + 0x1p-33f;
}

// In (0, 1): 53 bits of two numbers.
__device__ __forceinline__ double uniform_of(unsigned x, unsigned y)
{
    return double(x ^ static_cast<unsigned long long>(y) << 21) * 0x1p-53 + 0x1p-54;
}

// Two independent normal numbers (G. E. P. Box and Mervin Muller, A Note on the Generation of Random Normal Deviates,
// 1958) from a radius u and an angle, both uniform.
__device__ __forceinline__ float2 box_muller(float u, float angle)
{
    const float radius = sqrtf(-2.0f * logf(u));
    float2 result;
    sincosf(angle, &result.x, &result.y);
    result.x *= radius;
    result.y *= radius;
    return result;
}

// angle: in units of pi.
__device__ __forceinline__ double2 box_muller_pi(double u, double angle)
{
    const double radius = sqrt(-2.0 * log(u));
    double2 result;
    sincospi(angle, &result.x, &result.y);
    result.x *= radius;
    result.y *= radius;
    return result;
}

__device__ __forceinline__ float2 normals_of(unsigned x, unsigned y)
{
    constexpr float kStep = 0x1p-32f * float(kTwoPi);
    return box_muller(uniform_of(x), fmaf(float(y), kStep, kStep / 2));  // nvcc fuses these two
}

__device__ __forceinline__ double2 normals_of(uint4 x)
{
    return box_muller_pi(uniform_of(x.x, x.y), 2 * uniform_of(x.z, x.w));
}

// Four numbers, in the order of the sequence.
template <class State>
__device__ __forceinline__ uint4 four_of(State* state)
{
    uint4 x;
    x.x = curand(state);
    x.y = curand(state);
    x.z = curand(state);
    x.w = curand(state);
    return x;
}
__device__ __forceinline__ uint4 four_of(curandStatePhilox4_32_10* state)
{
    return curand4(state);
}

// A pair of normal numbers.
template <class State>
__device__ __forceinline__ float2 next_normals(State* state)
{
    const unsigned x = curand(state);
    return normals_of(x, curand(state));
}
template <class State>
__device__ __forceinline__ double2 next_normals_double(State* state)
{
    return normals_of(four_of(state));
}

// From 0, without it, to 1.
__device__ __forceinline__ double uniform_mrg(curandStateMRG32k3a* state)
{
    return double(next_of(state)) * 2.3283065498378288e-10;
}
__device__ __forceinline__ float2 next_normals(curandStateMRG32k3a* state)
{
    const float u = float(uniform_mrg(state));
    return box_muller(u, float(uniform_mrg(state)) * float(kTwoPi));
}
__device__ __forceinline__ double2 next_normals_double(curandStateMRG32k3a* state)
{
    const double u = uniform_mrg(state);
    return box_muller_pi(u, uniform_mrg(state) * 2.0);
}

// One number of a pair: the state keeps the other one for the next call.
template <class State, class MakePair>
__device__ __forceinline__ float one_of_two(State* state, SpareNumber kind, MakePair make_pair)
{
    if (state->boxmuller_flag == kind) {
        state->boxmuller_flag = kNoSpare;
        return state->boxmuller_extra;
    }
    const float2 pair = make_pair();
    state->boxmuller_extra = pair.y;
    state->boxmuller_flag = kind;
    return pair.x;
}
template <class State, class MakePair>
__device__ __forceinline__ double one_of_two_double(State* state, SpareNumber kind, MakePair make_pair)
{
    if (state->boxmuller_flag_double == kind) {
        state->boxmuller_flag_double = kNoSpare;
        return state->boxmuller_extra_double;
    }
    const double2 pair = make_pair();
    state->boxmuller_extra_double = pair.y;
    state->boxmuller_flag_double = kind;
    return pair.x;
}

}  // namespace emu

template <class State>
__device__ __forceinline__ float curand_uniform(State* state)
{
    return emu::uniform_of(curand(state));
}
__device__ __forceinline__ float curand_uniform(curandStateMRG32k3a* state)
{
    return float(emu::uniform_mrg(state));
}
__device__ __forceinline__ float4 curand_uniform4(curandStatePhilox4_32_10* state)
{
    const uint4 x = curand4(state);
    return make_float4(emu::uniform_of(x.x), emu::uniform_of(x.y), emu::uniform_of(x.z),
                       emu::uniform_of(x.w));
}

__device__ __forceinline__ double curand_uniform_double(curandStateXORWOW* state)
{
    const unsigned x = curand(state);
    return emu::uniform_of(x, curand(state));
}
__device__ __forceinline__ double curand_uniform_double(curandStatePhilox4_32_10* state)
{
    return double(curand(state)) * 0x1p-32 + 0x1p-32;
}
__device__ __forceinline__ double curand_uniform_double(curandStateMRG32k3a* state)
{
    return emu::uniform_mrg(state);
}
__device__ __forceinline__ double2 curand_uniform2_double(curandStatePhilox4_32_10* state)
{
    const uint4 x = curand4(state);
    return make_double2(emu::uniform_of(x.x, x.y), emu::uniform_of(x.z, x.w));
}

template <class State>
__device__ __forceinline__ float curand_normal(State* state)
{
    return emu::one_of_two(state, emu::kSpareNormal, [&] { return emu::next_normals(state); });
}
template <class State>
__device__ __forceinline__ float2 curand_normal2(State* state)
{
    return emu::next_normals(state);
}
__device__ __forceinline__ float4 curand_normal4(curandStatePhilox4_32_10* state)
{
    const uint4 x = curand4(state);
    const float2 first = emu::normals_of(x.x, x.y), second = emu::normals_of(x.z, x.w);
    return make_float4(first.x, first.y, second.x, second.y);
}
template <class State>
__device__ __forceinline__ double curand_normal_double(State* state)
{
    return emu::one_of_two_double(state, emu::kSpareNormal, [&] { return emu::next_normals_double(state); });
}
template <class State>
__device__ __forceinline__ double2 curand_normal2_double(State* state)
{
    return emu::next_normals_double(state);
}

namespace emu {

__device__ __forceinline__ float log_normal_of(float normal, float mean, float deviation)
{
    return expf(fmaf(deviation, normal, mean));
}
__device__ __forceinline__ double log_normal_of(double normal, double mean, double deviation)
{
    return exp(fma(deviation, normal, mean));
}

}  // namespace emu

template <class State>
__device__ __forceinline__ float2 curand_log_normal2(State* state, float mean, float deviation)
{
    const float2 normal = emu::next_normals(state);
    return make_float2(emu::log_normal_of(normal.x, mean, deviation),
                       emu::log_normal_of(normal.y, mean, deviation));
}
template <class State>
__device__ __forceinline__ double2 curand_log_normal2_double(State* state, double mean, double deviation)
{
    const double2 normal = emu::next_normals_double(state);
    return make_double2(emu::log_normal_of(normal.x, mean, deviation),
                        emu::log_normal_of(normal.y, mean, deviation));
}
template <class State>
__device__ __forceinline__ float curand_log_normal(State* state, float mean, float deviation)
{
    return emu::one_of_two(state, emu::kSpareLogNormal,
                           [&] { return curand_log_normal2(state, mean, deviation); });
}
template <class State>
__device__ __forceinline__ double curand_log_normal_double(State* state, double mean, double deviation)
{
    return emu::one_of_two_double(state, emu::kSpareLogNormal,
                                  [&] { return curand_log_normal2_double(state, mean, deviation); });
}
__device__ __forceinline__ float4 curand_log_normal4(curandStatePhilox4_32_10* state, float mean,
                                                     float deviation)
{
    const float4 normal = curand_normal4(state);
    return make_float4(
        emu::log_normal_of(normal.x, mean, deviation), emu::log_normal_of(normal.y, mean, deviation),
        emu::log_normal_of(normal.z, mean, deviation), emu::log_normal_of(normal.w, mean, deviation));
}

namespace emu {

// Donald Knuth, The Art of Computer Programming, volume 2: multiplies uniform numbers until exp(mean) is used up.
template <class State>
__device__ unsigned poisson_of_small_mean(State* state, float mean)
{
    unsigned count = 0;
    for (float left = expf(mean) * curand_uniform(state); left > 1; left *= curand_uniform(state))
        ++count;
    return count;
}

}  // namespace emu

// Means from 64 to 4000 take cuRAND an approximation of its own, which the emulator does not have.
template <class State>
__device__ unsigned curand_poisson(State* state, double mean)
{
    assert(!(mean >= 64 && mean <= 4000) &&
           "curand_poisson() of a mean from 64 to 4000 is not supported by the emulator");
    if (mean < 64)
        return emu::poisson_of_small_mean(state, float(mean));
    return unsigned(sqrt(mean) * curand_normal_double(state) + mean + 0.5);
}

// cuRAND's generator MRG32k3a: Pierre L'Ecuyer, Good Parameters and Implementations for Combined Multiple Recursive
// Random Number Generators, Operations Research 47 (1), 1999.
#pragma once

#include "cuda_emulator/host_defines.h"
#include "cuda_emulator/random/skip.h"

struct curandStateMRG32k3a {
    unsigned s1[3];
    unsigned s2[3];
    int boxmuller_flag;
    int boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef curandStateMRG32k3a curandStateMRG32k3a_t;

namespace emu {

constexpr unsigned kMrgModulus1 = 4294967087, kMrgModulus2 = 4294944443;

__device__ __forceinline__ void skip_in_state(curandStateMRG32k3a* state, unsigned long long n, int unit)
{
    unsigned s1[3] = {state->s1[0], state->s1[1], state->s1[2]};
    unsigned s2[3] = {state->s2[0], state->s2[1], state->s2[2]};
    skip_mrg32k3a(s1, s2, n, unit);
    for (int i = 0; i < 3; ++i) {
        state->s1[i] = s1[i];
        state->s2[i] = s2[i];
    }
}

// The next number, from 1 to kMrgModulus1.
__device__ __forceinline__ unsigned next_of(curandStateMRG32k3a* state)
{
    const long long next_1 =
        (1403580ll * state->s1[1] + 810728ll * (kMrgModulus1 - state->s1[0])) % kMrgModulus1;
    const long long next_2 =
        (527612ll * state->s2[2] + 1370589ll * (kMrgModulus2 - state->s2[0])) % kMrgModulus2;
    state->s1[0] = state->s1[1];
    state->s1[1] = state->s1[2];
    state->s1[2] = unsigned(next_1);
    state->s2[0] = state->s2[1];
    state->s2[1] = state->s2[2];
    state->s2[2] = unsigned(next_2);
    return unsigned(next_1 > next_2 ? next_1 - next_2 : next_1 - next_2 + kMrgModulus1);
}

}  // namespace emu

__device__ __forceinline__ void skipahead(unsigned long long n, curandStateMRG32k3a* state)
{
    emu::skip_in_state(state, n, 0);
}

__device__ __forceinline__ void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a* state)
{
    emu::skip_in_state(state, n, emu::kMrgSubsequence);
}

__device__ __forceinline__ void skipahead_sequence(unsigned long long n, curandStateMRG32k3a* state)
{
    emu::skip_in_state(state, n, emu::kMrgSequence);
}

__device__ __forceinline__ void curand_init(unsigned long long seed, unsigned long long subsequence,
                                            unsigned long long offset, curandStateMRG32k3a* state)
{
    constexpr unsigned long long kInitial = 12345;
    unsigned s1[3] = {kInitial, kInitial, kInitial}, s2[3] = {kInitial, kInitial, kInitial};
    if (seed != 0) {
        const unsigned low = unsigned(seed) ^ 0x55555555, high = unsigned(seed >> 32) ^ 0xaaaaaaaa;
        for (int i = 0; i < 3; ++i) {
            s1[i] = unsigned(kInitial * (i == 1 ? high : low) % emu::kMrgModulus1);
            s2[i] = unsigned(kInitial * (i == 1 ? low : high) % emu::kMrgModulus2);
        }
    }
    emu::skip_mrg32k3a(s1, s2, subsequence, emu::kMrgSubsequence);
    emu::skip_mrg32k3a(s1, s2, offset, 0);
    for (int i = 0; i < 3; ++i) {
        state->s1[i] = s1[i];
        state->s2[i] = s2[i];
    }
    state->boxmuller_flag = 0;
    state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0;
    state->boxmuller_extra_double = 0;
}

// All 32-bit numbers, nearly: the factor is 2^32 / kMrgModulus1 as cuRAND rounds it.
__device__ __forceinline__ unsigned curand(curandStateMRG32k3a* state)
{
    return unsigned(double(emu::next_of(state)) * 1.000000048662);
}

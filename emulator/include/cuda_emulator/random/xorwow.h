// cuRAND's default generator, XORWOW: George Marsaglia, Xorshift RNGs, Journal of Statistical Software 8 (14), 2003.
// The seed is mixed into Marsaglia's initial state as cuRAND does it, so that the sequences are cuRAND's.
#pragma once

#include "cuda_emulator/host_defines.h"
#include "cuda_emulator/random/skip.h"

struct curandStateXORWOW {
    unsigned d, v[5];
    int boxmuller_flag;
    int boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStateXORWOW curandState_t;
typedef curandStateXORWOW curandState;

namespace emu {

__device__ __forceinline__ void skip_in_state(curandStateXORWOW* state, unsigned long long n, int unit)
{
    unsigned v[5] = {state->v[0], state->v[1], state->v[2], state->v[3], state->v[4]};
    skip_xorwow(v, n, unit);
    for (int i = 0; i < 5; ++i)
        state->v[i] = v[i];
}

}  // namespace emu

__device__ __forceinline__ void skipahead(unsigned long long n, curandStateXORWOW* state)
{
    emu::skip_in_state(state, n, 0);
    state->d += 362437 * unsigned(n);
}

__device__ __forceinline__ void skipahead_sequence(unsigned long long n, curandStateXORWOW* state)
{
    emu::skip_in_state(state, n, emu::kXorwowSequence);
}

__device__ __forceinline__ void curand_init(unsigned long long seed, unsigned long long sequence,
                                            unsigned long long offset, curandStateXORWOW* state)
{
    const unsigned low = 1099087573u * (unsigned(seed) ^ 0xaad26b49);
    const unsigned high = 2591861531u * (unsigned(seed >> 32) ^ 0xf7dcefdd);
    unsigned v[5] = {123456789 + low, 362436069 ^ low, 521288629 + high, 88675123 ^ high, 5783321 + low};
    emu::skip_xorwow(v, sequence, emu::kXorwowSequence);
    emu::skip_xorwow(v, offset, 0);
    state->d = 6615241 + low + high + 362437 * unsigned(offset);
    for (int i = 0; i < 5; ++i)
        state->v[i] = v[i];
    state->boxmuller_flag = 0;
    state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0;
    state->boxmuller_extra_double = 0;
}

__device__ __forceinline__ unsigned curand(curandStateXORWOW* state)
{
    const unsigned v0 = state->v[0], newest = state->v[4];
    const unsigned oldest = v0 ^ v0 >> 2;
    const unsigned next = newest ^ newest << 4 ^ oldest ^ oldest << 1;
    state->v[0] = state->v[1];
    state->v[1] = state->v[2];
    state->v[2] = state->v[3];
    state->v[3] = newest;
    state->v[4] = next;
    return next + (state->d += 362437);
}

// cuRAND's generator Philox4x32-10: John Salmon, Mark Moraes, Ron Dror and David Shaw, Parallel Random Numbers: As Easy
// as 1, 2, 3, SC 2011. Numbers are made four at a time from a counter of 128 bits: its low half counts steps, its high
// half is the sequence's number.
#pragma once

#include "vector_functions.h"

struct curandStatePhilox4_32_10 {
    uint4 ctr;
    uint4 output;  // of ctr
    uint2 key;
    unsigned STATE;  // how many numbers of output are used up: 0 to 3
    int boxmuller_flag;
    int boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

namespace emu {

__device__ __forceinline__ uint4 philox_4x32_10(uint4 counter, uint2 key)
{
    for (int round = 0; round < 10; ++round) {
        const unsigned long long a = 0xd2511f53ull * counter.x, b = 0xcd9e8d57ull * counter.z;
        counter = make_uint4(unsigned(b >> 32) ^ counter.y ^ key.x, unsigned(b),
                             unsigned(a >> 32) ^ counter.w ^ key.y, unsigned(a));
        key.x += 0x9e3779b9;  // the golden ratio's fraction, and that of the square root of 3
        key.y += 0xbb67ae85;
    }
    return counter;
}

// Adds to the low half of the counter, with its carry, and to the high half.
__device__ __forceinline__ void advance(curandStatePhilox4_32_10* state, unsigned long long low,
                                        unsigned long long high)
{
    uint4 counter = state->ctr;
    const unsigned long long new_low = (static_cast<unsigned long long>(counter.y) << 32 | counter.x) + low;
    const unsigned long long new_high =
        (static_cast<unsigned long long>(counter.w) << 32 | counter.z) + high + (new_low < low);
    counter =
        make_uint4(unsigned(new_low), unsigned(new_low >> 32), unsigned(new_high), unsigned(new_high >> 32));
    state->ctr = counter;
    state->output = philox_4x32_10(counter, state->key);
}

}  // namespace emu

__device__ __forceinline__ void skipahead(unsigned long long n, curandStatePhilox4_32_10* state)
{
    const unsigned used = state->STATE + unsigned(n & 3);
    state->STATE = used & 3;
    emu::advance(state, n / 4 + used / 4, 0);
}

__device__ __forceinline__ void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10* state)
{
    emu::advance(state, 0, n);
}

__device__ __forceinline__ void curand_init(unsigned long long seed, unsigned long long sequence,
                                            unsigned long long offset, curandStatePhilox4_32_10* state)
{
    state->ctr = make_uint4(0, 0, 0, 0);
    state->key = make_uint2(unsigned(seed), unsigned(seed >> 32));
    state->STATE = unsigned(offset & 3);
    state->boxmuller_flag = 0;
    state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0;
    state->boxmuller_extra_double = 0;
    emu::advance(state, offset / 4, sequence);
}

__device__ __forceinline__ unsigned curand(curandStatePhilox4_32_10* state)
{
    const unsigned used = state->STATE;
    const unsigned result = used == 0   ? state->output.x
                            : used == 1 ? state->output.y
                            : used == 2 ? state->output.z
                                        : state->output.w;
    state->STATE = (used + 1) & 3;
    if (used == 3)
        emu::advance(state, 1, 0);
    return result;
}

// The next four numbers, as four calls of curand() would give them.
__device__ __forceinline__ uint4 curand4(curandStatePhilox4_32_10* state)
{
    const unsigned used = state->STATE;
    const uint4 now = state->output;
    emu::advance(state, 1, 0);
    const uint4 next = state->output;
    switch (used) {
        case 0:
            return now;
        case 1:
            return make_uint4(now.y, now.z, now.w, next.x);
        case 2:
            return make_uint4(now.z, now.w, next.x, next.y);
        default:
            return make_uint4(now.w, next.x, next.y, next.z);
    }
}

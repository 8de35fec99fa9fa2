// How a sum in fp32 becomes an element of C.
#pragma once

#include "matmul_bf16.h"

__device__ inline void store(float* to, float sum)
{
    *to = sum;
}
__device__ inline void store(Bf16* to, float sum)
{
    *to = __float2bfloat16_rn(sum);
}

// Two adjacent elements at once; `to` is aligned to both.
__device__ inline void store_two(float* to, float first, float second)
{
    *reinterpret_cast<float2*>(to) = {first, second};
}
__device__ inline void store_two(Bf16* to, float first, float second)
{
    *reinterpret_cast<__nv_bfloat162*>(to) = __floats2bfloat162_rn(first, second);
}

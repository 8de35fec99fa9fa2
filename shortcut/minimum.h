// The minimum that all versions and the CPU take.
#pragma once

#include <cuda_runtime.h>

// IEEE 754-2019's minimum: the smaller of two numbers, and NaN if one of them is NaN. CUDA's and C's fminf()
// would drop the NaN. Which of -0 and +0 is the smaller one is left open.
__host__ __device__ inline float minimum(float a, float b)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    float least;  // one instruction of sm_80 and later, as fast as fminf(); CUDA C++ has no name for it
    asm("min.NaN.f32 %0, %1, %2;" : "=f"(least) : "f"(a), "f"(b));
    return least;
#else
    return ((b < a) | (b != b)) ? b : a;  // with | in place of ||, compilers take several minima at once
#endif
}

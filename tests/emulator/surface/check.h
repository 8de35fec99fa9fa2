// Checks inside of kernels. Each unit has a variable of its own for the line of the first check that failed.
#pragma once

#include "cuda_runtime.h"

constexpr unsigned kAll = 0xffffffff;  // the lanes of a warp, as a mask

#ifdef __CUDACC__
static __device__ int first_failed_line = 0;

// A check that fails in any thread.
#define CHECK(condition)                                \
    do {                                                \
        if (!(condition))                               \
            atomicCAS(&first_failed_line, 0, __LINE__); \
    } while (false)

// 0 if no check has failed since the last call.
static int take_failed_line()
{
    const int none = 0;
    int line = -1;
    cudaMemcpyFromSymbol(&line, first_failed_line, sizeof line);
    cudaMemcpyToSymbol(first_failed_line, &none, sizeof none);
    return line;
}
#endif

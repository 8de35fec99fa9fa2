// The emulator has no profiler to start or stop.
#pragma once

#include "cuda_runtime_api.h"

static inline cudaError_t cudaProfilerStart(void)
{
    return cudaSuccess;
}
static inline cudaError_t cudaProfilerStop(void)
{
    return cudaSuccess;
}

// Functions that CUDA has given up or replaced, but that courses and books still use.
#pragma once

#include "driver_types.h"

cudaError_t cudaDeviceSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value);
cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config);
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config);

inline cudaError_t cudaThreadSynchronize()
{
    return cudaDeviceSynchronize();
}
inline cudaError_t cudaThreadExit()
{
    return cudaDeviceReset();
}
inline cudaError_t cudaThreadSetLimit(cudaLimit limit, std::size_t value)
{
    return cudaDeviceSetLimit(limit, value);
}
inline cudaError_t cudaThreadGetLimit(std::size_t* value, cudaLimit limit)
{
    return cudaDeviceGetLimit(value, limit);
}
inline cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config)
{
    return cudaDeviceSetCacheConfig(config);
}
inline cudaError_t cudaThreadGetCacheConfig(cudaFuncCache* config)
{
    return cudaDeviceGetCacheConfig(config);
}

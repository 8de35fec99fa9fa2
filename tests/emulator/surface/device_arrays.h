// Arrays on the host and on the device.
#pragma once

#include "cuda_runtime.h"

#include <vector>

template <class T>
T* on_device(const std::vector<T>& v)
{
    T* d = nullptr;
    cudaMalloc(&d, v.size() * sizeof(T));
    cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return d;
}

template <class T>
std::vector<T> on_host(const T* d, std::size_t n)
{
    std::vector<T> v(n);
    cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost);
    return v;
}

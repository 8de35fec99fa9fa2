// What programs with several devices share.
#pragma once

#include "expect.h"

#include <cuda_runtime.h>

#include <vector>

constexpr int kCount = 1000, kBlock = 256, kGrid = (kCount + kBlock - 1) / kBlock;
constexpr std::size_t kBytes = kCount * sizeof(int);

__global__ void fill(int* data, int value)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < kCount)
        data[i] = value + i;
}

__global__ void add(const int* other, int* own)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < kCount)
        own[i] += other[i];  // here: add
}

int devices()
{
    int count = 0;
    cudaGetDeviceCount(&count);
    return count;
}

int* array_on(int device, int value)
{
    int* data = nullptr;
    cudaSetDevice(device);
    cudaMalloc(&data, kBytes);
    fill<<<kGrid, kBlock>>>(data, value);
    cudaDeviceSynchronize();
    return data;
}

std::vector<int> download(const int* data)
{
    std::vector<int> host(kCount);
    cudaMemcpy(host.data(), data, kBytes, cudaMemcpyDefault);
    return host;
}

void enable_all_peers()
{
    for (int device = 0; device < devices(); ++device) {
        cudaSetDevice(device);
        for (int peer = 0; peer < devices(); ++peer)
            if (peer != device)
                EXPECT(cudaDeviceEnablePeerAccess(peer, 0) == cudaSuccess);
    }
    cudaSetDevice(0);
}

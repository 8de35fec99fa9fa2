// All devices of a process as the ranks of a communicator.
#pragma once

#include "expect.h"

#include <cuda_runtime.h>

#include <nccl.h>
#include <vector>

#define NCCL(call) EXPECT((call) == ncclSuccess)

constexpr int kCount = 1000;

template <class T>
__global__ void set(T* data, int n, int value)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = T(value + i % 5);
}

int devices()
{
    int count = 0;
    cudaGetDeviceCount(&count);
    return count;
}

template <class T>
std::vector<T> download(const T* data, int n)
{
    std::vector<T> host(n);
    cudaMemcpy(host.data(), data, n * sizeof(T), cudaMemcpyDefault);
    return host;
}

// All devices: a communicator, a stream and two buffers each. data[i] = 1 + device + i % 5.
template <class T = float>
struct Ranks {
    int n = devices(), count;
    std::vector<ncclComm_t> comm;
    std::vector<cudaStream_t> stream;
    std::vector<T*> data, result;

    explicit Ranks(int count_ = kCount, int parts = 1) : count(count_), comm(n), stream(n), data(n), result(n)
    {
        NCCL(ncclCommInitAll(comm.data(), n, nullptr));
        for (int device = 0; device < n; ++device) {
            cudaSetDevice(device);
            cudaStreamCreate(&stream[device]);
            cudaMalloc(&data[device], parts * count * sizeof(T));
            cudaMalloc(&result[device], parts * count * sizeof(T));
            set<<<(parts * count + 255) / 256, 256, 0, stream[device]>>>(data[device], parts * count,
                                                                         1 + device);
        }
    }
    ~Ranks()
    {
        for (int device = 0; device < n; ++device) {
            cudaSetDevice(device);
            cudaFree(data[device]);
            cudaFree(result[device]);
            cudaStreamDestroy(stream[device]);
            if (comm[device])
                NCCL(ncclCommDestroy(comm[device]));
        }
    }
    template <class Call>
    void in_group(Call call)
    {
        NCCL(ncclGroupStart());
        for (int rank = 0; rank < n; ++rank)
            NCCL(call(rank));
        NCCL(ncclGroupEnd());
        wait();
    }
    void wait()
    {
        for (int device = 0; device < n; ++device) {
            cudaSetDevice(device);
            cudaStreamSynchronize(stream[device]);
        }
    }
};

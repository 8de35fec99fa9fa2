// What the cases of stream_order and host_order share.
#pragma once

#include "cases.h"

namespace streams {

constexpr int kCount = 1024, kBlock = 128, kGrid = kCount / kBlock;

static __global__ void twice(const int* in, int* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2 * in[i];
}

static __global__ void increment(int* data, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] += 1;
}

// Two streams, and pinned, device and managed memory of kCount numbers.
struct Setup {
    cudaStream_t a{}, b{};
    int *pinned = nullptr, *in = nullptr, *out = nullptr, *managed = nullptr;
    cudaEvent_t event{};

    explicit Setup(unsigned flags = cudaStreamDefault)
    {
        cudaStreamCreateWithFlags(&a, flags);
        cudaStreamCreateWithFlags(&b, flags);
        cudaEventCreate(&event);
        cudaMallocHost(&pinned, bytes());
        cudaMallocManaged(&managed, bytes());
        cudaMalloc(&in, bytes());
        cudaMalloc(&out, bytes());
        for (int i = 0; i < kCount; ++i)
            pinned[i] = managed[i] = i;
        cudaMemset(in, 0, bytes());
        cudaMemset(out, 0, bytes());
        cudaDeviceSynchronize();
    }
    ~Setup()
    {
        cudaStreamDestroy(a);
        cudaStreamDestroy(b);
        cudaEventDestroy(event);
        cudaFreeHost(pinned);
        for (int* each : {managed, in, out})
            cudaFree(each);
    }
    Setup(const Setup&) = delete;
    Setup& operator=(const Setup&) = delete;
    static std::size_t bytes() { return kCount * sizeof(int); }

    void upload(cudaStream_t stream) { cudaMemcpyAsync(in, pinned, bytes(), cudaMemcpyHostToDevice, stream); }
    void download(cudaStream_t stream)
    {
        cudaMemcpyAsync(pinned, out, bytes(), cudaMemcpyDeviceToHost, stream);
    }
};

}  // namespace streams

// cuda::latch, cuda::counting_semaphore and cuda::annotated_ptr.
#include "cases.h"
#include "check.h"
#include "device_arrays.h"

#include <cuda/annotated_ptr>
#include <cuda/latch>
#include <cuda/semaphore>

#include <new>
#include <vector>

namespace {

__global__ void latches()
{
    using Latch = cuda::latch<cuda::thread_scope_block>;
    __shared__ alignas(Latch) char storage[sizeof(Latch)];
    __shared__ int value;
    Latch& done = *reinterpret_cast<Latch*>(storage);
    if (threadIdx.x == 0)
        new (storage) Latch(33);
    __syncthreads();
    if (threadIdx.x >= 32) {
        if (threadIdx.x == 32)
            value = 5;
        done.count_down();
        if (threadIdx.x == 32)
            done.count_down();
    } else {
        done.wait();
        CHECK(value == 5 && done.try_wait());
    }
}

__global__ void semaphores(int* total)
{
    using Semaphore = cuda::binary_semaphore<cuda::thread_scope_block>;
    __shared__ alignas(Semaphore) char storage[sizeof(Semaphore)];
    Semaphore& lock = *reinterpret_cast<Semaphore*>(storage);
    if (threadIdx.x == 0)
        new (storage) Semaphore(1);
    __syncthreads();
    for (int turn = 0; turn < int(blockDim.x); ++turn)
        if (turn == int(threadIdx.x)) {
            lock.acquire();
            *total += turn;
            __threadfence_block();
            lock.release();
        }
}

__global__ void annotated_hints(const float* in, float* out)
{
    cuda::annotated_ptr<const float, cuda::access_property::streaming> from(in);
    out[threadIdx.x] = 2 * from[threadIdx.x];
}

SURFACE_CASE(latches_and_semaphores)
{
    int* total = nullptr;
    cudaMalloc(&total, sizeof(int));
    cudaMemset(total, 0, sizeof(int));
    latches<<<1, 64>>>();
    semaphores<<<1, 32>>>(total);
    const int got = on_host(total, 1)[0];
    cudaFree(total);
    CHECK_HOST(got == 31 * 32 / 2);
    return take_failed_line();
}

SURFACE_CASE(pointers_with_hints)
{
    float *in = nullptr, *out = nullptr;
    const float host[2] = {1, 2};
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    annotated_hints<<<1, 2>>>(in, out);
    const std::vector<float> got = on_host(out, 2);
    cudaFree(in);
    cudaFree(out);
    CHECK_HOST(got[0] == 2 && got[1] == 4);
    return take_failed_line();
}

}  // namespace

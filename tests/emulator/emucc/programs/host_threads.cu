// Host threads that share the device: OpenMP, std::thread, and functions that streams call.
#include "check.h"

#include <cuda_runtime.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

__global__ void scale(float* values, int n, float factor)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] *= factor;
}

// Each OpenMP thread has a part of the array and a stream of its own.
static int parts_in_openmp()
{
    constexpr int kParts = 4, kPart = 5000;
    std::vector<float> values(kParts * kPart, 1.0f);
    int wrong = 0;
#pragma omp parallel for num_threads(kParts) reduction(+ : wrong)
    for (int part = 0; part < kParts; ++part) {
        cudaStream_t stream;
        float* d_part;
        CUDA_CHECK(cudaStreamCreate(&stream));
        CUDA_CHECK(cudaMalloc(&d_part, kPart * sizeof(float)));
        float* const h_part = values.data() + part * kPart;
        CUDA_CHECK(cudaMemcpyAsync(d_part, h_part, kPart * sizeof(float), cudaMemcpyHostToDevice, stream));
        for (int i = 0; i < 3; ++i)
            scale<<<(kPart + 255) / 256, 256, 0, stream>>>(d_part, kPart, float(part + 1));
        wrong += cudaGetLastError() != cudaSuccess;
        CUDA_CHECK(cudaMemcpyAsync(h_part, d_part, kPart * sizeof(float), cudaMemcpyDeviceToHost, stream));
        CUDA_CHECK(cudaStreamSynchronize(stream));
        CUDA_CHECK(cudaFree(d_part));
        CUDA_CHECK(cudaStreamDestroy(stream));
    }
    for (int i = 0; i < kParts * kPart; ++i) {
        const float factor = float(i / kPart + 1);
        wrong += values[i] != factor * factor * factor;
    }
    return wrong;
}

__global__ void count(int* counter)
{
    atomicAdd(counter, 1);
}

// An error is of the thread that has made it.
static int errors_of_threads()
{
    int wrong = 0;
    std::atomic<bool> failed{false};
    std::thread other([&] {
        wrong += cudaMemcpy(nullptr, nullptr, 4, cudaMemcpyDeviceToHost) != cudaErrorInvalidValue;
        failed = true;
    });
    while (!failed)
        std::this_thread::yield();
    wrong += cudaGetLastError() != cudaSuccess;
    other.join();
    return wrong;
}

static std::mutex mutex;
static std::condition_variable changed;
static int stage = 0;

static void reach(int next)
{
    const std::lock_guard<std::mutex> lock(mutex);
    stage = next;
    changed.notify_all();
}

static void wait_for(int wanted)
{
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return stage >= wanted; });
}

// A function of a stream waits for another thread, which calls CUDA.
static int functions_of_streams()
{
    int *d_counter = nullptr, counter = 0, calls = 0;
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    CUDA_CHECK(cudaMalloc(&d_counter, sizeof(int)));
    CUDA_CHECK(cudaMemset(d_counter, 0, sizeof(int)));
    CUDA_CHECK(cudaDeviceSynchronize());
    std::thread other([=] {
        wait_for(1);
        count<<<1, 32>>>(d_counter);
        CUDA_CHECK(cudaDeviceSynchronize());
        reach(2);
    });
    CUDA_CHECK(cudaLaunchHostFunc(
        stream,
        [](void*) {
            reach(1);
            wait_for(2);
        },
        nullptr));
    CUDA_CHECK(cudaStreamAddCallback(
        stream,
        [](cudaStream_t, cudaError_t status, void* p) { *static_cast<int*>(p) += status == cudaSuccess; },
        &calls, 0));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    other.join();

    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([=] {
            for (int k = 0; k < 10; ++k) {
                count<<<2, 32>>>(d_counter);
                CUDA_CHECK(cudaDeviceSynchronize());
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    CUDA_CHECK(cudaMemcpy(&counter, d_counter, sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_counter));
    CUDA_CHECK(cudaStreamDestroy(stream));
    return (counter != 32 + 4 * 10 * 64) + (calls != 1);
}

int main()
{
    expect(parts_in_openmp() == 0, "parts of an array in OpenMP threads");
    expect(errors_of_threads() == 0, "errors of threads");
    expect(functions_of_streams() == 0, "functions of streams and threads");
    printf("Test PASSED\n");
}

// cuda::pipeline, and the older forms of asynchronous copies.
#include "cases.h"
#include "check.h"
#include "device_arrays.h"

#include <cuda/pipeline>
#include <cuda_pipeline.h>

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <vector>

namespace cg = cooperative_groups;

namespace {

template <class T>
T* to_device(const std::vector<T>& v)
{
    T* d = nullptr;
    cudaMalloc(&d, v.size() * sizeof(T));
    cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return d;
}

// One stage: the programming guide's first example.
__global__ void one_stage(const int* in, int* out, int n)
{
    extern __shared__ int tile[];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
    const auto block = cg::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, &state);
    for (int first = 0; first < n; first += int(block.size())) {
        pipeline.producer_acquire();
        cuda::memcpy_async(block, tile, in + first, sizeof(int) * block.size(), pipeline);
        pipeline.producer_commit();
        pipeline.consumer_wait();
        out[first + int(block.thread_rank())] = tile[block.size() - 1 - block.thread_rank()];
        pipeline.consumer_release();
    }
}

// The copies of the next stages go on while this one is used.
template <int kStages>
__global__ void many_stages(const int* in, int* out, int n)
{
    extern __shared__ int tile[];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
    const auto block = cg::this_thread_block();
    const int size = int(block.size());
    auto pipeline = cuda::make_pipeline(block, &state);
    const int batches = n / size;
    for (int use = 0, fetch = 0; use < batches; ++use) {
        for (; fetch < batches && fetch < use + kStages; ++fetch) {
            pipeline.producer_acquire();
            cuda::memcpy_async(block, tile + fetch % kStages * size, in + fetch * size,
                               cuda::aligned_size_t<16>(sizeof(int) * std::size_t(size)), pipeline);
            pipeline.producer_commit();
        }
        pipeline.consumer_wait();
        out[use * size + int(block.thread_rank())] =
            tile[use % kStages * size + size - 1 - int(block.thread_rank())];
        pipeline.consumer_release();
    }
}

// Half of the warps are producers.
template <bool kByRole>
__global__ void two_roles(const int* in, int* out, int n)
{
    constexpr int kStages = 2, kTile = 64;
    __shared__ int tile[kStages][kTile];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
    const auto block = cg::this_thread_block();
    const int t = int(block.thread_rank());
    const bool produces = t < kTile;
    const auto role = produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipeline = [&] {
        if constexpr (kByRole)
            return cuda::make_pipeline(block, &state, role);
        else
            return cuda::make_pipeline(block, &state, std::size_t(kTile));
    }();
    for (int i = 0; i < n / kTile; ++i) {
        if (produces) {
            pipeline.producer_acquire();
            cuda::memcpy_async(&tile[i % kStages][t], in + i * kTile + t, sizeof(int), pipeline);
            pipeline.producer_commit();
        } else {
            pipeline.consumer_wait();
            out[i * kTile + t - kTile] = tile[i % kStages][2 * kTile - 1 - t];
            pipeline.consumer_release();
        }
    }
}

// A pipeline of one thread: the block's barriers do the rest.
__global__ void of_one_thread(const int* in, int* out, int n)
{
    constexpr int kStages = 2;
    extern __shared__ int tile[];
    const int size = int(blockDim.x), t = int(threadIdx.x), batches = n / size;
    cuda::pipeline<cuda::thread_scope_thread> pipeline = cuda::make_pipeline();
    const auto fetch = [&](int i) {
        pipeline.producer_acquire();
        if (i < batches)
            cuda::memcpy_async(&tile[i % kStages * size + t], &in[i * size + t], sizeof(int), pipeline);
        pipeline.producer_commit();
    };
    for (int i = 0; i < kStages - 1; ++i)
        fetch(i);
    for (int i = 0; i < batches; ++i) {
        fetch(i + kStages - 1);
        cuda::pipeline_consumer_wait_prior<kStages - 1>(pipeline);
        __syncthreads();
        out[i * size + t] = tile[i % kStages * size + size - 1 - t];
        __syncthreads();
        pipeline.consumer_release();
    }
}
__global__ void of_one_thread_in_turn(const int* in, int* out, int n)
{
    extern __shared__ int tile[];
    const int size = int(blockDim.x), t = int(threadIdx.x);
    auto pipeline = cuda::make_pipeline();
    for (int i = 0; i < n / size; ++i) {
        pipeline.producer_acquire();
        cuda::memcpy_async(tile + t, in + i * size + t, cuda::aligned_size_t<4>(4), pipeline);
        pipeline.producer_commit();
        pipeline.consumer_wait();
        __syncthreads();
        out[i * size + t] = tile[size - 1 - t];
        pipeline.consumer_release();
        __syncthreads();
    }
}

// The primitives, and the forms of cooperative groups.
__global__ void primitives(const int* in, int* out, int n)
{
    extern __shared__ int tile[];
    const int size = int(blockDim.x), t = int(threadIdx.x), batches = n / size;
    __pipeline_memcpy_async(tile + t, in + t, sizeof(int));
    __pipeline_commit();
    for (int i = 0; i < batches; ++i) {
        if (i + 1 < batches)
            __pipeline_memcpy_async(tile + (i + 1) % 2 * size + t, in + (i + 1) * size + t, sizeof(int));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        out[i * size + t] = tile[i % 2 * size + size - 1 - t];
        __syncthreads();
    }
}
__global__ void group_forms(const int* in, int* out, int n)
{
    extern __shared__ int tile[];
    const auto block = cg::this_thread_block();
    const int size = int(block.size()), t = int(block.thread_rank()), batches = n / size;
    cg::memcpy_async(block, tile, in, sizeof(int) * std::size_t(size));
    for (int i = 0; i < batches; ++i) {
        if (i + 1 < batches) {
            cg::memcpy_async(block, tile + (i + 1) % 2 * size, std::size_t(size), in + (i + 1) * size,
                             std::size_t(size));
            cg::wait_prior<1>(block);
        } else {
            cg::wait(block);
        }
        out[i * size + t] = tile[i % 2 * size + size - 1 - t];
        block.sync();
    }
}

constexpr int kN = 512, kPipelineThreads = 64;

// Each tile comes out turned round.
template <class Launch>
int check_turned_round(Launch launch)
{
    std::vector<int> in(kN);
    for (int i = 0; i < kN; ++i)
        in[std::size_t(i)] = 7 * i + 1;
    int *d_in = to_device(in), *out = to_device(std::vector<int>(kN));
    launch(d_in, out);
    const std::vector<int> got = on_host(out, kN);
    cudaFree(d_in);
    cudaFree(out);
    for (int i = 0; i < kN; ++i)
        if (got[std::size_t(i)] != in[std::size_t(i / kPipelineThreads * kPipelineThreads + kPipelineThreads -
                                                  1 - i % kPipelineThreads)])
            return __LINE__;
    return 0;
}

SURFACE_CASE(pipelines_of_a_block)
{
    constexpr std::size_t kTile = kPipelineThreads * sizeof(int);
    int line = check_turned_round(
        [=](int* in, int* out) { one_stage<<<1, kPipelineThreads, kTile>>>(in, out, kN); });
    CHECK_HOST(line == 0);
    line = check_turned_round(
        [=](int* in, int* out) { many_stages<2><<<1, kPipelineThreads, 2 * kTile>>>(in, out, kN); });
    CHECK_HOST(line == 0);
    line = check_turned_round(
        [=](int* in, int* out) { many_stages<4><<<1, kPipelineThreads, 4 * kTile>>>(in, out, kN); });
    CHECK_HOST(line == 0);
    return 0;
}

SURFACE_CASE(pipelines_with_roles)
{
    int line = check_turned_round(
        [](int* in, int* out) { two_roles<false><<<1, 2 * kPipelineThreads>>>(in, out, kN); });
    CHECK_HOST(line == 0);
    line = check_turned_round(
        [](int* in, int* out) { two_roles<true><<<1, 2 * kPipelineThreads>>>(in, out, kN); });
    CHECK_HOST(line == 0);
    return 0;
}

SURFACE_CASE(pipelines_of_a_thread)
{
    constexpr std::size_t kTile = kPipelineThreads * sizeof(int);
    int line = check_turned_round(
        [=](int* in, int* out) { of_one_thread<<<1, kPipelineThreads, 2 * kTile>>>(in, out, kN); });
    CHECK_HOST(line == 0);
    line = check_turned_round(
        [=](int* in, int* out) { of_one_thread_in_turn<<<1, kPipelineThreads, kTile>>>(in, out, kN); });
    CHECK_HOST(line == 0);
    line = check_turned_round(
        [=](int* in, int* out) { primitives<<<1, kPipelineThreads, 2 * kTile>>>(in, out, kN); });
    CHECK_HOST(line == 0);
    line = check_turned_round(
        [=](int* in, int* out) { group_forms<<<1, kPipelineThreads, 2 * kTile>>>(in, out, kN); });
    CHECK_HOST(line == 0);
    return 0;
}

}  // namespace

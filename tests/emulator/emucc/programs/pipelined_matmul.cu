// c = a b, with the copies of the next tiles going on while one is used; and one warp that loads for the others.
#include "check.h"

#include <cuda/barrier>
#include <cuda/pipeline>

#include <cooperative_groups.h>
#include <vector>
#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int kTile = 16;

template <int kStages>
__global__ void matmul(const float* a, const float* b, float* c, int n)
{
    __shared__ float tile_a[kStages][kTile][kTile], tile_b[kStages][kTile][kTile];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
    auto pipeline = cuda::make_pipeline(cg::this_thread_block(), &state);
    const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + x;
    const int tiles = n / kTile;
    const auto load = [&](int tile) {
        pipeline.producer_acquire();
        cuda::memcpy_async(&tile_a[tile % kStages][y][x], &a[row * n + tile * kTile + x], sizeof(float),
                           pipeline);
        cuda::memcpy_async(&tile_b[tile % kStages][y][x], &b[(tile * kTile + y) * n + column],
                           cuda::aligned_size_t<4>(sizeof(float)), pipeline);
        pipeline.producer_commit();
    };
    for (int tile = 0; tile < kStages - 1 && tile < tiles; ++tile)
        load(tile);
    float sum = 0;
    for (int tile = 0; tile < tiles; ++tile) {
        if (tile + kStages - 1 < tiles)
            load(tile + kStages - 1);
        pipeline.consumer_wait();
        for (int k = 0; k < kTile; ++k)
            sum += tile_a[tile % kStages][y][k] * tile_b[tile % kStages][k][x];
        pipeline.consumer_release();
    }
    c[row * n + column] = sum;
}

// The first warp fills one of two buffers while the other warps use the other one.
__global__ void triple(const float* in, float* out, int n, int length)
{
    extern __shared__ float buffers[];
    __shared__ Barrier free[2], filled[2];
    if (threadIdx.x < 2) {
        init(&free[threadIdx.x], blockDim.x);
        init(&filled[threadIdx.x], blockDim.x);
    }
    __syncthreads();
    const bool loads = threadIdx.x < warpSize;
    if (!loads)
        for (Barrier& each : free)
            (void)each.arrive();
    for (int i = 0; i < n / length; ++i) {
        float* buffer = buffers + i % 2 * length;
        if (loads) {
            free[i % 2].arrive_and_wait();
            for (int j = threadIdx.x; j < length; j += warpSize)
                buffer[j] = in[i * length + j];
            Barrier::arrival_token token = filled[i % 2].arrive();
            (void)token;
        } else {
            filled[i % 2].arrive_and_wait();
            for (int j = threadIdx.x - warpSize; j < length; j += blockDim.x - warpSize)
                out[i * length + j] = 3 * buffer[j];
            (void)free[i % 2].arrive();
        }
    }
}

int main()
{
    const int n = 64;
    std::vector<float> a(n * n), b(n * n), c(n * n), want(n * n);
    for (int i = 0; i < n * n; ++i) {
        a[i] = float(i % 7);
        b[i] = float(i % 5);
    }
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            for (int k = 0; k < n; ++k)
                want[i * n + j] += a[i * n + k] * b[k * n + j];
    const std::size_t bytes = n * n * sizeof(float);
    float *d_a, *d_b, *d_c;
    CUDA_CHECK(cudaMalloc(&d_a, bytes));
    CUDA_CHECK(cudaMalloc(&d_b, bytes));
    CUDA_CHECK(cudaMalloc(&d_c, bytes));
    CUDA_CHECK(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice));
    const dim3 grid(n / kTile, n / kTile), block(kTile, kTile);
    for (int stages = 2; stages <= 4; stages += 2) {
        CUDA_CHECK(cudaMemset(d_c, 0, bytes));
        if (stages == 2)
            matmul<2><<<grid, block>>>(d_a, d_b, d_c, n);
        else
            matmul<4><<<grid, block>>>(d_a, d_b, d_c, n);
        CUDA_CHECK(cudaMemcpy(c.data(), d_c, bytes, cudaMemcpyDeviceToHost));
        expect(c == want, "the product");
    }
    triple<<<1, 128, 2 * 128 * sizeof(float)>>>(d_a, d_c, n * n, 128);
    CUDA_CHECK(cudaMemcpy(c.data(), d_c, bytes, cudaMemcpyDeviceToHost));
    bool right = true;
    for (int i = 0; i < n * n; ++i)
        right = right && c[i] == 3 * a[i];
    expect(right, "the array times 3");
    CUDA_CHECK(cudaFree(d_a));
    CUDA_CHECK(cudaFree(d_b));
    CUDA_CHECK(cudaFree(d_c));
    printf("Test PASSED\n");
}

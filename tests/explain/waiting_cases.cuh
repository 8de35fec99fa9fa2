// Kernels that wait, and for each one that only looks like it. Part of cases.cu.
#pragma once

#include <cuda_pipeline.h>

constexpr int kTiles = 16;

__device__ float4 sum_of(float4 a, float4 b)
{
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

__global__ void tiles(const float4* in, float4* out)
{
    __shared__ float4 tile[kBlock];
    float4 sum = {0, 0, 0, 0};
    for (int t = 0; t < kTiles; ++t) {
        tile[threadIdx.x] = in[(t * kBlock + thread()) % kThreads];  // expect tiles: waits_for_tile
        __syncthreads();
        for (int k = 0; k < 8; ++k) {
            const float4 v = tile[(threadIdx.x + 32 * k) % kBlock];
            sum = sum_of(sum, v);
        }
        __syncthreads();
    }
    out[thread()] = sum;
}

// The same, with the next tile in flight while the block computes.
__global__ void tiles_ahead(const float4* in, float4* out)
{
    __shared__ float4 tile[kBlock];
    float4 sum = {0, 0, 0, 0};
    float4 next = in[thread()];
    for (int t = 1; t <= kTiles; ++t) {
        tile[threadIdx.x] = next;
        __syncthreads();
        next = in[(t * kBlock + thread()) % kThreads];
        for (int k = 0; k < 8; ++k) {
            const float4 v = tile[(threadIdx.x + 32 * k) % kBlock];
            sum = sum_of(sum, v);
        }
        __syncthreads();
    }
    out[thread()] = sum;
}

__device__ volatile int published[kBlocks];

// Thread 0 waits for the block before this one.
__device__ void wait_in_turn()
{
    if (threadIdx.x > 0)
        return;
    while (blockIdx.x > 0 && published[blockIdx.x - 1] == 0) {  // expect chain: waits_for_blocks
    }
    __threadfence();
    published[blockIdx.x] = 1;
}

__global__ void chain(const float4* in, float4* out)
{
    const float4 v = in[thread()];
    wait_in_turn();
    __syncthreads();
    out[thread()] = v;
}

// The same, with a copy in flight meanwhile.
__global__ void chain_that_copies(const float4* in, float4* out)
{
    __shared__ float4 tile[kBlock];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[thread()], sizeof *in);
    __pipeline_commit();
    wait_in_turn();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[thread()] = tile[threadIdx.x];
}

__device__ int finished;

// The last block reads what the others have stored, and waits for none of them.
__global__ void last_block(const float4* in, float4* out)
{
    __shared__ bool is_last;
    __shared__ int sum;
    out[thread()] = in[thread()];
    if (threadIdx.x == 0) {
        published[blockIdx.x] = 1;
        __threadfence();
        is_last = atomicAdd(&finished, 1) == kBlocks - 1;
        sum = 0;
    }
    __syncthreads();
    if (is_last && threadIdx.x < kBlocks)
        atomicAdd(&sum, published[threadIdx.x]);
}

// n float4s from the thread's own on, 32 apart.
__device__ float4 sum_of_row(const float4* in, int n)
{
    float4 sum = {0, 0, 0, 0};
    for (int i = 0; i < n; ++i) {
        const float4 v = in[(thread() + 32 * i) % kThreads];  // expect unequal: unequal_warps
        sum = sum_of(sum, v);
    }
    return sum;
}

__global__ void unequal(const float4* in, float4* out)
{
    out[thread()] = sum_of_row(in, thread() < 32 ? 512 : 1);
}

__global__ void alike(const float4* in, float4* out)
{
    out[thread()] = sum_of_row(in, 32 + thread() / 32 % 2 * 32);
}

// Some of the words that a block looks at have been stored by then; it waits for none.
__global__ void looks(const float4* in, float4* out)
{
    float4 v = in[thread()];
    v.x = float(published[(7 * blockIdx.x + threadIdx.x) % kBlocks]);
    if (threadIdx.x == 0)
        published[blockIdx.x] = 1;
    out[thread()] = v;
}

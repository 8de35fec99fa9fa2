// The kernels of patterns.cu for tensor cores: ldmatrix, and wmma's loads and stores of shared memory. Each warp has 16 rows
// of a tile of its own.
#pragma once

#include "pattern_kernels.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <mma.h>

namespace patterns {

constexpr int kTileRows = 16 * kThreads / 32;

// Fills the tile with the same words on every machine. No address is aligned for more than one word at a time.
template <int bytes>
__device__ void fill(void* tile, const int* in)
{
    for (int i = threadIdx.x; i < bytes / 4; i += kThreads)
        static_cast<int*>(tile)[i] = in[i];
    __syncthreads();
}

template <int count, bool transposed>
__device__ unsigned load_matrices(unsigned address)
{
    unsigned a = 0, b = 0, c = 0, d = 0;
    if constexpr (count == 1 && !transposed)
        asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(address));
    else if constexpr (count == 1)
        asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(address));
    else if constexpr (count == 2 && !transposed)
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                     : "=r"(a), "=r"(b)
                     : "r"(address));
    else if constexpr (count == 2)
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                     : "=r"(a), "=r"(b)
                     : "r"(address));
    else if constexpr (!transposed)
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                     : "r"(address));
    else
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                     : "r"(address));
    return a ^ b ^ c ^ d;
}

// pitch: in halves. step: rows between the rows that lanes ask for; 0: all ask for one row.
template <int count, bool transposed, int pitch, bool swizzled, int step>
__global__ void matrix_load(int* out, const int* in)
{
    __shared__ alignas(128) __half tile[kTileRows * pitch];
    fill<sizeof tile>(tile, in);
    const int lane = threadIdx.x % 32, row = threadIdx.x / 32 * 16 + lane % 16 * step;
    int chunk = count == 4 ? lane / 16 : 0;
    if (swizzled)
        chunk ^= row % 8;
    const auto address = static_cast<unsigned>(__cvta_generic_to_shared(&tile[row * pitch + chunk * 8]));
    out[blockIdx.x * kThreads + threadIdx.x] = int(load_matrices<count, transposed>(address));
}

template <class T>
__device__ float number(T x)
{
    return float(x);
}

template <class Use, class T, class Stored, int k, class Layout, int pitch>
__global__ void fragment_load(float* out, const int* in)
{
    using namespace nvcuda;
    __shared__ alignas(128) Stored tile[kTileRows * pitch];
    fill<sizeof tile>(tile, in);
    wmma::fragment<Use, 16, 16, k, T, Layout> fragment;
    wmma::load_matrix_sync(fragment, tile + threadIdx.x / 32 * 16 * pitch, pitch);
    float sum = 0;
    for (int i = 0; i < fragment.num_elements; ++i)
        sum += number(fragment.x[i]);
    out[blockIdx.x * kThreads + threadIdx.x] = sum;
}

template <class T, bool by_columns, int pitch>
__global__ void accumulator_copy(T* out, const int* in)
{
    using namespace nvcuda;
    constexpr wmma::layout_t layout = by_columns ? wmma::mem_col_major : wmma::mem_row_major;
    __shared__ alignas(128) T tile[kTileRows * pitch];
    fill<sizeof tile>(tile, in);
    wmma::fragment<wmma::accumulator, 16, 16, 16, T> fragment;
    T* mine = tile + threadIdx.x / 32 * 16 * pitch;
    wmma::load_matrix_sync(fragment, mine, pitch, layout);
    for (int i = 0; i < fragment.num_elements; ++i)
        fragment.x[i] = T(number(fragment.x[i]) + 1);
    wmma::store_matrix_sync(mine, fragment, pitch, layout);
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x];
}

}  // namespace patterns

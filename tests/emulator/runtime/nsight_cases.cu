// The kernels of nsight_h200.csv, at the sizes that were measured.
#include "cases.h"

using namespace cases;

namespace {

constexpr int kMatrixSide = 256;              // of the matrices
constexpr int kNumbers = 4096, kBlock = 256;  // of the reductions

__global__ void transpose_naive(float* out, const float* in)
{
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        out[x * kMatrixSide + y + j] = in[(y + j) * kMatrixSide + x];
}

template <int padding>
__global__ void transpose_tiled(float* out, const float* in)
{
    __shared__ float tile[32][32 + padding];
    const int from_x = blockIdx.x * 32 + threadIdx.x, from_y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        tile[threadIdx.y + j][threadIdx.x] = in[(from_y + j) * kMatrixSide + from_x];
    __syncthreads();
    const int to_x = blockIdx.y * 32 + threadIdx.x, to_y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        out[(to_y + j) * kMatrixSide + to_x] = tile[threadIdx.x][threadIdx.y + j];
}

// After Mark Harris, Optimizing Parallel Reduction in CUDA.
__global__ void reduce1(const int* in, int* out)
{
    extern __shared__ int partial[];
    const unsigned t = threadIdx.x;
    partial[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (t % (2 * s) == 0)
            partial[t] += partial[t + s];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = partial[0];
}

__global__ void reduce2(const int* in, int* out)
{
    extern __shared__ int partial[];
    const unsigned t = threadIdx.x;
    partial[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        const unsigned i = 2 * s * t;
        if (i < blockDim.x)
            partial[i] += partial[i + s];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = partial[0];
}

template <bool barriers>
__global__ void reduce3(const int* in, int* out)
{
    extern __shared__ int partial[];
    const unsigned t = threadIdx.x;
    partial[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s)
            partial[t] += partial[t + s];
        if (barriers)
            __syncthreads();
    }
    __syncthreads();
    if (t == 0)
        out[blockIdx.x] = partial[0];
}

__global__ void copy4(float4* out, const float4* in)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

__global__ void stride(float* out, const float* in, int step)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * step];
}

constexpr dim3 kTiles(kMatrixSide / 32, kMatrixSide / 32), kTile(32, 8);

float* matrix()
{
    return zeroes<float>(kMatrixSide * kMatrixSide);
}

}  // namespace

CASE(nsight_transpose_naive)
{
    transpose_naive<<<kTiles, kTile>>>(matrix(), matrix());
}
CASE(nsight_transpose_tiled_0)
{
    transpose_tiled<0><<<kTiles, kTile>>>(matrix(), matrix());
}
CASE(nsight_transpose_tiled_1)
{
    transpose_tiled<1><<<kTiles, kTile>>>(matrix(), matrix());
}
CASE(nsight_reduce1)
{
    reduce1<<<kNumbers / kBlock, kBlock, kBlock * 4>>>(zeroes<int>(kNumbers), zeroes<int>(16));
}
CASE(nsight_reduce2)
{
    reduce2<<<kNumbers / kBlock, kBlock, kBlock * 4>>>(zeroes<int>(kNumbers), zeroes<int>(16));
}
CASE(nsight_reduce3)
{
    reduce3<true><<<kNumbers / kBlock, kBlock, kBlock * 4>>>(zeroes<int>(kNumbers), zeroes<int>(16));
}
CASE(nsight_reduce3_missing_sync)
{
    reduce3<false><<<kNumbers / kBlock, kBlock, kBlock * 4>>>(zeroes<int>(kNumbers), zeroes<int>(16));
}
CASE(nsight_copy4)
{
    copy4<<<kMatrixSide * kMatrixSide / 4 / 256, 256>>>(zeroes<float4>(kMatrixSide * kMatrixSide / 4),
                                                        zeroes<float4>(kMatrixSide * kMatrixSide / 4));
}
CASE(nsight_stride_2)
{
    stride<<<8, 256>>>(matrix(), matrix(), 2);
}
CASE(nsight_stride_32)
{
    stride<<<8, 256>>>(matrix(), matrix(), 32);
}

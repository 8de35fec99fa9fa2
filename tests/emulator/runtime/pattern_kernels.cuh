// The kernels of patterns.cu. No thread accesses neighbouring addresses by two statements, which nvcc would merge, and shared memory is
// read after a barrier only, which keeps nvcc from passing on what was stored.
#pragma once

#include <cstring>

namespace patterns {

constexpr int kBlocks = 4, kThreads = 128;
constexpr int kBufferBytes = 1 << 20;
constexpr int kSharedBytes = 32 * 1024;

// Which element a thread accesses.
template <int step>
struct Stride {
    static __device__ int of(int i) { return i * step; }
};
template <int by>
struct Offset {
    static __device__ int of(int i) { return i + by; }
};
template <int lanes>  // of them share an element
struct Together {
    static __device__ int of(int i) { return i / lanes; }
};
template <int lanes>  // the elements 0 to lanes - 1, again and again
struct Repeat {
    static __device__ int of(int i) { return i % lanes; }
};
template <int mask>
struct Xor {
    static __device__ int of(int i) { return i ^ mask; }
};
template <int factor>  // odd: a permutation of the warp
struct Permute {
    static __device__ int of(int i) { return (i & ~31) | (i * factor & 31); }
};
struct Reversed {
    static __device__ int of(int i) { return kBlocks * kThreads - 1 - i; }
};
struct Scattered {  // multiplicative hashing: Knuth, The Art of Computer Programming, 6.4
    static __device__ int of(int i) { return unsigned(i) * 2654435769u >> 20; }
};
template <int width>  // of a matrix; warps run down its columns
struct Column {
    static __device__ int of(int i) { return i % 32 * width + i / 32; }
};
template <int bits>  // lanes that differ in these only share an element
struct Without {
    static __device__ int of(int i) { return i & ~bits; }
};
template <int words>  // apart: two elements, which lanes read in turn
struct Alternate {
    static __device__ int of(int i) { return i % 2 * words; }
};

template <class T, class Index>
__global__ void global_copy(T* out, const T* in)
{
    const int k = Index::of(blockIdx.x * kThreads + threadIdx.x);
    out[k] = in[k];
}

template <class T, class Index>
__global__ void shared_copy(T* out, const T* in)
{
    __shared__ T s[kSharedBytes / sizeof(T)];
    const int t = threadIdx.x, k = Index::of(t);
    s[k] = in[k];
    __syncthreads();
    out[t] = s[k];
}

// Stored along the rows of a matrix, loaded down its columns.
template <class T, int padding>
__global__ void shared_transpose(T* out, const T* in)
{
    __shared__ T tile[32][32 + padding];
    const int i = threadIdx.y * 32 + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = in[i];
    __syncthreads();
    out[i] = tile[threadIdx.x][threadIdx.y];
}

template <int first, int step>
__global__ void some_lanes(float* out, const float* in)
{
    const int i = blockIdx.x * kThreads + threadIdx.x;
    if (i % 32 >= first && i % step == 0)
        out[i] = in[i];
}

template <class T, int stride, int first, int step>
__global__ void shared_some_lanes(T* out, const T* in)
{
    __shared__ T s[stride * kThreads];
    const int t = threadIdx.x;
    s[stride * t] = in[t];
    __syncthreads();
    if (t % 32 >= first && t % step == 0)
        out[t] = s[stride * t];
}

__global__ void grid_stride_loop(float* out, const float* in, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = in[i];
}

__global__ void blocks_of_8_by_8(float* out, const float* in, int width)
{
    const int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    out[y * width + x] = in[y * width + x];
}

struct Of12 {
    float x, y, z;
};
struct Of16 {
    float x, y, z, w;
};

template <class Struct>
__global__ void array_of_structs(Struct* out, const Struct* in)
{
    const int i = blockIdx.x * kThreads + threadIdx.x;
    out[i].x = in[i].x;
    out[i].y = in[i].y;
    out[i].z = in[i].z;
}

// Copied as a whole.
template <class T, int n>
struct Members {
    T v[n];
};
template <int n>
struct alignas(16) Aligned {
    float v[n];
};

__global__ void copy_by_call(float* out, const float* in)
{
    const int i = blockIdx.x * kThreads + threadIdx.x;
    memcpy(out + i, in + i, sizeof(float));
}

__global__ void fill_by_call(double* out)
{
    memset(out + blockIdx.x * kThreads + threadIdx.x, 0, sizeof(double));
}

__global__ void fill_shared_by_call(unsigned* out)
{
    __shared__ unsigned s[kThreads];
    memset(s, 0, sizeof s);
    __syncthreads();
    out[blockIdx.x * kThreads + threadIdx.x] = s[threadIdx.x];
}

__global__ void struct_of_arrays(float* out, const float* in, int n)
{
    const int i = blockIdx.x * kThreads + threadIdx.x;
    out[i] = in[i];
    out[i + n] = in[i + n];
    out[i + 2 * n] = in[i + 2 * n];
}

template <class Struct>
__global__ void shared_array_of_structs(float* out, const float* in)
{
    __shared__ Struct s[kThreads];
    const int t = threadIdx.x;
    s[t].y = in[t];
    __syncthreads();
    out[t] = s[t ^ 1].y;
}

__device__ alignas(256) float module_array[kBlocks * kThreads];  // as a GPU places it

__global__ void device_array(float* out)
{
    const int i = blockIdx.x * kThreads + threadIdx.x;
    module_array[i] = float(i);
    __syncthreads();
    out[i] = module_array[i ^ 31];
}

// step and lanes are known at run time only, or nvcc would add up the values of a warp first.
__global__ void global_atomic(int* out, int step, int lanes)
{
    atomicAdd(&out[threadIdx.x / lanes * step], int(threadIdx.x));
}

__global__ void global_atomic_returns(int* out, int step, int lanes)
{
    const int i = kThreads * 32 + blockIdx.x * kThreads + threadIdx.x;
    out[i] = atomicAdd(&out[threadIdx.x / lanes * step], int(threadIdx.x));
}

// The lanes up to `last` meet at one address.
__global__ void global_atomic_skewed(int* out, int last)
{
    atomicAdd(&out[max(int(threadIdx.x % 32), last)], int(threadIdx.x));
}

__global__ void shared_atomic_skewed(int* out, int last, int words)
{
    __shared__ int s[32 * 32];
    const int t = threadIdx.x;
    s[t % 32 * words] = 0;
    __syncthreads();
    atomicAdd(&s[max(t % 32, last) * words], t);
    __syncthreads();
    out[t] = s[t % 32 * words];
}

__global__ void shared_atomic(int* out, int step, int lanes)
{
    __shared__ int s[32 * kThreads];
    const int t = threadIdx.x;
    s[t / lanes * step] = 0;
    __syncthreads();
    atomicAdd(&s[t / lanes * step], t);
    __syncthreads();
    out[t] = s[t / lanes * step];
}

}  // namespace patterns

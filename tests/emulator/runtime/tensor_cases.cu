// Tensor instructions: what is counted, and the mistakes that are reported.
#include "cases.h"

#include <cuda_fp16.h>

#include <mma.h>

namespace {

using namespace nvcuda;

__device__ unsigned shared_address(const void* p)
{
    return unsigned(__cvta_generic_to_shared(p));
}

__device__ void multiply(float* out, const __half* a, int pitch)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb;
    wmma::fill_fragment(sum, 0.0f);
    wmma::fill_fragment(fb, 1);
    wmma::load_matrix_sync(fa, a, pitch);  // here: load
    wmma::mma_sync(sum, fa, fb, sum);      // here: multiply
    wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}

__global__ void whole_warps(float* out, const __half* a)
{
    multiply(out + 256 * (threadIdx.x / 32), a, 16);
}

__global__ void from_shared(float* out, const __half* a)
{
    __shared__ alignas(128) __half s[16 * 64];
    for (int i = threadIdx.x; i < 16 * 64; i += 32)
        s[i] = a[i % 256];
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
    wmma::load_matrix_sync(fa, s, 64);  // here: shared_load
    out[threadIdx.x] = __half2float(fa.x[0]);
}

__global__ void half_a_warp(float* out, const __half* a)
{
    if (threadIdx.x >= 16)
        return;
    multiply(out, a, 16);
}

__global__ void before_the_barrier(float* out, const __half* a)
{
    if (threadIdx.x < 8)
        multiply(out, a, 16);
    __syncthreads();
}

__global__ void wrong_pitch(float* out, const __half* a)
{
    multiply(out, a, 12);
}

__global__ void other_pointers(float* out, const __half* a)
{
    multiply(out, a + threadIdx.x * 16, 16);
}

__global__ void misaligned_row(unsigned* out)
{
    __shared__ alignas(16) __half s[8 * 20];
    for (int i = threadIdx.x; i < 160; i += 32)
        s[i] = 0;
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"  // here: row
                 : "=r"(out[threadIdx.x])
                 : "r"(shared_address(s + threadIdx.x % 8 * 20)));
}

__global__ void unwritten_rows(unsigned* out)
{
    __shared__ alignas(16) __half s[64];
    unsigned r;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"  // here: unwritten
                 : "=r"(r)
                 : "r"(shared_address(s + threadIdx.x % 8 * 8)));
    out[threadIdx.x] = r;
}

template <bool waits>
__global__ void async_copy(int* out, const int* in)
{
    __shared__ alignas(16) int s[128];
    const int t = threadIdx.x;
    const unsigned to = shared_address(s + 4 * t);
    const int* from = in + 4 * t;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from));  // here: copy
    asm volatile("cp.async.commit_group;");
    if (waits)
        asm volatile("cp.async.wait_group 0;");
    out[t] = s[4 * t];  // here: early
}

template <void kernel(float*, const __half*)>
void run_tensors(int threads)
{
    kernel<<<1, threads>>>(cases::zeroes<float>(1024), cases::zeroes<__half>(1024));
    cudaDeviceSynchronize();
}

}  // namespace

CASE(tensor_counts)
{
    run_tensors<whole_warps>(64);
}
CASE(tensor_shared_counts)
{
    run_tensors<from_shared>(32);
}
CASE(tensor_lanes_returned)
{
    run_tensors<half_a_warp>(32);
}
CASE(tensor_lanes_elsewhere)
{
    run_tensors<before_the_barrier>(32);
}
CASE(tensor_small_block)
{
    run_tensors<whole_warps>(20);
}
CASE(tensor_wrong_pitch)
{
    run_tensors<wrong_pitch>(32);
}
CASE(tensor_other_pointers)
{
    run_tensors<other_pointers>(32);
}
CASE(tensor_misaligned_row)
{
    misaligned_row<<<1, 32>>>(cases::zeroes<unsigned>(32));
    cudaDeviceSynchronize();
}
CASE(tensor_unwritten_rows)
{
    unsigned* out = cases::zeroes<unsigned>(32);
    unwritten_rows<<<1, 32>>>(out);
    cases::keep(out, 32);
}
CASE(tensor_early_read)
{
    int* out = cases::zeroes<int>(32);
    async_copy<false><<<1, 32>>>(out, cases::zeroes<int>(128));
    cases::keep(out, 32);
}
CASE(tensor_read_in_time)
{
    async_copy<true><<<1, 32>>>(cases::zeroes<int>(32), cases::zeroes<int>(128));
    cudaDeviceSynchronize();
}

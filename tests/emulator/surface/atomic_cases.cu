// All atomics, for all types that CUDA has them for, in all scopes.
#include "cases.h"
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace {

using ull = unsigned long long;

template <class T>
__global__ void integer_atomics(T* x)
{
    CHECK(atomicAdd(x, T(5)) == 10 && *x == 15);
    CHECK(atomicAdd_block(x, T(1)) == 15 && atomicAdd_system(x, T(1)) == 16);
    CHECK(atomicExch(x, T(7)) == 17 && atomicExch_block(x, T(7)) == 7 && atomicExch_system(x, T(7)) == 7);
    CHECK(atomicMin(x, T(3)) == 7 && atomicMin_block(x, T(9)) == 3 && atomicMin_system(x, T(9)) == 3);
    CHECK(atomicMax(x, T(12)) == 3 && atomicMax_block(x, T(9)) == 12 && atomicMax_system(x, T(9)) == 12);
    CHECK(atomicAnd(x, T(6)) == 12 && atomicAnd_block(x, T(7)) == 4 && atomicAnd_system(x, T(7)) == 4);
    CHECK(atomicOr(x, T(3)) == 4 && atomicOr_block(x, T(8)) == 7 && atomicOr_system(x, T(8)) == 15);
    CHECK(atomicXor(x, T(1)) == 15 && atomicXor_block(x, T(1)) == 14 && atomicXor_system(x, T(1)) == 15);
    CHECK(atomicCAS(x, T(14), T(20)) == 14 && atomicCAS_block(x, T(14), T(1)) == 20);
    CHECK(atomicCAS_system(x, T(20), T(10)) == 20 && *x == 10);
}

template <class T>
__global__ void small_integers(T* x)
{
    CHECK(atomicSub(x, T(4)) == 10 && atomicSub_block(x, T(1)) == 6 && atomicSub_system(x, T(1)) == 5);
}

__global__ void other_integers(unsigned* u, long long* l, unsigned short* s)
{
    CHECK(atomicInc(u, 10u) == 10 && *u == 0 && atomicInc_block(u, 10u) == 0 &&
          atomicInc_system(u, 10u) == 1);
    CHECK(atomicDec(u, 10u) == 2 && atomicDec_block(u, 10u) == 1 && atomicDec_system(u, 10u) == 0 &&
          *u == 10);
    CHECK(atomicMin(l, -5ll) == 10 && atomicMax(l, 6ll) == -5 && *l == 6);
    CHECK(atomicCAS(s, (unsigned short)10, (unsigned short)12) == 10 && *s == 12);
}

__global__ void floats(float* f, double* d)
{
    CHECK(atomicAdd(f, 1.5f) == 10 && atomicAdd_block(f, 1.0f) == 11.5f && atomicExch(f, 3.0f) == 12.5f &&
          *f == 3);
    CHECK(atomicAdd(d, 1.5) == 10 && atomicAdd_system(d, 1.0) == 11.5 && *d == 12.5);
}

__global__ void small_floats(half* h, half2* h2, nv_bfloat16* b, nv_bfloat162* b2)
{
    atomicAdd(h, __float2half(1.0f));
    atomicAdd(h2, __floats2half2_rn(1, 2));
    atomicAdd(b, __float2bfloat16(1.0f));
    atomicAdd(b2, __floats2bfloat162_rn(1, 2));
}

__global__ void vector_atomics(float2* f2, float4* f4)
{
    atomicAdd(f2, make_float2(1, 2));
    atomicAdd(f4, make_float4(1, 2, 3, 4));
}

__global__ void sums(int* total, float* average)
{
    __shared__ int block_sum;
    if (threadIdx.x == 0)
        block_sum = 0;
    __syncthreads();
    atomicAdd(&block_sum, int(threadIdx.x));
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(total, block_sum);
    atomicAdd(average, 0.5f);
}

template <class T>
T* device_value(T value)
{
    T* d = nullptr;
    cudaMalloc(&d, sizeof value);
    cudaMemcpy(d, &value, sizeof value, cudaMemcpyHostToDevice);
    return d;
}

template <class T>
T host_value(T* d)
{
    T value;
    cudaMemcpy(&value, d, sizeof value, cudaMemcpyDeviceToHost);
    cudaFree(d);
    return value;
}

SURFACE_CASE(atomics_on_integers)
{
    int* i = device_value(10);
    unsigned* u = device_value(10u);
    ull* l = device_value(10ull);
    long long* s = device_value(10ll);
    unsigned short* w = device_value<unsigned short>(10);
    integer_atomics<<<1, 1>>>(i);
    integer_atomics<<<1, 1>>>(u);
    integer_atomics<<<1, 1>>>(l);
    other_integers<<<1, 1>>>(u, s, w);
    small_integers<<<1, 1>>>(i);
    small_integers<<<1, 1>>>(u);
    CHECK_HOST(host_value(i) == 4 && host_value(u) == 4 && host_value(l) == 10 && host_value(s) == 6);
    CHECK_HOST(host_value(w) == 12);
    return take_failed_line();
}

SURFACE_CASE(atomics_on_floats)
{
    float* f = device_value(10.0f);
    double* d = device_value(10.0);
    half* h = device_value(__float2half(0.0f));
    half2* h2 = device_value(__floats2half2_rn(0, 0));
    nv_bfloat16* b = device_value(__float2bfloat16(0.0f));
    nv_bfloat162* b2 = device_value(__floats2bfloat162_rn(0, 0));
    float2* f2 = device_value(make_float2(0, 0));
    float4* f4 = device_value(make_float4(0, 0, 0, 0));
    floats<<<1, 1>>>(f, d);
    small_floats<<<2, 50>>>(h, h2, b, b2);
    vector_atomics<<<2, 50>>>(f2, f4);
    CHECK_HOST(host_value(f) == 3 && host_value(d) == 12.5);
    CHECK_HOST(__half2float(host_value(h)) == 100 && __high2float(host_value(h2)) == 200);
    CHECK_HOST(__bfloat162float(host_value(b)) == 100 && __high2float(host_value(b2)) == 200);
    CHECK_HOST(host_value(f2).y == 200 && host_value(f4).w == 400);
    return take_failed_line();
}

SURFACE_CASE(atomics_of_many_threads)
{
    int* total = device_value(0);
    float* average = device_value(0.0f);
    sums<<<8, 256>>>(total, average);
    CHECK_HOST(host_value(total) == 8 * 255 * 128 && host_value(average) == 1024);
    return take_failed_line();
}

}  // namespace

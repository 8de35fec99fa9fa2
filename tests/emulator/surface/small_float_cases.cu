// half and bfloat16.
#include "cases.h"
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace {

static_assert(sizeof(half) == 2 && sizeof(half2) == 4 && alignof(half2) == 4 && sizeof(nv_bfloat162) == 4);

__global__ void half_conversions(float one)
{
    CHECK(__half_as_ushort(__float2half(one)) == 0x3c00 &&
          __half_as_ushort(__float2half(-2 * one)) == 0xc000);
    CHECK(__half_as_ushort(__float2half(65504 * one)) == 0x7bff &&
          __half_as_ushort(__float2half(65520 * one)) == 0x7c00);
    CHECK(__half_as_ushort(__float2half(0x1p-24f * one)) == 1 &&
          __half_as_ushort(__float2half(0x1p-25f * one)) == 0);
    CHECK(__half_as_ushort(__float2half_rn(one + 0x1p-11f)) == 0x3c00);  // a tie, to even
    CHECK(__half_as_ushort(__float2half_rn(one + 0x1.8p-10f)) == 0x3c02);
    CHECK(__half_as_ushort(__float2half_ru(one + 0x1p-20f)) == 0x3c01 &&
          __half_as_ushort(__float2half_rd(-one - 0x1p-20f)) == 0xbc01);
    CHECK(__half_as_ushort(__float2half_rz(70000 * one)) == 0x7bff &&
          __half_as_ushort(__float2half_rz(one + 0x1p-11f)) == 0x3c00);
    CHECK(__half2float(__ushort_as_half(0x0001)) == 0x1p-24f &&
          __half2float(__ushort_as_half(0x7c00)) > 1e30f);
    CHECK(__hisnan(__float2half((one - one) / (one - one))) &&
          __hisinf(__float2half(-one / (one - one))) == -1);
    CHECK(__half2int_rn(__float2half(2.5f * one)) == 2 && __half2int_ru(__float2half(2.5f * one)) == 3);
    CHECK(__half2float(__int2half_rn(2049)) == 2048 && __half2uint_rz(__float2half(3.75f)) == 3);
    for (unsigned bits = threadIdx.x; bits < 0x7c00; bits += blockDim.x)
        CHECK(__half_as_ushort(__float2half(__half2float(__ushort_as_half((unsigned short)bits)))) == bits);
}

__global__ void half_arithmetic(half* v, half2* v2)
{
    const half a = v[0], b = v[1];  // 1.5 and 2
    CHECK(__half2float(a + b) == 3.5f && __half2float(a * b) == 3 && __half2float(a - b) == -0.5f &&
          __half2float(a / b) == 0.75f);
    CHECK(__half2float(__hadd(a, b)) == 3.5f && __half2float(__hfma(a, b, a)) == 4.5f &&
          __half2float(__hneg(a)) == -1.5f);
    CHECK(a < b && a != b && __hgt(b, a) && __heq(a, a) && __half2float(__hmax(a, b)) == 2 &&
          __half2float(-a) == -1.5f);
    CHECK(__half2float(hsqrt(__float2half(9.0f))) == 3 && __half2float(hexp2(b)) == 4 &&
          __half2float(__habs(-a)) == 1.5f);
    CHECK(__half2float(hfloor(a)) == 1 && __half2float(__hadd_sat(a, b)) == 1 &&
          __half2float(hrcp(b)) == 0.5f);
    half sum = __float2half(0.0f);
    sum += a;
    sum *= b;
    CHECK(__half2float(sum) == 3);

    const half2 x = v2[0], y = __float2half2_rn(2.0f);  // x is 1, 2
    const half2 z = __hfma2(x, y, __floats2half2_rn(1, 1));
    CHECK(__low2float(z) == 3 && __high2float(z) == 5 && __half22float2(x * y).y == 4);
    CHECK(__half2float(__low2half(x)) == 1 && __half2float(__high2half(x)) == 2 &&
          __low2float(__lowhigh2highlow(x)) == 2);
    CHECK(__hbeq2(x, x) && !__hbne2(x, x) && __low2float(__hgt2(y, x)) == 1 &&
          __high2float(__hgt2(y, x)) == 0);
    CHECK(__high2float(__halves2half2(a, b)) == 2 && __low2float(__half2half2(b)) == 2 &&
          __high2float(make_half2(a, b)) == 2);
    CHECK(__high2float(__hadd2(x, y)) == 4 && __low2float(__hmin2(x, y)) == 1 &&
          __low2float(h2sqrt(__hmul2(y, y))) == 2);
    v2[0] = z;
}

__global__ void bfloat16(nv_bfloat16* v, float one)
{
    CHECK(__bfloat16_as_ushort(__float2bfloat16(one)) == 0x3f80 &&
          __bfloat16_as_ushort(__float2bfloat16(one + 0x1p-8f)) == 0x3f80);
    CHECK(__bfloat16_as_ushort(__float2bfloat16_rn(one + 0x1.8p-7f)) == 0x3f82 &&
          __bfloat16_as_ushort(__float2bfloat16_ru(one + 0x1p-20f)) == 0x3f81);
    CHECK(__bfloat16_as_ushort(__float2bfloat16(3e38f * one)) == 0x7f62 &&
          __bfloat16_as_ushort(__float2bfloat16(3.4e38f * one)) == 0x7f80);
    const nv_bfloat16 a = v[0], b = __float2bfloat16(2.0f);  // 1.5
    CHECK(__bfloat162float(a * b) == 3 && __bfloat162float(__hfma(a, b, b)) == 5 && a < b &&
          __bfloat162float(hsqrt(b * b)) == 2);
    const nv_bfloat162 pair = __floats2bfloat162_rn(1, 2);
    CHECK(__high2float(__hadd2(pair, pair)) == 4 && __bfloat1622float2(pair).x == 1 &&
          __bfloat162int_rz(a) == 1);
    CHECK(__low2float(__bfloat162bfloat162(a)) == 1.5f && __bfloat162float(__high2bfloat16(pair)) == 2);
    v[0] = a + b;
}

SURFACE_CASE(half_precision)
{
    const half host[2] = {__float2half(1.5f), __float2half(2.0f)};
    half2 pair = __floats2half2_rn(1, 2);
    half* v = nullptr;
    half2* v2 = nullptr;
    cudaMalloc(&v, sizeof host);
    cudaMalloc(&v2, sizeof pair);
    cudaMemcpy(v, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(v2, &pair, sizeof pair, cudaMemcpyHostToDevice);
    half_conversions<<<1, 64>>>(1.0f);
    half_arithmetic<<<1, 1>>>(v, v2);
    cudaMemcpy(&pair, v2, sizeof pair, cudaMemcpyDeviceToHost);
    cudaFree(v);
    cudaFree(v2);
    CHECK_HOST(__low2float(pair) == 3 && __high2float(pair) == 5);
    return take_failed_line();
}

SURFACE_CASE(bfloat16_precision)
{
    nv_bfloat16 value = __float2bfloat16(1.5f);
    nv_bfloat16* v = nullptr;
    cudaMalloc(&v, sizeof value);
    cudaMemcpy(v, &value, sizeof value, cudaMemcpyHostToDevice);
    bfloat16<<<1, 1>>>(v, 1.0f);
    cudaMemcpy(&value, v, sizeof value, cudaMemcpyDeviceToHost);
    cudaFree(v);
    CHECK_HOST(__bfloat162float(value) == 3.5f);
    return take_failed_line();
}

}  // namespace

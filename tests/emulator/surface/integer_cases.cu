// Integer intrinsics, and loads and stores with cache hints.
#include "cases.h"
#include "check.h"

namespace {

__global__ void integers()
{
    CHECK(__popc(0xf0f0) == 8 && __popcll(~0ull) == 64);
    CHECK(__clz(1) == 31 && __clz(0) == 32 && __clzll(1) == 63 && __clzll(0) == 64);
    CHECK(__ffs(8) == 4 && __ffs(0) == 0 && __ffsll(1ll << 40) == 41);
    CHECK(__brev(1u) == 0x80000000u && __brevll(2ull) == 1ull << 62);
    CHECK(__byte_perm(0x33221100, 0x77665544, 0x7410) == 0x77441100);
    CHECK(__funnelshift_l(0x80000000u, 1u, 1) == 3 && __funnelshift_r(0u, 1u, 1) == 0x80000000u);
    CHECK(__funnelshift_lc(5u, 6u, 40) == 5 && __funnelshift_rc(5u, 6u, 40) == 6);
    CHECK(__mulhi(-1, 1) == -1 && __umulhi(0x80000000u, 6u) == 3);
    CHECK(__mul64hi(-1, 1) == -1 && __umul64hi(1ull << 63, 4) == 2);
    CHECK(__mul24(-3, 5) == -15 && __umul24(0xff000003u, 5) == 15);
    CHECK(__sad(-1, 2, 10u) == 13 && __usad(1, 3, 10) == 12);
    CHECK(__hadd(-3, 2) == -1 && __rhadd(1, 2) == 2 && __uhadd(~0u, 1) == 0x80000000u && __urhadd(1, 2) == 2);
    CHECK(__dp4a(0x01010101, 0x04030201, 5) == 15 && __dp4a(0x01010101u, 0xff000000u, 0u) == 255);
    CHECK(__dp2a_lo(0x00020001, 0x00000403, 1) == 12 && __dp2a_hi(0x00020001, 0x04030000, 1) == 12);
    CHECK(__fns(0xf0u, 0, 1) == 4 && __fns(0xf0u, 31, -2) == 6 && __fns(0xf0u, 5, 0) == 5 &&
          __fns(1u, 1, 1) == ~0u);
    CHECK(min(-1, 2) == -1 && max(3u, 2u) == 3 && min(1ll, 2ll) == 1 && max(1ull, 2ull) == 2 && abs(-3) == 3);
    CHECK(umin(1u, 2u) == 1 && umax(1u, 2u) == 2 && llmin(-1, 1) == -1 && ullmax(1, 2) == 2);
}

SURFACE_CASE(integer_intrinsics)
{
    integers<<<1, 1>>>();
    return take_failed_line();
}

__global__ void hints(const int* in, int* out, float4* v)
{
    const int i = threadIdx.x;
    __stcs(&out[i], __ldg(&in[i]) + __ldca(&in[i]));
    CHECK(__ldcg(&out[i]) == 2 * i);
    __stcg(&out[i], 1);
    __stwt(&out[i], __ldcs(&out[i]) + 1);
    CHECK(__ldcv(&out[i]) == 2 && __ldlu(&out[i]) == 2);
    __stwb(&out[i], 7);
    __stcs(&v[i], make_float4(1, 2, 3, 4));
    CHECK(__ldcs(&v[i]).w == 4 && out[i] == 7);
}

SURFACE_CASE(cache_hints)
{
    int host[32];
    for (int i = 0; i < 32; ++i)
        host[i] = i;
    int *in = nullptr, *out = nullptr;
    float4* v = nullptr;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&v, 32 * sizeof *v);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    hints<<<1, 32>>>(in, out, v);
    cudaFree(in);
    cudaFree(out);
    cudaFree(v);
    return take_failed_line();
}

}  // namespace

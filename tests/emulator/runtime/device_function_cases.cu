// Functions that kernels call: each case keeps the results that the test expects.
#include "cases.h"

#include <cassert>
#include <cstdio>

using namespace cases;

namespace {

__global__ void integers(long long* out)
{
    int n = 0;
    out[n++] = __popc(0xf0f0u);
    out[n++] = __popcll(~0ull);
    out[n++] = __clz(1);
    out[n++] = __clz(0);
    out[n++] = __ffs(8);
    out[n++] = __ffs(0);
    out[n++] = __brev(1u) == 0x80000000u;
    out[n++] = __byte_perm(0x33221100, 0x77665544, 0x7410) == 0x77441100;
    out[n++] = __funnelshift_l(0x80000000u, 1u, 1) == 3u;
    out[n++] = __funnelshift_r(0u, 1u, 1) == 0x80000000u;
    out[n++] = __funnelshift_lc(5u, 6u, 40) == 5u;
    out[n++] = __umulhi(0x80000000u, 6u);
    out[n++] = __mulhi(-1, 1);
    out[n++] = __umul64hi(1ull << 63, 4ull);
    out[n++] = min(-1, 2);
    out[n++] = max(3u, 2u);
    out[n++] = __dp4a(0x01010101, 0x04030201, 5);
    out[n++] = __float_as_int(1.0f) == 0x3f800000;
    out[n++] = __float2int_rn(2.5f);
    out[n++] = (long long)(rsqrtf(4.0f) * 10);
    out[n++] = (long long)__fmaf_rn(2.0f, 3.0f, 4.0f);
    out[n++] = (long long)__fdividef(9.0f, 3.0f);
    out[n++] = (long long)fmaxf(1.0f, 2.0f) + (long long)max(1.5f, 4.0f);
    out[n++] = __ldg(&out[0]);
}

template <class T>
__global__ void all_atomics(T* x, T* old)
{
    old[0] = atomicAdd(&x[0], T(5));
    old[1] = atomicExch(&x[1], T(7));
    old[2] = atomicMin(&x[2], T(3));
    old[3] = atomicMax(&x[3], T(3));
    old[4] = atomicAnd(&x[4], T(6));
    old[5] = atomicOr(&x[5], T(6));
    old[6] = atomicXor(&x[6], T(6));
    old[7] = atomicCAS(&x[7], T(10), T(11));
    old[8] = atomicCAS(&x[8], T(0), T(11));
}

__global__ void other_atomics(unsigned* u, float* f, double* d, unsigned short* s, int* i)
{
    atomicInc(&u[0], 10u);
    atomicInc(&u[1], 9u);
    atomicDec(&u[2], 10u);
    atomicDec(&u[3], 9u);
    atomicSub(&i[0], 4);
    atomicAdd_block(&f[0], 1.5f);
    atomicAdd_system(&d[0], 2.5);
    atomicExch(&f[1], 3.0f);
    atomicCAS(&s[0], (unsigned short)10, (unsigned short)12);
}

__global__ void all_lanes_add(int* i, float* f, unsigned long long* l)
{
    atomicAdd(i, 1);
    atomicAdd(f, 1.0f);
    atomicMax(l, (unsigned long long)threadIdx.x);
}

__global__ void shuffles(int* out)
{
    const int lane = threadIdx.x;
    out[lane] = __shfl_sync(0xffffffff, lane, 5);
    out[lane + 32] = __shfl_up_sync(0xffffffff, lane, 1);
    out[lane + 64] = __shfl_down_sync(0xffffffff, lane, 2, 8);
    out[lane + 96] = __shfl_xor_sync(0xffffffff, lane, 3);
    out[lane + 128] = int(__shfl_sync(0xffffffff, double(lane), lane + 1, 16));
}

__global__ void votes(long long* out)
{
    const int lane = threadIdx.x;
    const unsigned all = 0xffffffff;
    const unsigned ballot = __ballot_sync(all, lane % 2);
    const int any = __any_sync(all, lane == 3), every = __all_sync(all, lane < 32),
              not_every = __all_sync(all, lane);
    const unsigned same = __match_any_sync(all, lane / 8);
    int equal = 0;
    const unsigned matching = __match_all_sync(all, 7, &equal);
    const int sum = __reduce_add_sync(all, lane);
    const int least = __reduce_min_sync(all, -lane);
    const unsigned most = __reduce_max_sync(all, unsigned(lane));
    const unsigned bits = __reduce_or_sync(all, 1u << lane % 4);
    if (lane == 9) {
        const long long values[] = {ballot, any, every, not_every, same, matching,
                                    equal,  sum, least, most,      bits};
        for (int i = 0; i < 11; ++i)
            out[i] = values[i];
    }
    if (lane < 5)
        out[11] = __activemask();
}

__global__ void vectors(int* out)
{
    int4 v = make_int4(1, 2, 3, 4);
    const int4 w = v;
    v.x = 10;
    const uint3 i = threadIdx;
    out[0] = v.x + w.x + w.w;
    out[1] = int(sizeof(float3)) + int(alignof(float4)) + int(i.x);
    out[2] = int(dim3(2, 3).z + blockDim.x);
}

__global__ void print()
{
    printf("thread %d of %d\n", threadIdx.x, blockDim.x);
}

__global__ void check_positive(const int* p)
{
    assert(p[threadIdx.x] > 0);  // here: failed_assertion
}

__global__ void stop()
{
    __trap();
}

__device__ int recurse(int n)
{
    volatile char local[1024];
    local[n % 1024] = char(n);
    return n == 0 ? local[0] : recurse(n - 1) + local[n % 1024];
}

__global__ void deep(int* out, int n)
{
    *out = recurse(n);
}

__global__ void times(long long* out)
{
    const long long before = clock64();
    __nanosleep(10);
    *out = clock64() > before;
}

}  // namespace

CASE(integer_functions)
{
    auto* out = zeroes<long long>(32);
    integers<<<1, 1>>>(out);
    keep(out, 24);
}

template <class T>
static void run_atomics()
{
    const T tens[9] = {10, 10, 10, 10, 10, 10, 10, 10, 10};
    T *x = device_array(9, tens), *old = zeroes<T>(9);
    all_atomics<<<1, 1>>>(x, old);
    keep(x, 9);
    for (T before : to_host(old, 9))
        if (before != T(10))
            results().push_back(-1);
}

CASE(atomics_of_int)
{
    run_atomics<int>();
}
CASE(atomics_of_unsigned)
{
    run_atomics<unsigned>();
}
CASE(atomics_of_unsigned_long_long)
{
    run_atomics<unsigned long long>();
}
CASE(atomics_of_other_types)
{
    const unsigned us[4] = {9, 9, 0, 12};
    const float fs[2] = {10, 10};
    const double ds[1] = {10};
    const unsigned short ss[2] = {10, 10};
    const int is[1] = {10};
    auto* u = device_array(4, us);
    auto* f = device_array(2, fs);
    auto* d = device_array(1, ds);
    auto* s = device_array(2, ss);
    auto* i = device_array(1, is);
    other_atomics<<<1, 1>>>(u, f, d, s, i);
    keep(u, 4);
    keep(i, 1);
    results().push_back(long(to_host(f, 2)[0] * 10));
    keep(f + 1, 1);
    results().push_back(long(to_host(d, 1)[0] * 10));
    keep(s, 2);
}
CASE(atomics_of_all_lanes)
{
    auto* i = zeroes<int>(1);
    auto* f = zeroes<float>(1);
    auto* l = zeroes<unsigned long long>(1);
    all_lanes_add<<<4, 96>>>(i, f, l);
    keep(i, 1);
    keep(f, 1);
    keep(l, 1);
}
CASE(shuffle_functions)
{
    int* out = zeroes<int>(160);
    shuffles<<<1, 32>>>(out);
    keep(out, 160);
}
CASE(vote_functions)
{
    auto* out = zeroes<long long>(12);
    votes<<<1, 32>>>(out);
    keep(out, 12);
}
CASE(vector_types)
{
    int* out = zeroes<int>(3);
    vectors<<<1, 1>>>(out);
    keep(out, 3);
}
CASE(print_from_a_kernel)
{
    print<<<1, 2>>>();
}
CASE(failed_assertion)
{
    check_positive<<<1, 32>>>(zeroes<int>(32));
}
CASE(held_assertion)
{
    const int one = 1;
    check_positive<<<1, 1>>>(device_array(1, &one));
}
CASE(trap)
{
    stop<<<1, 32>>>();
}
CASE(deep_recursion)
{
    deep<<<1, 1>>>(zeroes<int>(1), 30);
}
CASE(too_deep_recursion)
{
    deep<<<1, 1>>>(zeroes<int>(1), 1000);
}
CASE(clocks)
{
    auto* out = zeroes<long long>(1);
    times<<<1, 1>>>(out);
    keep(out, 1);
}

// Functions of a warp and of a block, for every type that CUDA has them for.
#include "cases.h"
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace {

template <class T>
__device__ void check_shuffles()
{
    const int lane = threadIdx.x;
    const T mine = T(lane);
    CHECK(__shfl_sync(kAll, mine, 5) == T(5));
    CHECK(__shfl_sync(kAll, mine, lane + 1, 8) == T(lane / 8 * 8 + (lane + 1) % 8));
    CHECK(__shfl_up_sync(kAll, mine, 1) == T(lane == 0 ? 0 : lane - 1));
    CHECK(__shfl_down_sync(kAll, mine, 2, 8) == T(lane % 8 < 6 ? lane + 2 : lane));
    CHECK(__shfl_xor_sync(kAll, mine, 3) == T(lane ^ 3));
}

__global__ void shuffles()
{
    check_shuffles<int>();
    check_shuffles<unsigned>();
    check_shuffles<long>();
    check_shuffles<unsigned long>();
    check_shuffles<long long>();
    check_shuffles<unsigned long long>();
    check_shuffles<float>();
    check_shuffles<double>();
    check_shuffles<half>();
    check_shuffles<nv_bfloat16>();
    const half2 pair = __floats2half2_rn(threadIdx.x, 1);
    CHECK(__low2float(__shfl_sync(kAll, pair, 7)) == 7);
}

template <class T>
__device__ void check_matches()
{
    const int lane = threadIdx.x;
    CHECK(__match_any_sync(kAll, T(lane / 8)) == 0xffu << lane / 8 * 8);
    int equal = -1;
    CHECK(__match_all_sync(kAll, T(7), &equal) == kAll && equal != 0);
    CHECK(__match_all_sync(kAll, T(lane), &equal) == 0 && equal == 0);
}

__global__ void votes()
{
    const int lane = threadIdx.x;
    CHECK(__ballot_sync(kAll, lane % 2) == 0xaaaaaaaa && __any_sync(kAll, lane == 3) &&
          !__all_sync(kAll, lane));
    CHECK(__activemask() == kAll);
    check_matches<int>();
    check_matches<unsigned>();
    check_matches<long long>();
    check_matches<unsigned long long>();
    check_matches<float>();
    check_matches<double>();
    if (lane < 16) {
        CHECK(__ballot_sync(0xffff, 1) == 0xffff && __any_sync(0xffff, lane == 20) == 0);
        __syncwarp(0xffff);
    }
}

__global__ void reductions()
{
    const int lane = threadIdx.x;
    CHECK(__reduce_add_sync(kAll, lane) == 496 && __reduce_add_sync(kAll, unsigned(lane)) == 496);
    CHECK(__reduce_min_sync(kAll, -lane) == -31 && __reduce_min_sync(kAll, unsigned(lane) + 2) == 2);
    CHECK(__reduce_max_sync(kAll, -lane) == 0 && __reduce_max_sync(kAll, unsigned(lane)) == 31);
    CHECK(__reduce_and_sync(kAll, unsigned(lane) | 64) == 64 && __reduce_or_sync(kAll, 1u << lane % 4) == 15);
    CHECK(__reduce_xor_sync(kAll, unsigned(lane)) == 0);
}

__global__ void barriers(int* out)
{
    const int i = threadIdx.x;
    CHECK(__syncthreads_count(i % 4 == 0) == 16);
    CHECK(__syncthreads_and(i >= 0) && !__syncthreads_and(i > 0));
    CHECK(__syncthreads_or(i == 63) && !__syncthreads_or(i > 63));
    const long long before = clock64();
    const clock_t start = clock();
    __nanosleep(100);
    __threadfence_block();
    __threadfence();
    __threadfence_system();
    out[i] = int(clock() - start);
    CHECK(clock64() > before);
}

SURFACE_CASE(warp_functions)
{
    shuffles<<<1, 32>>>();
    votes<<<1, 32>>>();
    reductions<<<1, 32>>>();
    return take_failed_line();
}

SURFACE_CASE(block_functions)
{
    int* out = nullptr;
    cudaMalloc(&out, 64 * sizeof *out);
    barriers<<<1, 64>>>(out);
    cudaFree(out);
    return take_failed_line();
}

}  // namespace

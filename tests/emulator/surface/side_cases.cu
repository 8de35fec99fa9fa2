// Functions for both sides that do something else on each.
#include "cases.h"
#include "check.h"

#include <nv/target>

namespace {

// 1: the device's branch; 0: the host's.
__host__ __device__ int side_by_macro()
{
#ifdef __CUDA_ARCH__
    return __CUDA_ARCH__ >= 350;
#else
    return 0;
#endif
}

// With statements before, between and after the branches.
template <class T>
__host__ __device__ T sum_of_sides(T x)
{
    T sum = x;
#ifdef __CUDA_ARCH__
    sum += __popc(7);
#else
    const T on_host = 30;
    sum += on_host;
#endif
    sum *= 2;
#ifndef __CUDA_ARCH__
    sum += 1;
#endif
    return sum;
}

struct Sided {
    int side;
    __host__ __device__ Sided() : side(5)
    {
#ifdef __CUDA_ARCH__
        side += 100;
#endif
    }
    __host__ __device__ constexpr int larger() const
    {
#ifdef __CUDA_ARCH__
        return side + int(threadIdx.x) * 0 + 1;
#else
        return side + 2;
#endif
    }
};

__host__ __device__ int side_by_target()
{
    NV_IF_TARGET(NV_IS_DEVICE, (return 1;), (return 0;))
}

__host__ __device__ int number_of_side()
{
    int number = 0;
    NV_IF_TARGET(NV_IS_HOST, (number += 1;))
    NV_DISPATCH_TARGET(NV_PROVIDES_SM_35, (number += 10;), NV_IS_HOST, (number += 20;))
    NV_IF_ELSE_TARGET(NV_IS_DEVICE, (number += 100;), (number += 200;))
    return number;
}

__global__ void check_sides()
{
    CHECK(side_by_macro() == 1 && sum_of_sides(4) == 14 && sum_of_sides(4.0f) == 14.0f);
    CHECK(Sided().side == 105 && Sided().larger() == 106);
    CHECK(side_by_target() == 1 && number_of_side() == 110);
}

}  // namespace

SURFACE_CASE(a_function_for_both_sides_takes_the_branch_of_the_side_that_runs_it)
{
    CHECK_HOST(side_by_macro() == 0 && sum_of_sides(4) == 69 && sum_of_sides(4.0f) == 69.0f);
    CHECK_HOST(Sided().side == 5 && Sided().larger() == 7);
    CHECK_HOST(side_by_target() == 0 && number_of_side() == 221);
    check_sides<<<1, 32>>>();
    CHECK_HOST(cudaDeviceSynchronize() == cudaSuccess);
    return take_failed_line();
}

// Nine shapes of divergence. The number of lanes per request shows where a warp's lanes meet again.
#include "cases.h"

#include <cstdio>

using namespace cases;

namespace {

__global__ void two_branches(int* out)
{
    const int t = threadIdx.x;
    if (t & 1)
        out[t] = t * 3;  // here: odd
    else
        out[t + 32] = t + 7;  // here: even
    out[t + 64] = t;          // here: after_branches
}

__global__ void different_trip_counts(int* out)
{
    const int t = threadIdx.x;
    for (int i = 0; i <= t % 4; ++i)
        out[t + 32 * i] = i;  // here: in_loop
    out[t + 128] = t;         // here: after_loop
}

__device__ __noinline__ void store_there(int* out, int i)
{
    out[i] = i;  // here: in_callee
}

__global__ void call_in_a_branch(int* out)
{
    const int t = threadIdx.x;
    if (t & 1)
        store_there(out, t);
    out[t + 32] = t;  // here: after_call
}

__global__ void early_return(int* out)
{
    const int t = threadIdx.x;
    if (t >= 20)
        return;
    out[t] = t;  // here: after_return
}

__global__ void continue_in_a_loop(int* out)
{
    const int t = threadIdx.x;
    for (int i = 0; i < 8; ++i) {
        if (((t + i) & 1) == 0)
            continue;
        out[t + 32 * i] = i;  // here: not_skipped
    }
    out[t] = t;  // here: after_continues
}

__global__ void unlikely_branch(int* out, int n)
{
    const int t = threadIdx.x;
    if (__builtin_expect(t % 8 == 3, 0)) {
        out[t] = n;  // here: unlikely
        if (n < 0)
            printf("never\n");
    }
    out[t + 32] = t;  // here: after_unlikely
}

__global__ void four_cases(int* out)
{
    const int t = threadIdx.x;
    switch (t & 3) {
        case 0:
            out[t] = 1;  // here: case_0
            break;
        case 1:
            out[t] = 2;  // here: case_1
            break;
        case 2:
            out[t + 32] = 3;  // here: case_2
            break;
        default:
            out[t + 64] = t;  // here: case_3
    }
    out[t + 96] = t;  // here: after_switch
}

__global__ void search_with_break(int* out, const int* in)
{
    const int t = threadIdx.x;
    int i = 0;
    while (in[i + t] != t % 5 + 32) {  // here: searching
        if (i > 2)
            out[t] = i;
        if (++i > 30)
            break;
    }
    out[t + 32] = i;  // here: after_search
}

__global__ void nested_loops(int* out)
{
    const int t = threadIdx.x;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j <= (t & i); ++j)
            out[t + 32 * (i * 4 + j)] = j;  // here: in_inner_loop
    out[t + 512] = 0;                       // here: after_loops
}

}  // namespace

CASE(shape_if_else)
{
    two_branches<<<1, 32>>>(zeroes<int>(96));
}
CASE(shape_loop)
{
    different_trip_counts<<<1, 32>>>(zeroes<int>(160));
}
CASE(shape_call)
{
    call_in_a_branch<<<1, 32>>>(zeroes<int>(64));
}
CASE(shape_return)
{
    early_return<<<1, 32>>>(zeroes<int>(32));
}
CASE(shape_continue)
{
    continue_in_a_loop<<<1, 32>>>(zeroes<int>(256));
}
CASE(shape_unlikely)
{
    unlikely_branch<<<1, 32>>>(zeroes<int>(64), 5);
}
CASE(shape_switch)
{
    four_cases<<<1, 32>>>(zeroes<int>(128));
}
CASE(shape_search)
{
    std::vector<int> in(64);
    for (int i = 0; i < 64; ++i)
        in[i] = i;
    search_with_break<<<1, 32>>>(zeroes<int>(64), device_array(64, in.data()));
}
CASE(shape_nested)
{
    nested_loops<<<1, 32>>>(zeroes<int>(544));
}

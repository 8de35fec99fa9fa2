// Launches by device code: what is reported, counted and refused.
#include "cases.h"

using cases::device_array;
using cases::results;
using cases::zeroes;

namespace child_grids {
namespace {

constexpr int kN = 64;

__global__ void increment(int* v)
{
    v[threadIdx.x] += 1;  // here: increment
}

__global__ void set(int* v, int what)
{
    v[threadIdx.x] = what;  // here: set
}

__global__ void write_after_launch(int* v)
{
    increment<<<1, kN>>>(v);
    v[0] = 7;
}

__global__ void write_without_barrier(int* v, bool barrier)
{
    v[threadIdx.x] = 1;
    if (barrier)
        __syncthreads();
    if (threadIdx.x == 0)
        increment<<<1, kN>>>(v);
}

__global__ void launch_two(int* v, cudaStream_t first, cudaStream_t second)
{
    increment<<<1, kN, 0, first>>>(v);
    increment<<<1, kN, 0, second>>>(v);
}

__global__ void launch_one_per_block(int* v, bool same)
{
    set<<<1, kN>>>(v, same ? 3 : int(blockIdx.x));
}

__device__ int variable;

__global__ void set_variable()
{
    variable = 2;  // here: set_variable
}

__global__ void set_variable_twice()
{
    set_variable<<<1, 1>>>();
    variable = 1;
}

__global__ void pass_local_memory()
{
    int local = 1;
    increment<<<1, 1>>>(&local);  // here: pass_local_memory
}

__global__ void pass_shared_memory()
{
    __shared__ int shared[kN];
    shared[threadIdx.x] = 0;
    if (threadIdx.x == 0)
        increment<<<1, kN>>>(shared);  // here: pass_shared_memory
}

__global__ void recurse(int* depth, bool twice)
{
    atomicAdd(depth, 1);
    for (int i = 0; i <= int(twice); ++i)
        recurse<<<1, 1>>>(depth, twice);  // here: recurse
}

__global__ void launch_many(int* refused, int n)
{
    for (int i = 0; i < n; ++i) {
        set<<<1, 1>>>(refused + 1, 3);  // here: launch_many
        if (cudaGetLastError() == cudaErrorLaunchPendingCountExceeded)
            ++refused[0];
    }
}

__global__ void launch_too_wide(int* errors)
{
    increment<<<1, 2000>>>(errors);  // here: launch_too_wide
    errors[0] = cudaPeekAtLastError();
    errors[1] = cudaGetLastError();
    errors[2] = cudaGetLastError();
}

__global__ void launch_into(int* v, cudaStream_t stream)
{
    increment<<<1, kN, 0, stream>>>(v);  // here: launch_into
}

__global__ void wait_for_child(volatile int* flag)
{
    set<<<1, 1>>>(const_cast<int*>(flag), 1);
    while (*flag == 0) {  // here: wait_for_child
    }
}

__global__ void store_beyond(int* v)
{
    v[1 << 20] = 1;  // here: store_beyond
}

__global__ void launch_store_beyond(int* v)
{
    store_beyond<<<1, 1>>>(v);
}

__global__ void copy_and_increment(int* to, int* from)
{
    cudaMemcpyAsync(to, from, kN * sizeof(int), cudaMemcpyDeviceToDevice, cudaStreamFireAndForget);
    increment<<<1, kN, 0, cudaStreamFireAndForget>>>(from);
}

}  // namespace

CASE(parent_writes_after_its_launch)
{
    write_after_launch<<<1, 1>>>(zeroes<int>(kN));
}
CASE(launch_without_a_barrier)
{
    write_without_barrier<<<1, kN>>>(zeroes<int>(kN), false);
}
CASE(launch_after_a_barrier)
{
    write_without_barrier<<<1, kN>>>(zeroes<int>(kN), true);
}
CASE(two_children_beside_each_other)
{
    launch_two<<<1, 1>>>(zeroes<int>(kN), cudaStreamFireAndForget, cudaStreamFireAndForget);
}
CASE(two_children_of_a_block)
{
    launch_two<<<1, 1>>>(zeroes<int>(kN), nullptr, nullptr);
}
CASE(child_before_the_tail)
{
    launch_two<<<1, 1>>>(zeroes<int>(kN), cudaStreamFireAndForget, cudaStreamTailLaunch);
}
CASE(children_of_two_blocks)
{
    launch_one_per_block<<<2, 1>>>(zeroes<int>(kN), false);
}
CASE(children_of_two_blocks_store_the_same)
{
    launch_one_per_block<<<2, 1>>>(zeroes<int>(kN), true);
}
CASE(parent_and_child_set_a_variable)
{
    set_variable_twice<<<1, 1>>>();
    int value = 0;
    cudaMemcpyFromSymbol(&value, variable, sizeof value);
    results().push_back(value);
}
CASE(child_gets_local_memory)
{
    pass_local_memory<<<1, 1>>>();
}
CASE(child_gets_shared_memory)
{
    pass_shared_memory<<<1, kN>>>();
}
CASE(endless_recursion)
{
    int* depth = zeroes<int>(1);
    recurse<<<1, 1>>>(depth, false);
    int grids = 0;
    cudaMemcpy(&grids, depth, sizeof grids, cudaMemcpyDeviceToHost);
    results().push_back(grids);
}
CASE(endless_recursion_that_branches)
{
    recurse<<<1, 1>>>(zeroes<int>(1), true);
}
CASE(too_many_launches_wait)
{
    int* refused = zeroes<int>(2);
    size_t limit = 0;
    cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount);
    results().push_back(long(limit));
    launch_many<<<1, 1>>>(refused, 2058);
    int count = 0;
    cudaMemcpy(&count, refused, sizeof count, cudaMemcpyDeviceToHost);
    results().push_back(count);
}
CASE(a_raised_limit_of_launches)
{
    cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 3000);
    launch_many<<<1, 1>>>(zeroes<int>(2), 2058);
    cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 2048);
}
CASE(child_with_too_many_threads)
{
    int* errors = zeroes<int>(3);
    launch_too_wide<<<1, 1>>>(errors);
    int found[3];
    cudaMemcpy(found, errors, sizeof found, cudaMemcpyDeviceToHost);
    results().assign(found, found + 3);
}
CASE(child_in_a_stream_of_the_host)
{
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    launch_into<<<1, 1>>>(zeroes<int>(kN), stream);
    cudaStreamDestroy(stream);
}
CASE(parent_waits_for_its_child)
{
    wait_for_child<<<1, 1>>>(zeroes<int>(1));
}
CASE(child_stores_beyond_an_array)
{
    launch_store_beyond<<<1, 1>>>(zeroes<int>(kN));
}
CASE(copy_beside_a_child)
{
    copy_and_increment<<<1, 1>>>(zeroes<int>(kN), zeroes<int>(kN));
}
CASE(launches_are_counted)
{
    launch_many<<<1, 1>>>(zeroes<int>(2), 5);
}

}  // namespace child_grids

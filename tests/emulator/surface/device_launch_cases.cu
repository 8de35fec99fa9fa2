// Launches by device code: order, streams, errors and the rest of the device runtime.
#include "cases.h"
#include "check.h"
#include "device_arrays.h"

#include <numeric>
#include <vector>

namespace {

__global__ void add_to(int* v, int n, int what)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] += what;
}

__global__ void sum_of(const int* v, int n, int* sum)
{
    int s = 0;
    for (int i = 0; i < n; ++i)
        s += v[i];
    *sum = s;
}

// Two children in the block's NULL stream, then a grid that sees the results of both.
__global__ void fill_and_launch(int* v, int n, int* sum)
{
    v[threadIdx.x] = int(threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) {
        add_to<<<(n + 31) / 32, 32>>>(v, n, v[5]);
        add_to<<<(n + 31) / 32, 32>>>(v, n, 100);
        sum_of<<<1, 1, 0, cudaStreamTailLaunch>>>(v, n, sum);
        CHECK(cudaPeekAtLastError() == cudaSuccess);
        CHECK(cudaGetLastError() == cudaSuccess);
    }
}

SURFACE_CASE(a_child_sees_what_its_parent_did_before_and_the_tail_sees_what_the_children_did)
{
    constexpr int kN = 128;
    int* v = on_device(std::vector<int>(kN, -1));
    int* sum = on_device(std::vector<int>{0});
    fill_and_launch<<<1, kN>>>(v, kN, sum);
    // The grid has ended for the host, and for the next kernel of the stream, when its children have.
    add_to<<<1, kN>>>(v, kN, 1000);
    CHECK_HOST(cudaDeviceSynchronize() == cudaSuccess);
    CHECK_HOST(on_host(sum, 1)[0] == kN * (kN - 1) / 2 + kN * 105);
    CHECK_HOST(on_host(v, kN)[7] == 1112);
    cudaFree(v);
    cudaFree(sum);
    return take_failed_line();
}

__global__ void append(int* list, int* length, int what)
{
    list[(*length)++] = what;
}

__global__ void append_and_launch(int* list, int* length)
{
    append<<<1, 1, 0, cudaStreamTailLaunch>>>(list, length, 3);
    append<<<1, 1>>>(list, length, 1);
    append<<<1, 1, 0, cudaStreamTailLaunch>>>(list, length, 4);
    append<<<1, 1>>>(list, length, 2);
}

__global__ void launch_in_order(int* list, int* length)
{
    append_and_launch<<<1, 1, 0, cudaStreamTailLaunch>>>(list, length);
    append<<<1, 1, 0, cudaStreamTailLaunch>>>(list, length, 5);
    append<<<1, 1>>>(list, length, 0);
}

SURFACE_CASE(tail_launches_follow_all_other_children_and_each_ends_with_its_own)
{
    int* list = on_device(std::vector<int>(6, -1));
    int* length = on_device(std::vector<int>{0});
    launch_in_order<<<1, 1>>>(list, length);
    CHECK_HOST(cudaDeviceSynchronize() == cudaSuccess);
    CHECK_HOST(on_host(list, 6) == std::vector<int>({0, 1, 2, 3, 4, 5}));
    cudaFree(list);
    cudaFree(length);
    return 0;
}

struct Scale {
    int* v;
    int n, by;
    __device__ void operator()(int i) const
    {
        if (i < n)
            v[i] *= by;
    }
};

template <class Function>
__global__ void for_each_index(Function function)
{
    function(blockIdx.x * blockDim.x + threadIdx.x);
}

template <class Function>
__device__ void launch_for_each(int n, Function function)
{
    for_each_index<<<(n + 31) / 32, 32>>>(function);
}

__global__ void launch_a_functor(int* v, int n)
{
    launch_for_each(n, Scale{v, n, 3});
}

__global__ void copy_and_fill(int* from, int* to, int n)
{
    for (int i = 0; i < n; ++i)
        from[i] = i;
    cudaMemsetAsync(to, 0, n * sizeof(int), nullptr);
    cudaMemcpyAsync(to, from, n / 2 * sizeof(int), cudaMemcpyDeviceToDevice, nullptr);
    add_to<<<1, n>>>(to, n, 1);
}

SURFACE_CASE(device_code_launches_templates_and_puts_copies_and_fills_into_streams)
{
    constexpr int kN = 40;
    std::vector<int> v(kN);
    std::iota(v.begin(), v.end(), 0);
    int *a = on_device(v), *b = on_device(v);
    launch_a_functor<<<1, 1>>>(a, kN);
    CHECK_HOST(on_host(a, kN)[13] == 39);
    copy_and_fill<<<1, 1>>>(a, b, kN);
    CHECK_HOST(on_host(b, kN)[5] == 6 && on_host(b, kN)[kN - 1] == 1);
    cudaFree(a);
    cudaFree(b);
    return take_failed_line();
}

__global__ void ask(int* answers)
{
    int value = -1, device = -1, count = -1;
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0) == cudaSuccess && value == 32);
    CHECK(cudaGetDevice(&device) == cudaSuccess && device == 0);
    CHECK(cudaGetDeviceCount(&count) == cudaSuccess && count >= 1);
    size_t heap = 0;
    CHECK(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize) == cudaSuccess && heap > 0);
    int* memory = nullptr;
    CHECK(cudaMalloc(&memory, 4 * sizeof(int)) == cudaSuccess && memory);
    memory[3] = 7;
    answers[0] = memory[3];
    CHECK(cudaFree(memory) == cudaSuccess);
}

SURFACE_CASE(device_code_has_attributes_limits_and_a_heap)
{
    int* answers = on_device(std::vector<int>{0});
    ask<<<1, 1>>>(answers);
    CHECK_HOST(on_host(answers, 1)[0] == 7);
    cudaFree(answers);
    return take_failed_line();
}

}  // namespace

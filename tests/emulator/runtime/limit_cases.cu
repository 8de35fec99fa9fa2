// Kernels at the limits of a device, and beyond.
#include "cases.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

using namespace cases;

namespace {

// Marsaglia, Xorshift RNGs, 2003: from a number other than 0 it never gets to 0.
__device__ unsigned next_number(unsigned x)
{
    x ^= x << 13;
    x ^= x >> 17;
    return x ^ x << 5;
}

__global__ void compute_for_ever(unsigned* out)
{
    unsigned x = threadIdx.x + 1, steps = 0;
    while (x != 0) {
        x = next_number(x);  // here: endless loop
        ++steps;
    }
    out[threadIdx.x] = steps;
}

__global__ void compute(unsigned* out, unsigned times)
{
    unsigned x = threadIdx.x + 1;
    for (unsigned i = 0; x != 0 && i != times; ++i)
        x = next_number(x);
    out[threadIdx.x] = x;
}

__global__ void large_frame(int* out, int n)
{
    char local[100 * 1024];
    for (int i = 0; i < n; ++i)  // here: large frame
        local[i * 997 % sizeof local] = char(i);
    *out = local[out[0]];
}

__device__ int depth(int n, int* out)
{
    if (n == 0)
        return *out;
    return depth(n - 1, out) + n;  // here: recursion
}

__global__ void recursion(int* out, int n)
{
    out[threadIdx.x + 1] = depth(n, out);
}

__global__ void too_much_static(int* out)
{
    __shared__ int s[12 * 1024 + 16];
    s[threadIdx.x] = 1;  // here: static_shared_over_48_kilobytes
    out[threadIdx.x] = s[threadIdx.x];
}

__global__ void most_static(int* out)
{
    __shared__ int s[12 * 1024];
    for (int i = threadIdx.x; i < 12 * 1024; i += blockDim.x)
        s[i] = i;
    __syncthreads();
    out[threadIdx.x] = s[12 * 1024 - 1 - threadIdx.x];
}

__global__ void all_dynamic(int* out, int n)
{
    extern __shared__ int s[];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s[i] = i;
    __syncthreads();
    out[threadIdx.x] = s[n - 1 - threadIdx.x];
}

}  // namespace

// As some books write it.
extern __shared__ float at_namespace_scope[];

namespace {

__device__ float last_of(int n)
{
    return at_namespace_scope[n - 1];
}

__global__ void shared_at_namespace_scope(float* out)
{
    at_namespace_scope[threadIdx.x] = 0.5f + threadIdx.x + blockIdx.x;
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = last_of(blockDim.x);
}

template <int number>
__global__ void one_of_many(int* out)
{
    extern __shared__ int s[];
    s[threadIdx.x] = number;
    out[threadIdx.x] = s[threadIdx.x];
}

// The most dynamic shared memory of a kernel, as the host sees it.
template <class Function>
int most_dynamic_shared(Function* kernel)
{
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, kernel);
    return attributes.maxDynamicSharedSizeBytes;
}

// The barrier between store and load is missing: right as long as the first warp runs first.
__global__ void missing_barrier(int* out, int run)
{
    __shared__ int s[32];
    if (threadIdx.x < 32)
        s[threadIdx.x] = run;
    if (threadIdx.x >= 32)
        out[threadIdx.x - 32] = s[threadIdx.x - 32];
}

// Each block takes over what the one before has left, without waiting for it.
__global__ void missing_grid_barrier(int* out)
{
    out[blockIdx.x + 1] = out[blockIdx.x] + 1;
}

}  // namespace

namespace {

__global__ void __launch_bounds__(128) for_128_threads(int* out)
{
    out[threadIdx.x] = 1;
}

template <int threads>
__global__ __launch_bounds__(2 * threads, 1) void for_twice_as_many(int* out)
{
    out[threadIdx.x] = 1;
}

__constant__ int factors[4];

__global__ void use_factors(int* out)
{
    out[0] = factors[0] + factors[3];
}

int not_constant[4];

}  // namespace

namespace {

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wreturn-type"
__device__ int* place_of(int* out, int i)  // here: a_function_without_a_return
{
    if (i < 32)
        return &out[i];
}
#pragma GCC diagnostic pop

__global__ void store_at_places(int* out)
{
    *place_of(out, threadIdx.x) = 1;
}

}  // namespace

CASE(a_function_with_a_return)
{
    store_at_places<<<1, 32>>>(zeroes<int>(32));
}
CASE(a_function_without_a_return)
{
    store_at_places<<<1, 64>>>(zeroes<int>(64));
}
CASE(as_many_threads_as_launch_bounds_say)
{
    int* out = zeroes<int>(256);
    for_128_threads<<<1, 128>>>(out);
    for_twice_as_many<64><<<1, 128>>>(out);
}
CASE(more_threads_than_launch_bounds_say)
{
    int* out = zeroes<int>(256);
    for_128_threads<<<1, 256>>>(out);  // here: more_threads_than_launch_bounds_say
    results().push_back(cudaGetLastError());
    for_twice_as_many<64><<<1, 160>>>(out);
    results().push_back(cudaGetLastError());
}
CASE(constants_are_set_by_the_copy_for_them)
{
    const int values[4] = {3, 1, 1, 4};
    cudaMemcpyToSymbol(factors, values, sizeof values);
    void* address = nullptr;
    cudaGetSymbolAddress(&address, factors);
    cudaMemcpy(address, values, sizeof values, cudaMemcpyHostToDevice);
    for (int& value : not_constant)
        value = 5;
    int* out = zeroes<int>(1);
    use_factors<<<1, 1>>>(out);
    keep(out, 1);
}
CASE(constants_stored_by_the_host)
{
    for (int& factor : factors)
        factor = 5;  // here: constants_stored_by_the_host
}
CASE(constants_copied_by_a_library_function)
{
    const std::vector<int> values(results().size() + 4, 5);  // the compiler does not know how many
    std::copy(values.begin(), values.end(), factors);        // here: constants_copied_by_a_library_function
    use_factors<<<1, 1>>>(zeroes<int>(1));
}
CASE(constants_filled_by_a_library_function)
{
    std::memset(factors, 1, results().size() + 4);  // here: constants_filled_by_a_library_function
    use_factors<<<1, 1>>>(zeroes<int>(1));
}
CASE(too_much_is_copied_to_a_constant)
{
    const int values[5] = {};
    cudaMemcpyToSymbol(factors, values, sizeof values);  // here: too_much_is_copied_to_a_constant
    cudaGetLastError();
}
// The compiler makes stores of this copy, and no call.
CASE(constants_copied_by_the_compiler)
{
    static std::array<int, 4> values = {8, 7, 6, 5};
    std::copy(values.begin(), values.begin() + 3, factors);
    int* out = zeroes<int>(1);
    use_factors<<<1, 1>>>(out);  // here: constants_copied_by_the_compiler
    use_factors<<<1, 1>>>(out);
}
CASE(no_blocks_as_a_division_rounds_down)
{
    const int n = 100;
    use_factors<<<n / 128, 128>>>(zeroes<int>(1));  // here: no_blocks_as_a_division_rounds_down
}
CASE(endless_loop)
{
    compute_for_ever<<<2, 64>>>(zeroes<unsigned>(64));
}
CASE(long_loop)
{
    compute<<<1, 32>>>(zeroes<unsigned>(32), 7500);
}
CASE(frame_of_100_kilobytes)
{
    large_frame<<<1, 64>>>(zeroes<int>(1), 100);
}
CASE(recursion_of_100)
{
    recursion<<<1, 32>>>(zeroes<int>(33), 100);
}
CASE(recursion_of_100000)
{
    recursion<<<1, 32>>>(zeroes<int>(33), 100000);
}
CASE(static_shared_over_48_kilobytes)
{
    too_much_static<<<1, 64>>>(zeroes<int>(64));
}
CASE(static_shared_of_48_kilobytes)
{
    int* out = zeroes<int>(1024);
    most_static<<<2, 1024>>>(out);
    keep(out, 2);
}
CASE(dynamic_shared_of_200_kilobytes)
{
    constexpr int kNumbers = 50 * 1024;
    cudaFuncSetAttribute(all_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, kNumbers * 4);
    int* out = zeroes<int>(1024);
    all_dynamic<<<2, 1024, kNumbers * 4>>>(out, kNumbers);
    keep(out, 2);
}
CASE(dynamic_shared_at_namespace_scope)
{
    float* out = zeroes<float>(3);
    shared_at_namespace_scope<<<3, 40, 160>>>(out);
    for (const float x : to_host(out, 3))
        results().push_back(long(2 * x));
}
CASE(dynamic_shared_allowed_to_one_kernel)
{
    cudaFuncSetAttribute(one_of_many<1>, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000);
    results() = {most_dynamic_shared(one_of_many<1>), most_dynamic_shared(one_of_many<2>)};
    int* out = zeroes<int>(1);
    one_of_many<1><<<4, 1, 100000>>>(out);
    results().push_back(cudaGetLastError());
    keep(out, 1);
    one_of_many<1><<<4, 1, 100001>>>(out);
    results().push_back(cudaGetLastError());
    keep(out, 1);
    one_of_many<2><<<4, 1, 100000>>>(out);  // here: dynamic_shared_allowed_to_one_kernel
    results().push_back(cudaGetLastError());
    keep(out, 1);
    one_of_many<2><<<4, 1, 48 * 1024>>>(out);
    results().push_back(cudaGetLastError());
    keep(out, 1);
}
CASE(dynamic_shared_of_a_kernel_launched_by_its_name)
{
    int* out = zeroes<int>(1);
    void* arguments[] = {&out};
    results().push_back(cudaLaunchKernel(one_of_many<3>, 1, 1, arguments, 100000));
    cudaGetLastError();
    cudaFuncSetAttribute((const void*)one_of_many<3>, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000);
    results().push_back(cudaLaunchKernel(one_of_many<3>, 1, 1, arguments, 100000));
    keep(out, 1);
    cudaFuncSetAttribute(one_of_many<3>, cudaFuncAttributeMaxDynamicSharedMemorySize, 1000);
    results().push_back(cudaLaunchKernel(one_of_many<3>, 1, 1, arguments, 1001));
    cudaGetLastError();
    cudaFuncSetAttribute(one_of_many<3>, cudaFuncAttributeMaxDynamicSharedMemorySize, 49152);
}
CASE(order_of_warps)
{
    static int run = 0;  // shared memory may still hold what the run before has stored
    int* out = zeroes<int>(32);
    missing_barrier<<<1, 64>>>(out, ++run);
    results().push_back(to_host(out, 32)[7] == run);
}
CASE(order_of_blocks)
{
    int* out = zeroes<int>(9);
    missing_grid_barrier<<<8, 1>>>(out);
    keep(out, 9);
}

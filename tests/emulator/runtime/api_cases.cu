// Launches and symbols, which need a .cu file.
#include "cases.h"

#include <map>
#include <string>
#include <vector>

using namespace cases;

namespace {

__global__ void nothing() {}

__device__ int variable = 3;
__constant__ int constants[4];

__global__ void use_symbols(int* out)
{
    out[0] = variable;
    out[1] = constants[2];
    variable = 5;
}

__global__ void take(int a, float b, const int* p, int* out)
{
    *out = a + int(b) + (p == nullptr);
}

template <int kilobytes>
__global__ void sum_in_tile(float* out)
{
    __shared__ float tile[kilobytes * 256 - 1], last;
    tile[threadIdx.x] = float(threadIdx.x);
    if (threadIdx.x == 0)
        last = 1;
    __syncthreads();
    out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x] + last;
}

__global__ void store(int* out, int value)
{
    out[threadIdx.x] = value + int(threadIdx.x);
}
__global__ void store_negated(int* out, int value)
{
    out[threadIdx.x] = -value;
}

struct Counted {
    int value;
    Counted(int v) : value(v) {}
    Counted(const Counted& other) : value(other.value + 100) {}
};

__global__ void take_objects(float4 v, Counted c, int3 i, int* out)
{
    *out = int(v.x + v.w) + c.value % 100 + i.z;
}

template <class T, int n>
__global__ void templated(T* out)
{
    *out = n;
}

__global__ void whole_dynamic(int* out)
{
    extern __shared__ char bytes[];
    for (unsigned i = threadIdx.x; i < 232448; i += blockDim.x)
        bytes[i] = char(i);
    __syncthreads();
    *out = bytes[232447];
}

__global__ void where(int* out)
{
    const dim3 i = blockIdx;
    out[(i.z * gridDim.y + i.y) * gridDim.x + i.x] = int(100 * i.z + 10 * i.y + i.x) + int(threadIdx.z);
}

}  // namespace

CASE(launch_0_blocks)
{
    nothing<<<0, 32>>>();
}
CASE(launch_0_threads)
{
    nothing<<<1, 0>>>();
}
CASE(launch_1025_threads)
{
    nothing<<<1, 1025>>>();
}
CASE(launch_65_threads_in_z)
{
    nothing<<<1, dim3(1, 1, 65)>>>();
}
CASE(launch_65536_blocks_in_y)
{
    nothing<<<dim3(1, 65536), 1>>>();
}
CASE(launch_too_much_shared)
{
    nothing<<<1, 32, 48 * 1024 + 1>>>();
}
CASE(launch_48_kilobytes)
{
    nothing<<<1, 32, 48 * 1024>>>();
}
CASE(launch_opted_in)
{
    results().push_back(
        cudaFuncSetAttribute(whole_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448));
    results().push_back(
        cudaFuncSetAttribute(whole_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 232449));
    cudaGetLastError();
    whole_dynamic<<<1, 1024, 232448>>>(zeroes<int>(1));
}
CASE(launch_after_an_error)
{
    nothing<<<0, 1>>>();
    results().push_back(cudaPeekAtLastError());
    results().push_back(cudaPeekAtLastError());
    results().push_back(cudaGetLastError());
    results().push_back(cudaGetLastError());
    nothing<<<1, 1>>>();
    results().push_back(cudaGetLastError());
}
CASE(launch_million_blocks)
{
    nothing<<<1000000, 1>>>();
}
CASE(launch_three_dimensions)
{
    int* out = zeroes<int>(24);
    where<<<dim3(2, 3, 4), dim3(1, 1, 1)>>>(out);
    keep(out, 24);
}
CASE(launch_with_arguments)
{
    int* out = zeroes<int>(2);
    take<<<1, 1>>>(1, 2, nullptr, out);
    keep(out, 1);
    take<<<1, 1>>>(1, 2, 0, out);
    keep(out, 1);
    templated<int, 9><<<1, 1>>>(out + 1);
    keep(out + 1, 1);
    take_objects<<<1, 64>>>(make_float4(1, 2, 3, 4), Counted(10), make_int3(1, 2, 3), out);
    keep(out, 1);
}
// Which kernel: from functions of the standard library, whose reads of the host's memory the compiler instruments.
CASE(launches_of_computed_kernels)
{
    using Kernel = void (*)(int*, int);
    const std::vector<Kernel> kernels{store, store_negated};
    const std::map<std::string, Kernel> by_name{{"store", store}, {"negated", store_negated}};
    const std::vector<bool> negate{true};
    int evaluated = 0;
    const auto pick = [&] { return kernels[std::size_t(evaluated++)]; };
    int* out = device_array<int>(32);
    const auto keep_last = [&] {
        int last = 0;
        cudaMemcpy(&last, out + 31, sizeof last, cudaMemcpyDeviceToHost);
        results().push_back(last);
    };
    kernels[0]<<<1, 32>>>(out, 10);
    keep_last();
    (negate[0] ? store_negated : store)<<<1, 32>>>(out, 20);
    keep_last();
    by_name.find("store")->second<<<1, 32>>>(out, 30);
    keep_last();
    by_name.at("negated")<<<1, 32>>>(out, 40);
    keep_last();
    pick()<<<1, 32>>>(out, 50);
    keep_last();
    results().push_back(evaluated);
}
CASE(symbols)
{
    const int values[4] = {1, 2, 3, 4};
    results().push_back(cudaMemcpyToSymbol(constants, values, sizeof values));
    int* out = zeroes<int>(2);
    use_symbols<<<1, 1>>>(out);
    keep(out, 2);
    int now = 0;
    results().push_back(cudaMemcpyFromSymbol(&now, variable, sizeof now));
    results().push_back(now);
    int* address = nullptr;
    results().push_back(cudaGetSymbolAddress(reinterpret_cast<void**>(&address), variable));
    results().push_back(cudaMemcpyToSymbol(constants, values, sizeof values, 4));
    const int three = 3;
    cudaMemcpyToSymbol(variable, &three, sizeof three);
    cudaGetLastError();
}
CASE(copy_of_one_too_many)
{
    const std::vector<int> host(100);
    int* d = device_array<int>(99);                                         // here: an array of 99
    cudaMemcpy(d, host.data(), 100 * sizeof(int), cudaMemcpyHostToDevice);  // here: copy_of_one_too_many
}
CASE(copy_from_the_middle)
{
    std::vector<int> host(100);
    int* d = zeroes<int>(100);
    cudaMemcpy(host.data(), d + 2, 100 * sizeof(int), cudaMemcpyDeviceToHost);  // here: copy_from_the_middle
}
CASE(copy_from_freed_memory)
{
    std::vector<int> host(100);
    int* d = zeroes<int>(100);
    cudaFree(d);
    cudaMemcpy(host.data(), d, 100 * sizeof(int), cudaMemcpyDeviceToHost);  // here: copy_from_freed_memory
}
CASE(fill_of_one_too_many)
{
    cudaMemset(device_array<int>(99), 0, 100 * sizeof(int));  // here: fill_of_one_too_many
}
CASE(copies_in_wrong_directions)
{
    std::vector<int> host(100), other(100);
    int *a = zeroes<int>(100), *b = zeroes<int>(100);
    const std::size_t bytes = 100 * sizeof(int);
    cudaMemcpy(host.data(), a, bytes, cudaMemcpyHostToDevice);  // here: copies_in_wrong_directions
    cudaMemcpy(host.data(), other.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(a, b, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(a, host.data(), bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(a, host.data(), bytes, cudaMemcpyDeviceToDevice);
    cudaMemcpy(host.data(), a, bytes, cudaMemcpyHostToHost);
}
// One block of 200 KiB fits on each of 8 multiprocessors, and 5 of 40 KiB.
CASE(cooperative_launches)
{
    cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * 1024);
    for (unsigned blocks : {8, 9})
        results().push_back(
            cudaLaunchCooperativeKernel((void*)nothing, blocks, 32, nullptr, 200 * 1024, nullptr));
    float* out = device_array<float>(64);
    void* arguments[] = {&out};
    for (unsigned blocks : {40, 41})
        results().push_back(cudaLaunchCooperativeKernel((void*)sum_in_tile<40>, blocks, 64, arguments));
    cudaGetLastError();
}
CASE(occupancy)
{
    int blocks = 0, grid = 0, size = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 256, 0);
    results().push_back(blocks);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 128, 100 * 1024);
    results().push_back(blocks);
    cudaOccupancyMaxPotentialBlockSize(&grid, &size, nothing);
    results().push_back(grid * size);
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, nothing);
    results().push_back(attributes.maxThreadsPerBlock);
    cudaFuncGetAttributes(&attributes, sum_in_tile<40>);
    results().push_back(long(attributes.sharedSizeBytes));
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sum_in_tile<40>, 64, 0);
    results().push_back(blocks);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sum_in_tile<40>, 64, 60 * 1024);
    results().push_back(blocks);
    std::size_t rest = 0;
    cudaOccupancyAvailableDynamicSMemPerBlock(&rest, sum_in_tile<40>, 5, 64);
    results().push_back(long(rest));
}

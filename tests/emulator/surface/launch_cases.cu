// Launches without <<<...>>>, separate variables of the device, dynamic shared memory, lambdas, printf and assert.
#include "cases.h"
#include "check.h"

#include <cassert>
#include <cstdio>

namespace {

__device__ int launch_counter = 5;
__device__ float table[4] = {1, 2, 3, 4};
__constant__ float weights[3];

template <class T>
__global__ void scale(T* v, T factor, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] *= factor;
}

__global__ void reverse(int* v)
{
    extern __shared__ int dynamic[];
    dynamic[threadIdx.x] = v[threadIdx.x];
    __syncthreads();
    v[threadIdx.x] = dynamic[blockDim.x - 1 - threadIdx.x];
}

__global__ void symbols()
{
    atomicAdd(&launch_counter, 1);
    CHECK(table[threadIdx.x % 4] == threadIdx.x % 4 + 1 && weights[1] == 0.5f);
}

template <class Function>
__global__ void for_each(int n, Function function)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        function(i);
}

__global__ void speak()
{
    assert(threadIdx.x < 32);
    if (threadIdx.x == 0)
        printf("%s", "");
}

SURFACE_CASE(launches_by_function)
{
    constexpr int kN = 100;
    float host[kN];
    for (float& x : host)
        x = 1;
    float* v = nullptr;
    cudaMalloc(&v, sizeof host);
    cudaMemcpy(v, host, sizeof host, cudaMemcpyHostToDevice);
    float factor = 3;
    int n = kN;
    void* arguments[] = {&v, &factor, &n};
    CHECK_HOST(cudaLaunchKernel((const void*)scale<float>, dim3(2), dim3(64), arguments, 0, nullptr) ==
               cudaSuccess);
    cudaLaunchConfig_t config = {};
    config.gridDim = 2;
    config.blockDim = 64;
    CHECK_HOST(cudaLaunchKernelEx(&config, scale<float>, v, 2.0f, kN) == cudaSuccess);
    cudaMemcpy(host, v, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(v);
    CHECK_HOST(host[0] == 6 && host[kN - 1] == 6);
    return 0;
}

SURFACE_CASE(dynamic_shared_memory)
{
    int host[64];
    for (int i = 0; i < 64; ++i)
        host[i] = i;
    int* v = nullptr;
    cudaMalloc(&v, sizeof host);
    cudaMemcpy(v, host, sizeof host, cudaMemcpyHostToDevice);
    CHECK_HOST(cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000) ==
               cudaSuccess);
    reverse<<<1, 64, 100000>>>(v);
    CHECK_HOST(cudaGetLastError() == cudaSuccess);
    cudaMemcpy(host, v, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(v);
    CHECK_HOST(host[0] == 63 && host[63] == 0);

    cudaFuncAttributes attributes;
    CHECK_HOST(cudaFuncGetAttributes(&attributes, reverse) == cudaSuccess &&
               attributes.maxThreadsPerBlock == 1024);
    int blocks = 0, block_size = 0, least_grid = 0;
    CHECK_HOST(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reverse, 256, 0) == cudaSuccess &&
               blocks == 8);
    CHECK_HOST(cudaOccupancyMaxPotentialBlockSize(&least_grid, &block_size, reverse) == cudaSuccess);
    CHECK_HOST(block_size % 32 == 0 && block_size > 0 && least_grid > 0);
    return 0;
}

SURFACE_CASE(variables_of_the_device)
{
    const float three[3] = {0.25f, 0.5f, 0.25f};
    CHECK_HOST(cudaMemcpyToSymbol(weights, three, sizeof three) == cudaSuccess);
    symbols<<<1, 32>>>();
    int value = 0;
    CHECK_HOST(cudaMemcpyFromSymbol(&value, launch_counter, sizeof value) == cudaSuccess && value >= 37);
    std::size_t size = 0;
    void* address = nullptr;
    CHECK_HOST(cudaGetSymbolSize(&size, table) == cudaSuccess && size == sizeof(float[4]));
    CHECK_HOST(cudaGetSymbolAddress(&address, table) == cudaSuccess);
    float last = 0;
    CHECK_HOST(cudaMemcpy(&last, static_cast<float*>(address) + 3, sizeof last, cudaMemcpyDeviceToHost) ==
               cudaSuccess);
    CHECK_HOST(last == 4);
    return take_failed_line();
}

int lambdas()
{
    int* v = nullptr;
    cudaMalloc(&v, 100 * sizeof *v);
    const int offset = 7;
    for_each<<<1, 32>>>(100, [=] __device__(int i) { v[i] = i + offset; });
    int last = 0;
    cudaMemcpy(&last, v + 99, sizeof last, cudaMemcpyDeviceToHost);
    cudaFree(v);
    return last;
}

SURFACE_CASE(device_lambdas)
{
    CHECK_HOST(lambdas() == 106);
    speak<<<1, 32>>>();
    return 0;
}

// api_cases.cu, which is compiled apart, has a kernel of the same name. Together their arrays are larger than a block's 48 KB.
__global__ void fill_shared_memory(int* sum)
{
    __shared__ int words[7000];
    for (int i = threadIdx.x; i < 7000; i += blockDim.x)
        words[i] = i;
    __syncthreads();
    atomicAdd(sum, words[7000 - 1 - threadIdx.x]);
}

SURFACE_CASE(its_namesake)
{
    int* sum = nullptr;
    CHECK_HOST(cudaMalloc(&sum, sizeof *sum) == cudaSuccess &&
               cudaMemset(sum, 0, sizeof *sum) == cudaSuccess);
    fill_shared_memory<<<1, 32>>>(sum);
    CHECK_HOST(cudaDeviceSynchronize() == cudaSuccess);
    int host = 0;
    cudaMemcpy(&host, sum, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(sum);
    CHECK_HOST(host == 32 * (7000 - 1) - 31 * 32 / 2);
    return 0;
}

// A launch copies a class once, on the host. Threads get its bytes: no constructor and no destructor runs in them.
struct Counting {
    static int copies, destroyed;
    int value;

    explicit Counting(int v) : value(v) {}
    Counting(const Counting& other) : value(other.value + 1) { ++copies; }
    ~Counting() { ++destroyed; }

    static bool were(int expected_copies, int expected_destroyed)
    {
        const bool equal = copies == expected_copies && destroyed == expected_destroyed;
        copies = destroyed = 0;
        return equal;
    }
};
int Counting::copies, Counting::destroyed;

__global__ void use_class(Counting c, const int* n, double x)
{
    CHECK(c.value == 6 && n == nullptr && x == 2.5);
    c.value = int(threadIdx.x);  // of this thread only
    __syncthreads();
    if (threadIdx.x == 0)
        return;
    CHECK(c.value == int(threadIdx.x));
}

template <class A, class B>
__global__ void use_classes(A a, int n, B b)
{
    CHECK(a.value == 6 && b.value == 6 && n == 4);
}

__global__ void use_bytes(Counting c)
{
    CHECK(c.value == 5);
}

}  // namespace

SURFACE_CASE(arguments_of_class_type_are_copied_once)
{
    {
        const Counting c(5);
        Counting::were(0, 0);
        use_class<<<2, 64>>>(c, 0, 2.5);
        CHECK_HOST(Counting::were(1, 1));
        use_classes<<<1, 33>>>(c, 4, c);
        CHECK_HOST(Counting::were(2, 2));
        void* arguments[] = {const_cast<Counting*>(&c)};
        cudaLaunchKernel((void*)use_bytes, dim3(2), dim3(32), arguments, 0, nullptr);
        CHECK_HOST(cudaDeviceSynchronize() == cudaSuccess && Counting::were(0, 0));
    }
    CHECK_HOST(Counting::were(0, 1));
    return take_failed_line();
}

__global__ void write_numbers(int* v)
{
    v[threadIdx.x] = int(threadIdx.x);
#if __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}

__global__ void add_one_to_each(const int* from, int* to)
{
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
    to[threadIdx.x] = from[threadIdx.x] + 1;
}

SURFACE_CASE(a_launch_may_begin_before_the_kernel_in_front_of_it_has_ended)
{
    int *v, *w, last = 0;
    cudaStream_t stream;
    cudaMalloc(&v, 128), cudaMalloc(&w, 128);
    cudaStreamCreate(&stream);
    cudaLaunchAttribute attribute[1];
    attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute[0].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = 1;
    config.blockDim = 32;
    config.stream = stream;
    config.attrs = attribute;
    config.numAttrs = 1;
    write_numbers<<<1, 32, 0, stream>>>(v);
    CHECK_HOST(cudaLaunchKernelEx(&config, add_one_to_each, (const int*)v, w) == cudaSuccess);
    CHECK_HOST(cudaMemcpyAsync(&last, w + 31, sizeof last, cudaMemcpyDeviceToHost, stream) == cudaSuccess);
    CHECK_HOST(cudaStreamSynchronize(stream) == cudaSuccess && last == 32);
    cudaStreamDestroy(stream);
    cudaFree(v), cudaFree(w);
    return 0;
}

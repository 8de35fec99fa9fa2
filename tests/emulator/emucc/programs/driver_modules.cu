// A kernel of this file, loaded and launched by the driver API, as nvcc -ptx driver_modules.cu prepares it.
#include "check.h"

#include <cuda.h>

#include <cstring>
#include <vector>

#define DRIVER_CHECK(call)                                                        \
    do {                                                                          \
        const CUresult result_ = (call);                                          \
        if (result_ != CUDA_SUCCESS) {                                            \
            const char* name_ = nullptr;                                          \
            cuGetErrorName(result_, &name_);                                      \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, name_); \
            exit(1);                                                              \
        }                                                                         \
    } while (0)

__constant__ float factor[2];
__device__ int calls;

extern "C" __global__ void scaled_sum(const float* a, const float* b, float* c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = factor[0] * a[i] + factor[1] * b[i];
    if (i == 0)
        ++calls;
}

namespace names {
__global__ void mixed(char small, double large, int* to)
{
    *to = small + int(large);
}
}  // namespace names

// A text of PTX that names the program's own kernels.
const char* const kText =
    "//\n.version 8.0\n.target sm_80\n.visible .entry scaled_sum(\n.param .u64 a)\n{ ret; }\n";

int main()
{
    const int n = 100;
    CUdevice device;
    CUcontext context;
    CUmodule module, of_text;
    CUfunction function, mixed;
    DRIVER_CHECK(cuInit(0));
    DRIVER_CHECK(cuDeviceGet(&device, 0));
    DRIVER_CHECK(cuCtxCreate(&context, 0, device));
    DRIVER_CHECK(cuModuleLoad(&module, "data/driver_modules.ptx"));
    DRIVER_CHECK(cuModuleGetFunction(&function, module, "scaled_sum"));

    CUdeviceptr a, b, c, pointer;
    const size_t bytes = n * sizeof(float);
    DRIVER_CHECK(cuMemAlloc(&a, bytes));
    DRIVER_CHECK(cuMemAlloc(&b, bytes));
    DRIVER_CHECK(cuMemAlloc(&c, bytes));
    std::vector<float> h(n);
    for (int i = 0; i < n; ++i)
        h[i] = float(i);
    DRIVER_CHECK(cuMemcpyHtoD(a, h.data(), bytes));
    DRIVER_CHECK(cuMemcpyHtoD(b, h.data(), bytes));
    size_t size = 0;
    DRIVER_CHECK(cuModuleGetGlobal(&pointer, &size, module, "factor"));
    expect(size == 2 * sizeof(float), "the size of a variable");
    const float factors[2] = {2, 3};
    DRIVER_CHECK(cuMemcpyHtoD(pointer, factors, sizeof factors));

    int count = n;
    void* arguments[] = {&a, &b, &c, &count};
    DRIVER_CHECK(cuLaunchKernel(function, 4, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr));
    DRIVER_CHECK(cuCtxSynchronize());
    DRIVER_CHECK(cuMemcpyDtoH(h.data(), c, bytes));
    expect(h[99] == 495, "the arguments' addresses");

    // The same launch, with the arguments in a buffer.
    struct {
        CUdeviceptr a, b, c;
        int n;
    } buffer = {a, c, c, n};
    size = offsetof(decltype(buffer), n) + sizeof(int);
    void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    DRIVER_CHECK(cuModuleLoadData(&of_text, kText));
    DRIVER_CHECK(cuModuleGetFunction(&function, of_text, "scaled_sum"));
    DRIVER_CHECK(cuLaunchKernel(function, 4, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra));
    DRIVER_CHECK(cuMemcpyDtoH(h.data(), c, bytes));
    expect(h[99] == 2 * 99 + 3 * 495, "the arguments in a buffer");
    int called = 0;
    DRIVER_CHECK(cuModuleGetGlobal(&pointer, nullptr, module, "calls"));
    DRIVER_CHECK(cuMemcpyDtoH(&called, pointer, sizeof called));
    expect(called == 2, "a variable of the kernel");

    char small = 3;
    double large = 4.5;
    void* of_mixed[] = {&small, &large, &c};
    DRIVER_CHECK(cuModuleGetFunction(&mixed, module, "_ZN5names5mixedEcdPi"));
    DRIVER_CHECK(cuLaunchKernel(mixed, 1, 1, 1, 1, 1, 1, 0, nullptr, of_mixed, nullptr));
    int result = 0, threads = 0, blocks = 0;
    DRIVER_CHECK(cuMemcpyDtoH(&result, c, sizeof result));
    expect(result == 7, "a kernel by its mangled name");
    DRIVER_CHECK(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, mixed));
    DRIVER_CHECK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, mixed, 256, 0));
    expect(threads == 1024 && blocks == 8, "the kernel's limits");
    expect(
        cuLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, of_mixed, nullptr) == CUDA_ERROR_INVALID_HANDLE,
        "a function that is not there");
    DRIVER_CHECK(cuModuleUnload(of_text));
    DRIVER_CHECK(cuModuleUnload(module));
    for (const CUdeviceptr each : {a, b, c})
        DRIVER_CHECK(cuMemFree(each));
    DRIVER_CHECK(cuCtxDestroy(context));
    printf("Test PASSED\n");
}

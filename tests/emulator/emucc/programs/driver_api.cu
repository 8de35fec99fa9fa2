// A kernel of the runtime API on memory, streams and events of the driver API; contexts, and the device's properties.
#include "check.h"

#include <cuda.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#define DRIVER_CHECK(call)                                                                    \
    do {                                                                                      \
        const CUresult result_ = (call);                                                      \
        if (result_ != CUDA_SUCCESS) {                                                        \
            const char *name_ = nullptr, *text_ = nullptr;                                    \
            cuGetErrorName(result_, &name_);                                                  \
            cuGetErrorString(result_, &text_);                                                \
            fprintf(stderr, "%s:%d: %s: %s (%s)\n", __FILE__, __LINE__, #call, name_, text_); \
            exit(1);                                                                          \
        }                                                                                     \
    } while (0)

__global__ void square(const float* in, float* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * in[i];
}

static void print_device()
{
    int count = 0, version = 0, warp = 0, major = 0, minor = 0, width = -1, mode = -1;
    CUdevice device = 7;
    char name[100];
    size_t bytes = 0;
    DRIVER_CHECK(cuDriverGetVersion(&version));
    DRIVER_CHECK(cuDeviceGetCount(&count));
    DRIVER_CHECK(cuDeviceGet(&device, 0));
    DRIVER_CHECK(cuDeviceGetName(name, sizeof name, device));
    DRIVER_CHECK(cuDeviceTotalMem(&bytes, device));
    DRIVER_CHECK(cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device));
    DRIVER_CHECK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    DRIVER_CHECK(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
    DRIVER_CHECK(cuDeviceGetAttribute(&width, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH, device));
    DRIVER_CHECK(cuDeviceGetAttribute(&mode, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, device));
    expect(width >= 0 && mode != CU_COMPUTEMODE_PROHIBITED, "more of the device's properties");
    printf("%d devices, the first is %s (%d.%d), driver %d\n", count, name, major, minor, version);
    expect(count >= 1 && name[0] && warp == 32 && bytes > 0 && version >= 12000, "the device's properties");
    expect(cuDeviceGet(&device, count) == CUDA_ERROR_INVALID_DEVICE, "a device that is not there");
}

static CUresult create_context(CUcontext* context, unsigned flags, CUdevice device)
{
#if CUDA_VERSION >= 13000
    return cuCtxCreate(context, nullptr, flags, device);
#else
    return cuCtxCreate(context, flags, device);
#endif
}

static void use_contexts()
{
    CUcontext mine = nullptr, other = nullptr, got = nullptr;
    CUdevice device = 7;
    CUdeviceptr memory = 0;
    expect(cuMemAlloc(&memory, 4) == CUDA_ERROR_INVALID_CONTEXT, "an allocation without a context");
    DRIVER_CHECK(create_context(&mine, CU_CTX_SCHED_AUTO, 0));
    DRIVER_CHECK(cuCtxGetCurrent(&got));
    DRIVER_CHECK(cuCtxGetDevice(&device));
    expect(got == mine && device == 0, "a new context is current");
    DRIVER_CHECK(create_context(&other, 0, 0));
    DRIVER_CHECK(cuCtxPopCurrent(&got));
    expect(got == other, "contexts are a stack");
    DRIVER_CHECK(cuCtxSetCurrent(other));
    DRIVER_CHECK(cuMemAlloc(&memory, 1000));  // cuCtxDestroy() frees it
    DRIVER_CHECK(cuCtxSynchronize());
    DRIVER_CHECK(cuCtxDestroy(other));
    DRIVER_CHECK(cuCtxSetCurrent(mine));
    DRIVER_CHECK(cuCtxDestroy(mine));

    CUcontext primary = nullptr;
    DRIVER_CHECK(cuDevicePrimaryCtxRetain(&primary, 0));
    DRIVER_CHECK(cuCtxSetCurrent(primary));
}

static void run_kernel()
{
    const int n = 1000;
    const size_t bytes = n * sizeof(float);
    std::vector<float> h(n), result(n);
    for (int i = 0; i < n; ++i)
        h[i] = float(i);
    CUdeviceptr in = 0, out = 0;
    CUstream stream;
    CUevent start, stop;
    float ms = -1;
    DRIVER_CHECK(cuMemAlloc(&in, bytes));
    DRIVER_CHECK(cuMemAlloc(&out, bytes));
    DRIVER_CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    DRIVER_CHECK(cuEventCreate(&start, CU_EVENT_DEFAULT));
    DRIVER_CHECK(cuEventCreate(&stop, CU_EVENT_DEFAULT));
    DRIVER_CHECK(cuEventRecord(start, stream));
    DRIVER_CHECK(cuMemcpyHtoDAsync(in, h.data(), bytes, stream));
    square<<<(n + 255) / 256, 256, 0, stream>>>((const float*)in, (float*)out, n);
    DRIVER_CHECK(cuMemcpyDtoHAsync(result.data(), out, bytes, stream));
    DRIVER_CHECK(cuEventRecord(stop, stream));
    DRIVER_CHECK(cuStreamSynchronize(stream));
    DRIVER_CHECK(cuEventElapsedTime(&ms, start, stop));
    for (int i = 0; i < n; ++i)
        expect(result[i] == float(i) * i, "the kernel's result");
    expect(ms >= 0, "a time");

    uint32_t words[4];
    uint16_t halves[8];
    DRIVER_CHECK(cuMemsetD32(in, 0x12345678, n));
    DRIVER_CHECK(cuMemsetD16(in + 4, 0xabcd, 1));
    DRIVER_CHECK(cuMemsetD8(in + 15, 0xff, 1));
    DRIVER_CHECK(cuMemcpyDtoD(out, in, bytes));
    DRIVER_CHECK(cuMemcpyDtoH(words, out, sizeof words));
    expect(words[0] == 0x12345678 && words[1] == 0x1234abcd && words[3] == 0xff345678, "cuMemset");
    DRIVER_CHECK(cuMemcpyDtoH(halves, out + bytes - sizeof halves, sizeof halves));
    expect(halves[6] == 0x5678 && halves[7] == 0x1234, "cuMemset up to the end");

    DRIVER_CHECK(cuMemFree(in));
    DRIVER_CHECK(cuMemFree(out));
    DRIVER_CHECK(cuEventDestroy(start));
    DRIVER_CHECK(cuEventDestroy(stop));
    DRIVER_CHECK(cuStreamDestroy(stream));
}

int main()
{
    int count = 0;
    expect(cuDeviceGetCount(&count) == CUDA_ERROR_NOT_INITIALIZED, "a call before cuInit()");
    DRIVER_CHECK(cuInit(0));
    print_device();
    use_contexts();
    run_kernel();
    const char *name = nullptr, *text = nullptr;
    DRIVER_CHECK(cuGetErrorName(CUDA_ERROR_OUT_OF_MEMORY, &name));
    DRIVER_CHECK(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text));
    expect(strcmp(name, "CUDA_ERROR_OUT_OF_MEMORY") == 0 && strcmp(text, "out of memory") == 0,
           "an error's name");
    expect(cuGetErrorName(CUresult(12345), &name) == CUDA_ERROR_INVALID_VALUE && !name, "no error's name");
    CUresult (*get_version)(int*) = nullptr;
    CUDA_CHECK(cudaGetDriverEntryPoint("cuDriverGetVersion", (void**)&get_version, cudaEnableDefault));
    expect(get_version && get_version(&count) == CUDA_SUCCESS && count >= 12000, "an entry point");
    DRIVER_CHECK(cuDevicePrimaryCtxRelease(0));
    printf("Test PASSED\n");
}

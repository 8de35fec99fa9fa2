// The runtime API: memory of all kinds, copies, streams and events.
#include "cases.h"
#include "check.h"

#include <cuda_pipeline.h>

#include <vector>

namespace {

__global__ void increment(int* v, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        ++v[i];
}

__global__ void fill_rows(char* base, std::size_t pitch, int width, int height)
{
    for (int row = threadIdx.x; row < height; row += blockDim.x)
        for (int column = 0; column < width; ++column)
            reinterpret_cast<int*>(base + row * pitch)[column] = 100 * row + column;
}

__global__ void fill_box(cudaPitchedPtr box, cudaExtent extent)
{
    char* slice = static_cast<char*>(box.ptr) + threadIdx.x * box.pitch * extent.height;
    for (std::size_t y = 0; y < extent.height; ++y)
        for (std::size_t x = 0; x < extent.width; ++x)
            slice[y * box.pitch + x] = char(threadIdx.x + y + x);
}

__global__ void stage(const int4* from, int4* to)
{
    __shared__ int4 staged[32];
    __pipeline_memcpy_async(&staged[threadIdx.x], &from[threadIdx.x], sizeof(int4));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    to[threadIdx.x] = staged[31 - threadIdx.x];
}

SURFACE_CASE(pinned_memory_streams_and_events)
{
    constexpr int kN = 1000, kStreams = 3;
    cudaStream_t streams[kStreams];
    cudaEvent_t start, stop;
    int *host[kStreams], *device[kStreams];
    CHECK_HOST(cudaEventCreate(&start) == cudaSuccess &&
               cudaEventCreateWithFlags(&stop, cudaEventBlockingSync) == cudaSuccess);
    CHECK_HOST(cudaEventRecord(start) == cudaSuccess);
    for (int s = 0; s < kStreams; ++s) {
        CHECK_HOST(cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking) == cudaSuccess);
        CHECK_HOST(cudaMallocHost(&host[s], kN * sizeof(int)) == cudaSuccess);
        CHECK_HOST(cudaMallocAsync(&device[s], kN * sizeof(int), streams[s]) == cudaSuccess);
        for (int i = 0; i < kN; ++i)
            host[s][i] = i;
        cudaMemcpyAsync(device[s], host[s], kN * sizeof(int), cudaMemcpyHostToDevice, streams[s]);
        increment<<<(kN + 255) / 256, 256, 0, streams[s]>>>(device[s], kN);
        cudaMemcpyAsync(host[s], device[s], kN * sizeof(int), cudaMemcpyDeviceToHost, streams[s]);
        CHECK_HOST(cudaFreeAsync(device[s], streams[s]) == cudaSuccess);
    }
    CHECK_HOST(cudaEventRecord(stop, streams[0]) == cudaSuccess &&
               cudaStreamWaitEvent(streams[1], stop) == cudaSuccess);
    for (int s = 0; s < kStreams; ++s) {
        CHECK_HOST(cudaStreamSynchronize(streams[s]) == cudaSuccess &&
                   cudaStreamQuery(streams[s]) == cudaSuccess);
        CHECK_HOST(host[s][0] == 1 && host[s][kN - 1] == kN);
        CHECK_HOST(cudaFreeHost(host[s]) == cudaSuccess && cudaStreamDestroy(streams[s]) == cudaSuccess);
    }
    float ms = -1;
    CHECK_HOST(cudaEventSynchronize(stop) == cudaSuccess && cudaEventQuery(stop) == cudaSuccess);
    CHECK_HOST(cudaEventElapsedTime(&ms, start, stop) == cudaSuccess && ms >= 0);
    CHECK_HOST(cudaEventDestroy(start) == cudaSuccess && cudaEventDestroy(stop) == cudaSuccess);
    return 0;
}

SURFACE_CASE(mapped_and_managed_memory)
{
    int *mapped = nullptr, *alias = nullptr, *managed = nullptr;
    CHECK_HOST(cudaHostAlloc(&mapped, 64 * sizeof(int), cudaHostAllocMapped) == cudaSuccess);
    CHECK_HOST(cudaHostGetDevicePointer(&alias, mapped, 0) == cudaSuccess);
    CHECK_HOST(cudaMallocManaged(&managed, 64 * sizeof(int)) == cudaSuccess);
    for (int i = 0; i < 64; ++i)
        mapped[i] = managed[i] = i;
    increment<<<1, 64>>>(alias, 64);
    increment<<<1, 64>>>(managed, 64);
    CHECK_HOST(cudaDeviceSynchronize() == cudaSuccess && mapped[63] == 64 && managed[63] == 64);
    cudaPointerAttributes attributes;
    CHECK_HOST(cudaPointerGetAttributes(&attributes, managed) == cudaSuccess &&
               attributes.type == cudaMemoryTypeManaged);
    CHECK_HOST(cudaFree(managed) == cudaSuccess && cudaFreeHost(mapped) == cudaSuccess);

    std::vector<int> pinned(64);
    CHECK_HOST(cudaHostRegister(pinned.data(), 64 * sizeof(int), cudaHostRegisterDefault) == cudaSuccess);
    CHECK_HOST(cudaHostUnregister(pinned.data()) == cudaSuccess);
    return 0;
}

SURFACE_CASE(pointers_to_const)
{
    const float *numbers = nullptr, *mapped = nullptr;
    const void* any = nullptr;
    std::size_t pitch = 0;
    CHECK_HOST(cudaMalloc(&numbers, 64) == cudaSuccess && cudaFree((void*)numbers) == cudaSuccess);
    CHECK_HOST(cudaMalloc(&any, 64) == cudaSuccess && cudaFree((void*)any) == cudaSuccess);
    CHECK_HOST(cudaMallocManaged(&numbers, 64) == cudaSuccess && cudaFree((void*)numbers) == cudaSuccess);
    CHECK_HOST(cudaMallocPitch(&numbers, &pitch, 64, 2) == cudaSuccess &&
               cudaFree((void*)numbers) == cudaSuccess);
    CHECK_HOST(cudaMallocAsync(&numbers, 64, 0) == cudaSuccess &&
               cudaFreeAsync((void*)numbers, 0) == cudaSuccess);
    CHECK_HOST(cudaMallocHost(&numbers, 64) == cudaSuccess && cudaFreeHost((void*)numbers) == cudaSuccess);
    CHECK_HOST(cudaHostAlloc(&numbers, 64, cudaHostAllocMapped) == cudaSuccess &&
               cudaHostGetDevicePointer(&mapped, (void*)numbers, 0) == cudaSuccess &&
               cudaFreeHost((void*)numbers) == cudaSuccess);
    return 0;
}

SURFACE_CASE(pitched_memory)
{
    constexpr int kWidth = 50, kHeight = 7;
    char* image = nullptr;
    std::size_t pitch = 0;
    CHECK_HOST(cudaMallocPitch(&image, &pitch, kWidth * sizeof(int), kHeight) == cudaSuccess &&
               pitch % 128 == 0);
    CHECK_HOST(cudaMemset2D(image, pitch, 0, kWidth * sizeof(int), kHeight) == cudaSuccess);
    fill_rows<<<1, 32>>>(image, pitch, kWidth, kHeight);
    int host[kHeight][kWidth] = {};
    CHECK_HOST(cudaMemcpy2DAsync(host, sizeof host[0], image, pitch, sizeof host[0], kHeight,
                                 cudaMemcpyDeviceToHost, nullptr) == cudaSuccess);
    CHECK_HOST(host[6][49] == 649);
    host[6][49] = 1;
    CHECK_HOST(cudaMemcpy2D(image, pitch, host, sizeof host[0], sizeof host[0], kHeight,
                            cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK_HOST(cudaFree(image) == cudaSuccess);

    const cudaExtent extent = make_cudaExtent(10, 5, 3);
    cudaPitchedPtr box;
    CHECK_HOST(cudaMalloc3D(&box, extent) == cudaSuccess && cudaMemset3D(box, 0, extent) == cudaSuccess);
    fill_box<<<1, 3>>>(box, extent);
    char cells[3][5][10];
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = box;
    copy.dstPtr = make_cudaPitchedPtr(cells, 10, 10, 5);
    copy.extent = extent;
    copy.kind = cudaMemcpyDeviceToHost;
    CHECK_HOST(cudaMemcpy3D(&copy) == cudaSuccess && cells[2][4][9] == 15);
    CHECK_HOST(cudaFree(box.ptr) == cudaSuccess);
    return 0;
}

SURFACE_CASE(pipelined_copies)
{
    int4 host[32] = {};
    for (int i = 0; i < 32; ++i)
        host[i].w = i;
    int4 *from = nullptr, *to = nullptr;
    cudaMalloc(&from, sizeof host);
    cudaMalloc(&to, sizeof host);
    cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
    stage<<<1, 32>>>(from, to);
    cudaMemcpy(host, to, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(from);
    cudaFree(to);
    CHECK_HOST(host[0].w == 31);
    return 0;
}

SURFACE_CASE(device_queries)
{
    int count = 0, device = -1, value = 0;
    cudaDeviceProp properties;
    CHECK_HOST(cudaGetDeviceCount(&count) == cudaSuccess && count > 0 && cudaSetDevice(0) == cudaSuccess);
    CHECK_HOST(cudaGetDevice(&device) == cudaSuccess && device == 0);
    CHECK_HOST(cudaGetDeviceProperties(&properties, 0) == cudaSuccess && properties.warpSize == 32 &&
               properties.major >= 7);
    CHECK_HOST(cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, 0) == cudaSuccess &&
               value == 1024);
    std::size_t free_bytes = 0, total_bytes = 0;
    CHECK_HOST(cudaMemGetInfo(&free_bytes, &total_bytes) == cudaSuccess && free_bytes <= total_bytes);
    int least = -1, greatest = -1, version = 0;
    CHECK_HOST(cudaDeviceGetStreamPriorityRange(&least, &greatest) == cudaSuccess && greatest <= least);
    CHECK_HOST(cudaRuntimeGetVersion(&version) == cudaSuccess && version >= 12000);
    return 0;
}

// launch_cases.cu, which is compiled apart, has a kernel of the same name. Together their arrays are larger than a block's 48 KB.
__global__ void fill_shared_memory(int* sum)
{
    __shared__ int words[8000];
    for (int i = threadIdx.x; i < 8000; i += blockDim.x)
        words[i] = i;
    __syncthreads();
    atomicAdd(sum, words[8000 - 1 - threadIdx.x]);
}

SURFACE_CASE(a_kernel_with_a_namesake)
{
    int* sum = nullptr;
    CHECK_HOST(cudaMalloc(&sum, sizeof *sum) == cudaSuccess &&
               cudaMemset(sum, 0, sizeof *sum) == cudaSuccess);
    fill_shared_memory<<<1, 32>>>(sum);
    CHECK_HOST(cudaDeviceSynchronize() == cudaSuccess);
    int host = 0;
    cudaMemcpy(&host, sum, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(sum);
    CHECK_HOST(host == 32 * (8000 - 1) - 31 * 32 / 2);
    return 0;
}

}  // namespace

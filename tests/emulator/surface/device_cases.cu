// Several devices: what a pair of GPUs returns. Each case does nothing with fewer than two devices. On the emulator run
// them with CUDA_EMULATOR=devices=2.
#include "cases.h"
#include "check.h"

#if EMULATOR
#include "emulator.h"
#endif

#include <thread>
#include <vector>

namespace {

constexpr int kCount = 4096;
constexpr std::size_t kBytes = kCount * sizeof(int);

__device__ int own_value = 5;
__constant__ int own_constant = 7;

__global__ void fill_all(int* data, int value)
{
    data[blockIdx.x * blockDim.x + threadIdx.x] = value + int(blockIdx.x * blockDim.x + threadIdx.x);
}

__global__ void add_other(const int* other, int* data)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] += other[i];
}

__global__ void count_system_wide(int* counter)
{
    atomicAdd_system(counter, 1);
}

__global__ void change_own(int* result)
{
    own_value += own_constant;
    *result = own_value;
}

bool has_two()
{
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess && count >= 2;
}

// The emulator also reports calls that return an error.
void forget_reports()
{
#if EMULATOR
    emu::take_reports();
#endif
}

// Device 0 is current when a case begins and when it ends; the error of a call is forgotten.
class TwoDevices {
public:
    TwoDevices() { cudaSetDevice(0); }
    ~TwoDevices()
    {
        for (int device : {1, 0}) {
            cudaSetDevice(device);
            cudaDeviceSynchronize();
            cudaDeviceReset();
        }
        cudaGetLastError();
    }
};

int* array_on(int device)
{
    int* data = nullptr;
    cudaSetDevice(device);
    cudaMalloc(&data, kBytes);
    fill_all<<<kCount / 256, 256>>>(data, 1000 * device);
    cudaDeviceSynchronize();
    return data;
}

int read_element(const int* data, int i)
{
    int value = -1;
    cudaMemcpy(&value, data + i, sizeof value, cudaMemcpyDefault);
    return value;
}

SURFACE_CASE(the_current_device_is_of_the_thread)
{
    if (!has_two())
        return 0;
    const TwoDevices two;
    int device = -1, there = -1, count = 0;
    cudaGetDeviceCount(&count);
    CHECK_HOST(cudaSetDevice(1) == cudaSuccess);
    std::thread([&] { cudaGetDevice(&there); }).join();
    CHECK_HOST(cudaGetDevice(&device) == cudaSuccess && device == 1 && there == 0);
    CHECK_HOST(cudaSetDevice(count) == cudaErrorInvalidDevice);
    CHECK_HOST(cudaSetDevice(-1) == cudaErrorInvalidDevice);
    CHECK_HOST(cudaGetDevice(&device) == cudaSuccess && device == 1);
    cudaDeviceProp properties;
    CHECK_HOST(cudaGetDeviceProperties(&properties, count) == cudaErrorInvalidDevice);
    return 0;
}

SURFACE_CASE(memory_belongs_to_the_current_device)
{
    if (!has_two())
        return 0;
    const TwoDevices two;
    for (int device : {0, 1}) {
        int* data = array_on(device);
        cudaPointerAttributes attributes;
        CHECK_HOST(cudaPointerGetAttributes(&attributes, data) == cudaSuccess);
        CHECK_HOST(attributes.device == device && attributes.type == cudaMemoryTypeDevice);
        cudaSetDevice(1 - device);  // other devices may copy and free it
        CHECK_HOST(read_element(data, 5) == 1000 * device + 5);
        CHECK_HOST(cudaFree(data) == cudaSuccess);
    }
    return 0;
}

SURFACE_CASE(peer_access_returns_its_errors)
{
    if (!has_two())
        return 0;
    const TwoDevices two;
    int can = -1, count = 0, value = -1;
    cudaGetDeviceCount(&count);
    CHECK_HOST(cudaDeviceCanAccessPeer(&can, 0, 0) == cudaSuccess && can == 0);
    CHECK_HOST(cudaDeviceCanAccessPeer(&can, 0, count) == cudaErrorInvalidDevice);
    CHECK_HOST(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 0) ==
               cudaErrorInvalidDevice);
    CHECK_HOST(cudaDeviceEnablePeerAccess(0, 0) == cudaErrorPeerAccessUnsupported);
    CHECK_HOST(cudaDeviceEnablePeerAccess(count, 0) == cudaErrorInvalidDevice);
    CHECK_HOST(cudaDeviceDisablePeerAccess(1) == cudaErrorPeerAccessNotEnabled);
    CHECK_HOST(cudaDeviceCanAccessPeer(&can, 0, 1) == cudaSuccess);
    if (!can)
        return 0;
    CHECK_HOST(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1) == cudaSuccess &&
               value == 1);
    CHECK_HOST(cudaDeviceEnablePeerAccess(1, 1) == cudaErrorInvalidValue);
    CHECK_HOST(cudaDeviceEnablePeerAccess(1, 0) == cudaSuccess);
    CHECK_HOST(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorPeerAccessAlreadyEnabled);
    CHECK_HOST(cudaDeviceDisablePeerAccess(1) == cudaSuccess);
    CHECK_HOST(cudaDeviceDisablePeerAccess(1) == cudaErrorPeerAccessNotEnabled);
    return 0;
}

SURFACE_CASE(copies_between_devices_need_no_peer_access)
{
    if (!has_two())
        return 0;
    const TwoDevices two;
    int *here = array_on(0), *there = array_on(1);
    CHECK_HOST(cudaMemcpyPeer(here, 0, there, 1, kBytes) == cudaSuccess && read_element(here, 9) == 1009);
    cudaSetDevice(0);
    fill_all<<<kCount / 256, 256>>>(here, 50);
    CHECK_HOST(cudaMemcpy(there, here, kBytes, cudaMemcpyDeviceToDevice) == cudaSuccess);
    CHECK_HOST(read_element(there, 9) == 59);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    fill_all<<<kCount / 256, 256, 0, stream>>>(here, 70);
    CHECK_HOST(cudaMemcpyPeerAsync(there, 1, here, 0, kBytes, stream) == cudaSuccess);
    CHECK_HOST(cudaStreamSynchronize(stream) == cudaSuccess && read_element(there, 9) == 79);
    CHECK_HOST(cudaMemcpyPeer(here, 0, there, 99, kBytes) == cudaErrorInvalidDevice);
    return 0;
}

SURFACE_CASE(kernels_use_the_memory_of_peers)
{
    int can = 0;
    if (!has_two() || cudaDeviceCanAccessPeer(&can, 0, 1) != cudaSuccess || !can)
        return 0;
    const TwoDevices two;
    int *here = array_on(0), *there = array_on(1);
    cudaSetDevice(0);
    CHECK_HOST(cudaDeviceEnablePeerAccess(1, 0) == cudaSuccess);
    add_other<<<kCount / 256, 256>>>(there, here);
    CHECK_HOST(cudaDeviceSynchronize() == cudaSuccess && read_element(here, 3) == 1006);
    cudaMemset(there, 0, sizeof(int));
    cudaDeviceSynchronize();
    for (int device : {0, 1}) {
        cudaSetDevice(device);
        count_system_wide<<<10, 100>>>(there);
    }
    for (int device : {0, 1}) {
        cudaSetDevice(device);
        CHECK_HOST(cudaDeviceSynchronize() == cudaSuccess);
    }
    CHECK_HOST(read_element(there, 0) == 2000);
    return 0;
}

SURFACE_CASE(streams_and_events_belong_to_a_device)
{
    if (!has_two())
        return 0;
    const TwoDevices two;
    cudaStream_t stream[2];
    cudaEvent_t event[2];
    int* data[2];
    for (int device : {0, 1}) {
        data[device] = array_on(device);
        cudaStreamCreate(&stream[device]);
        cudaEventCreate(&event[device]);
        CHECK_HOST(cudaEventRecord(event[device], stream[device]) == cudaSuccess);
        CHECK_HOST(cudaEventSynchronize(event[device]) == cudaSuccess);
    }
#if EMULATOR  // CUDA 13.0 on H200s runs the kernel on device 0, though the programming guide says that the launch fails
    fill_all<<<kCount / 256, 256, 0, stream[0]>>>(data[1], 0);  // device 1 is current
    CHECK_HOST(cudaGetLastError() == cudaErrorInvalidResourceHandle);
#endif
    CHECK_HOST(cudaEventRecord(event[0], stream[1]) == cudaErrorInvalidResourceHandle);
    float time = 0;
    CHECK_HOST(cudaEventElapsedTime(&time, event[0], event[1]) == cudaErrorInvalidResourceHandle);
    cudaGetLastError();
    forget_reports();
    CHECK_HOST(cudaStreamWaitEvent(stream[0], event[1], 0) == cudaSuccess);
    CHECK_HOST(cudaStreamSynchronize(stream[0]) == cudaSuccess && cudaEventQuery(event[0]) == cudaSuccess);
    CHECK_HOST(cudaMemsetAsync(data[0], 0, kBytes, stream[0]) == cudaSuccess);
    CHECK_HOST(cudaStreamSynchronize(stream[0]) == cudaSuccess && read_element(data[0], 8) == 0);
    return 0;
}

SURFACE_CASE(variables_exist_once_per_device)
{
    if (!has_two())
        return 0;
    const TwoDevices two;
    int* result[2];
    for (int device : {0, 1}) {
        cudaSetDevice(device);
        const int constant = 100 + device, value = 5;
        cudaMalloc(&result[device], sizeof(int));
        CHECK_HOST(cudaMemcpyToSymbol(own_constant, &constant, sizeof constant) == cudaSuccess);
        CHECK_HOST(cudaMemcpyToSymbol(own_value, &value, sizeof value) == cudaSuccess);
    }
    for (int round : {1, 2})
        for (int device : {0, 1}) {
            cudaSetDevice(device);
            change_own<<<1, 1>>>(result[device]);
            CHECK_HOST(read_element(result[device], 0) == 5 + round * (100 + device));
        }
    return 0;
}

SURFACE_CASE(a_graph_runs_on_the_device_of_its_capture)
{
    if (!has_two())
        return 0;
    const TwoDevices two;
    int* there = array_on(1);
    cudaStream_t stream, other;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    cudaStreamCreate(&stream);
    CHECK_HOST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
    fill_all<<<kCount / 256, 256, 0, stream>>>(there, 300);
    CHECK_HOST(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
    CHECK_HOST(cudaGraphInstantiate(&ready, graph, 0) == cudaSuccess);
    cudaSetDevice(0);
    cudaStreamCreate(&other);
    CHECK_HOST(cudaGraphLaunch(ready, other) == cudaSuccess);
    CHECK_HOST(cudaStreamSynchronize(other) == cudaSuccess && read_element(there, 1) == 301);
    return 0;
}

}  // namespace

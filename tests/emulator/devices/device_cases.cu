// Several devices: device_test.cpp runs each case with CUDA_EMULATOR=devices=N.
#include "expect.h"

#include <cuda_runtime.h>

#include <thread>
#include <vector>

namespace {

constexpr int kCount = 1000, kBlock = 256, kGrid = (kCount + kBlock - 1) / kBlock;
constexpr std::size_t kBytes = kCount * sizeof(int);

__device__ int counter = 5;
__constant__ int factor[2] = {3, 4};
__managed__ int launches = 0;

__global__ void fill(int* data, int value)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < kCount)
        data[i] = value + i;
}

__global__ void add(const int* other, int* own)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < kCount)
        own[i] += other[i];  // here: add
}

__global__ void add_to_all(int* data)
{
    atomicAdd(data, 1);
}

__global__ void step_counter(int* result)
{
    counter += factor[0];
    ++launches;
    *result = counter * 10 + factor[1];
}

int devices()
{
    int count = 0;
    cudaGetDeviceCount(&count);
    return count;
}

int current()
{
    int device = -1;
    cudaGetDevice(&device);
    return device;
}

int* array_on(int device, int value)
{
    int* data = nullptr;
    cudaSetDevice(device);
    cudaMalloc(&data, kBytes);
    fill<<<kGrid, kBlock>>>(data, value);
    cudaDeviceSynchronize();
    return data;
}

std::vector<int> download(const int* data)
{
    std::vector<int> host(kCount);
    cudaMemcpy(host.data(), data, kBytes, cudaMemcpyDefault);
    return host;
}

void enable_all_peers()
{
    for (int device = 0; device < devices(); ++device) {
        cudaSetDevice(device);
        for (int peer = 0; peer < devices(); ++peer)
            if (peer != device)
                EXPECT(cudaDeviceEnablePeerAccess(peer, 0) == cudaSuccess);
    }
    cudaSetDevice(0);
}

void properties()
{
    const int n = devices();
    std::printf("%d devices\n", n);
    for (int device = 0; device < n; ++device) {
        cudaDeviceProp own;
        EXPECT(cudaGetDeviceProperties(&own, device) == cudaSuccess);
        char bus[16];
        int found = -1, bus_number = -1;
        EXPECT(cudaDeviceGetPCIBusId(bus, sizeof bus, device) == cudaSuccess);
        EXPECT(cudaDeviceGetByPCIBusId(&found, bus) == cudaSuccess && found == device);
        EXPECT(cudaDeviceGetAttribute(&bus_number, cudaDevAttrPciBusId, device) == cudaSuccess);
        EXPECT(bus_number == own.pciBusID);
        for (int other = 0; other < device; ++other) {
            cudaDeviceProp theirs;
            cudaGetDeviceProperties(&theirs, other);
            EXPECT(std::strcmp(theirs.name, own.name) != 0 && theirs.pciBusID != own.pciBusID);
            EXPECT(std::memcmp(&theirs.uuid, &own.uuid, sizeof own.uuid) != 0);
        }
    }
    cudaDeviceProp none;
    EXPECT(cudaGetDeviceProperties(&none, n) == cudaErrorInvalidDevice);
    EXPECT(cudaSetDevice(n) == cudaErrorInvalidDevice);
    EXPECT(cudaSetDevice(-1) == cudaErrorInvalidDevice);
    cudaGetLastError();
    EXPECT(cudaSetDevice(n - 1) == cudaSuccess && current() == n - 1);
    std::thread([] { EXPECT(current() == 0); }).join();
    EXPECT(current() == n - 1);
}

void memory()
{
    const int n = devices();
    std::vector<int*> data;
    for (int device = 0; device < n; ++device) {
        std::size_t before, after, total;
        cudaSetDevice(device);
        cudaMemGetInfo(&before, &total);
        EXPECT(before == total);
        data.push_back(array_on(device, 100 * device));
        cudaMemGetInfo(&after, &total);
        EXPECT(before - after == kBytes);
    }
    for (int device = 0; device < n; ++device) {
        cudaPointerAttributes attributes;
        EXPECT(cudaPointerGetAttributes(&attributes, data[device]) == cudaSuccess);
        EXPECT(attributes.device == device && attributes.type == cudaMemoryTypeDevice);
        EXPECT(download(data[device])[7] == 100 * device + 7);
    }
    int *pinned, *managed;
    cudaSetDevice(n - 1);
    cudaHostAlloc(&pinned, kBytes, cudaHostAllocPortable);
    cudaMallocManaged(&managed, kBytes);
    for (int device = 0; device < n; ++device) {
        cudaSetDevice(device);
        fill<<<kGrid, kBlock>>>(managed, device);
        add<<<kGrid, kBlock>>>(managed, data[device]);
        fill<<<kGrid, kBlock>>>(pinned, device);
        cudaDeviceSynchronize();
        EXPECT(managed[3] == device + 3 && pinned[3] == device + 3);
        EXPECT(download(data[device])[7] == 100 * device + 7 + device + 7);
    }
    for (int device = 0; device < n; ++device)
        cudaFree(data[device]);
    cudaFreeHost(pinned);
    cudaFree(managed);
}

void peer_errors()
{
    int can = -1, value = -1;
    EXPECT(cudaDeviceCanAccessPeer(&can, 0, 1) == cudaSuccess && can == 1);
    EXPECT(cudaDeviceCanAccessPeer(&can, 0, 0) == cudaSuccess && can == 0);
    EXPECT(cudaDeviceCanAccessPeer(&can, 0, devices()) == cudaErrorInvalidDevice);
    EXPECT(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1) == cudaSuccess &&
           value == 1);
    EXPECT(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 0) == cudaErrorInvalidDevice);
    EXPECT(cudaDeviceEnablePeerAccess(0, 0) == cudaErrorInvalidDevice);
    EXPECT(cudaDeviceEnablePeerAccess(devices(), 0) == cudaErrorInvalidDevice);
    EXPECT(cudaDeviceEnablePeerAccess(1, 1) == cudaErrorInvalidValue);
    EXPECT(cudaDeviceDisablePeerAccess(1) == cudaErrorPeerAccessNotEnabled);
    EXPECT(cudaDeviceEnablePeerAccess(1, 0) == cudaSuccess);
    EXPECT(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorPeerAccessAlreadyEnabled);
    EXPECT(cudaGetLastError() == cudaErrorPeerAccessAlreadyEnabled);
    EXPECT(cudaDeviceDisablePeerAccess(1) == cudaSuccess);
    EXPECT(cudaDeviceDisablePeerAccess(1) == cudaErrorPeerAccessNotEnabled);
    cudaGetLastError();
}

// Around the ring of all devices: from each to the next.
void peer_copies()
{
    const int n = devices();
    std::vector<int*> from, to;
    for (int device = 0; device < n; ++device) {
        from.push_back(array_on(device, 100 * device));
        to.push_back(array_on(device, 0));
    }
    for (const bool direct : {false, true}) {
        if (direct)
            enable_all_peers();
        emu::take_work_counters();
        for (int device = 0; device < n; ++device) {
            const int next = (device + 1) % n;
            EXPECT(cudaMemcpyPeer(to[next], next, from[device], device, kBytes) == cudaSuccess);
        }
        const emu::WorkCounters work = emu::take_work_counters();
        EXPECT(int(work.links.size()) == n);
        for (int device = 0; device < n; ++device) {
            const int next = (device + 1) % n;
            EXPECT(download(to[next])[9] == 100 * device + 9);
            const emu::LinkCounters link = link_of(work, device, next);
            EXPECT(link.copies.bytes == (direct ? kBytes : 0));
            EXPECT(link.staged_copies.bytes == (direct ? 0 : kBytes));
            EXPECT(link.copies.requests + link.staged_copies.requests == 1);
        }
    }
    EXPECT(cudaMemcpyPeer(to[1], 1, from[0], n, kBytes) == cudaErrorInvalidDevice);
    // Neither call names a device.
    EXPECT(cudaMemcpy(to[1], from[0], kBytes, cudaMemcpyDefault) == cudaSuccess);
    EXPECT(cudaMemcpy2D(to[1], 40, from[0], 40, 40, 10, cudaMemcpyDeviceToDevice) == cudaSuccess);
    const emu::LinkCounters link = link_of(emu::take_work_counters(), 0, 1);
    EXPECT(link.copies.requests == 2 && link.copies.bytes == kBytes + 400);
    cudaGetLastError();
    for (int device = 0; device < n; ++device) {
        cudaFree(from[device]);
        cudaFree(to[device]);
    }
}

void copy_with_the_wrong_device()
{
    int *here = array_on(0, 0), *there = array_on(1, 0);
    EXPECT(cudaMemcpyPeer(here, 0, there, 0, kBytes) == cudaErrorInvalidValue);  // here: wrong device
}

void peer_kernels()
{
    enable_all_peers();
    int *here = array_on(0, 0), *there = array_on(1, 1000);
    cudaSetDevice(0);
    emu::take_work_counters();
    add<<<kGrid, kBlock>>>(there, here);
    emu::WorkCounters work = emu::take_work_counters();
    EXPECT(work.links.size() == 1);
    EXPECT(link_of(work, 1, 0).reads.bytes == kBytes && link_of(work, 1, 0).reads.requests == 32);
    EXPECT(download(here)[11] == 1022);
    fill<<<kGrid, kBlock>>>(there, 7);
    add_to_all<<<1, 64>>>(there);
    work = emu::take_work_counters();
    EXPECT(link_of(work, 0, 1).writes.bytes == kBytes && link_of(work, 0, 1).writes.requests == 32);
    EXPECT(link_of(work, 0, 1).atomics.requests == 2);
    EXPECT(download(there)[0] == 7 + 64);
}

void no_peer_access()
{
    int *here = array_on(0, 0), *there = array_on(1, 1000);
    cudaSetDevice(0);
    add<<<kGrid, kBlock>>>(there, here);
    EXPECT(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    // Only the calls for that device fail.
    cudaSetDevice(1);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess);
    EXPECT(cudaMemset(there, 0, kBytes) == cudaSuccess);
}

void no_peers()
{
    int can = -1;
    EXPECT(cudaDeviceCanAccessPeer(&can, 0, 1) == cudaSuccess && can == 0);
    EXPECT(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorPeerAccessUnsupported);
    cudaGetLastError();
    int *here = array_on(0, 0), *there = array_on(1, 1000);
    emu::take_work_counters();
    EXPECT(cudaMemcpyPeer(here, 0, there, 1, kBytes) == cudaSuccess);
    EXPECT(link_of(emu::take_work_counters(), 1, 0).staged_copies.bytes == kBytes);
    EXPECT(download(here)[1] == 1001);
}

void streams()
{
    cudaStream_t streams[2];
    cudaEvent_t events[2];
    for (int device : {0, 1}) {
        cudaSetDevice(device);
        cudaStreamCreate(&streams[device]);
        cudaEventCreate(&events[device]);
        int found = -1;
        EXPECT(cudaStreamGetDevice(streams[device], &found) == cudaSuccess && found == device);
        EXPECT(cudaEventRecord(events[device], streams[device]) == cudaSuccess);
    }
    // 1 is current.
    EXPECT(cudaStreamWaitEvent(streams[0], events[1], 0) == cudaSuccess);
    EXPECT(cudaEventSynchronize(events[0]) == cudaSuccess &&
           cudaStreamSynchronize(streams[0]) == cudaSuccess);
    int* there = nullptr;
    EXPECT(cudaMallocAsync(&there, kBytes, streams[0]) == cudaSuccess);
    cudaPointerAttributes attributes;
    EXPECT(cudaPointerGetAttributes(&attributes, there) == cudaSuccess && attributes.device == 0);
    EXPECT(cudaMemsetAsync(there, 0, kBytes, streams[0]) == cudaSuccess);
    EXPECT(cudaFreeAsync(there, streams[0]) == cudaSuccess);
}

void launch_into_another_devices_stream()
{
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    int* there = array_on(1, 0);
    fill<<<kGrid, kBlock, 0, stream>>>(there, 1);  // here: wrong stream
    EXPECT(cudaGetLastError() == cudaErrorInvalidResourceHandle);
}

void event_of_another_device()
{
    cudaEvent_t event;
    cudaEventCreate(&event);
    cudaSetDevice(1);
    EXPECT(cudaEventRecord(event, nullptr) == cudaErrorInvalidResourceHandle);  // here: wrong event
}

void time_between_devices()
{
    cudaEvent_t events[2];
    for (int device : {0, 1}) {
        cudaSetDevice(device);
        cudaEventCreate(&events[device]);
        cudaEventRecord(events[device]);
        cudaEventSynchronize(events[device]);
    }
    float time = 0;
    const cudaError_t error = cudaEventElapsedTime(&time, events[0], events[1]);  // here: time
    EXPECT(error == cudaErrorInvalidResourceHandle);
}

void two_kernels(bool ordered)
{
    enable_all_peers();
    int *here = array_on(0, 0), *there = array_on(1, 1000);
    cudaEvent_t done;
    cudaEventCreate(&done);  // of device 1
    fill<<<kGrid, kBlock>>>(there, 7);
    cudaEventRecord(done);
    cudaSetDevice(0);
    if (ordered)
        cudaStreamWaitEvent(nullptr, done, 0);
    add<<<kGrid, kBlock>>>(there, here);  // here: race
    cudaDeviceSynchronize();
    EXPECT(download(here)[1] == 9);
    cudaSetDevice(1);
    cudaDeviceSynchronize();
}
void race()
{
    two_kernels(false);
}
void no_race()
{
    two_kernels(true);
}

void race_with_the_host()
{
    int* pinned;
    cudaHostAlloc(&pinned, kBytes, cudaHostAllocPortable);
    cudaSetDevice(1);
    fill<<<kGrid, kBlock>>>(pinned, 7);
    cudaSetDevice(0);
    cudaDeviceSynchronize();  // of the wrong device
    EXPECT(pinned[1] == 8);   // here: too early
    cudaSetDevice(1);
    cudaDeviceSynchronize();
    EXPECT(pinned[2] == 9);
}

void variables()
{
    int* result[16];
    const int n = devices();
    for (int device = 0; device < n; ++device) {
        cudaSetDevice(device);
        cudaMalloc(&result[device], sizeof(int));
        const int factors[2] = {10 + device, device};
        if (device > 0)
            EXPECT(cudaMemcpyToSymbol(factor, factors, sizeof factors) == cudaSuccess);
    }
    for (int round = 1; round <= 3; ++round)
        for (int device = n - 1; device >= 0; --device) {
            cudaSetDevice(device);
            step_counter<<<1, 1>>>(result[device]);
            int found = 0, value = 0;
            cudaMemcpy(&found, result[device], sizeof found, cudaMemcpyDeviceToHost);
            const int expected = 5 + round * (device > 0 ? 10 + device : 3);
            EXPECT(found == expected * 10 + (device > 0 ? device : 4));
            cudaDeviceSynchronize();
            EXPECT(launches == (round - 1) * n + n - device);  // of all devices
            EXPECT(cudaMemcpyFromSymbol(&value, counter, sizeof value) == cudaSuccess && value == expected);
        }
}

// Two chains of operations, one per device, that nothing joins; then a copy that needs both.
void chains()
{
    const int n = devices();
    std::vector<int*> data;
    for (int device = 0; device < n; ++device)
        data.push_back(array_on(device, 0));
    emu::take_work_counters();
    for (int step = 0; step < 5; ++step)
        for (int device = 0; device < n; ++device) {
            cudaSetDevice(device);
            fill<<<kGrid, kBlock>>>(data[device], step);
        }
    EXPECT(emu::take_work_counters().longest_chain == 5);
    for (int device = 0; device < n; ++device) {
        cudaSetDevice(device);
        fill<<<kGrid, kBlock>>>(data[device], device);
    }
    for (int device = 1; device < n; ++device)
        cudaMemcpyPeer(data[device], device, data[device - 1], device - 1, kBytes);
    EXPECT(int(emu::take_work_counters().longest_chain) ==
           n);  // a kernel, and n - 1 copies one after the other
    EXPECT(download(data[n - 1])[1] == 1);
}

void reset()
{
    int *here = array_on(0, 10), *there = array_on(1, 20);
    cudaSetDevice(1);
    EXPECT(cudaDeviceEnablePeerAccess(0, 0) == cudaSuccess);
    EXPECT(cudaDeviceReset() == cudaSuccess);
    EXPECT(cudaDeviceDisablePeerAccess(0) == cudaErrorPeerAccessNotEnabled);
    std::size_t free_bytes, total;
    cudaMemGetInfo(&free_bytes, &total);
    EXPECT(free_bytes == total);
    EXPECT(download(here)[1] == 11);
    cudaPointerAttributes attributes;
    cudaPointerGetAttributes(&attributes, there);
    cudaGetLastError();
    cudaFree(here);
}

void graph()
{
    int *here = array_on(0, 10), *there = array_on(1, 20);
    cudaStream_t stream, other;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    cudaSetDevice(1);
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    fill<<<kGrid, kBlock, 0, stream>>>(there, 30);
    EXPECT(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
    EXPECT(cudaGraphInstantiate(&ready, graph, 0) == cudaSuccess);
    cudaSetDevice(0);
    cudaStreamCreate(&other);
    EXPECT(cudaGraphLaunch(ready, other) == cudaSuccess);
    EXPECT(cudaStreamSynchronize(other) == cudaSuccess);
    EXPECT(download(there)[1] == 31 && download(here)[1] == 11);
}

constexpr NamedCase kCases[] = {
    {"properties", properties},
    {"memory", memory},
    {"peer errors", peer_errors},
    {"peer copies", peer_copies},
    {"copy with the wrong device", copy_with_the_wrong_device},
    {"peer kernels", peer_kernels},
    {"no peer access", no_peer_access},
    {"no peers", no_peers},
    {"streams", streams},
    {"launch into another device's stream", launch_into_another_devices_stream},
    {"event of another device", event_of_another_device},
    {"time between devices", time_between_devices},
    {"race", race},
    {"no race", no_race},
    {"race with the host", race_with_the_host},
    {"variables", variables},
    {"chains", chains},
    {"reset", reset},
    {"graph", graph},
};

}  // namespace

int main(int, char** arguments)
{
    return run_case(kCases, arguments[1]);
}

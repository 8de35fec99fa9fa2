// Devices, their memories and peers: device_test.cpp runs each case with CUDA_EMULATOR=devices=N.
#include "devices.cuh"

#include <thread>

namespace {

__global__ void add_to_all(int* data)
{
    atomicAdd(data, 1);
}

int current()
{
    int device = -1;
    cudaGetDevice(&device);
    return device;
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
    EXPECT(cudaDeviceEnablePeerAccess(0, 0) == cudaErrorPeerAccessUnsupported);
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

constexpr NamedCase kCases[] = {
    {"properties", properties},
    {"memory", memory},
    {"peer errors", peer_errors},
    {"peer copies", peer_copies},
    {"copy with the wrong device", copy_with_the_wrong_device},
    {"peer kernels", peer_kernels},
    {"no peer access", no_peer_access},
    {"no peers", no_peers},
};

}  // namespace

int main(int, char** arguments)
{
    return run_case(kCases, arguments[1]);
}

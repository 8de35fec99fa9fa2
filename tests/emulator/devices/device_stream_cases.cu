// Streams, events, variables and graphs of several devices: device_test.cpp runs each case with CUDA_EMULATOR=devices=N.
#include "devices.cuh"

__constant__ int c[2];  // outside of the namespace, its symbol has no other name

namespace {

__device__ int counter = 5;
__constant__ int factor[2] = {3, 4};
__managed__ int launches = 0;

__global__ void step_counter(int* result)
{
    counter += factor[0];
    ++launches;
    *result = counter * 10 + factor[1];
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

void race_of_copies()
{
    int* data[3];
    cudaStream_t streams[2];
    for (int device = 0; device < 3; ++device)
        data[device] = array_on(device, device);  // here: arrays
    for (int device : {0, 1}) {
        cudaSetDevice(device);
        cudaStreamCreate(&streams[device]);
    }
    cudaMemcpyPeerAsync(data[2], 2, data[0], 0, kBytes, streams[0]);  // here: first copy
    cudaMemcpyPeerAsync(data[2], 2, data[1], 1, kBytes, streams[1]);  // here: second copy
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

__constant__ int offset = 7;
__device__ int table[2];

__global__ void read_variables(int* result)
{
    *result = c[1] + offset;  // here: a constant of one device
}
__global__ void step_table(int* result)
{
    *result = table[1];
    table[1] = 3;
}

// c is set on device `from` and the next ones, offset and table on device 0 alone.
void read_on_all(int from)
{
    const int values[2] = {1, 2};
    cudaMemcpyToSymbol(offset, values, sizeof(int));
    cudaMemcpyToSymbol(table, values, sizeof values);
    for (int device = from; device < devices(); ++device) {
        cudaSetDevice(device);
        cudaMemcpyToSymbol(c, values, sizeof values);
    }
    for (int device = 0; device < devices(); ++device) {
        int* result = nullptr;
        cudaSetDevice(device);
        cudaMalloc(&result, sizeof(int));
        read_variables<<<1, 1>>>(result);
        step_table<<<1, 1>>>(result);
    }
}
void a_constant_of_one_device()
{
    read_on_all(devices() - 1);
}
// Or it has a value where it is declared, or a kernel has written it.
void a_constant_of_all_devices()
{
    read_on_all(0);
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
    {"streams", streams},
    {"launch into another device's stream", launch_into_another_devices_stream},
    {"event of another device", event_of_another_device},
    {"time between devices", time_between_devices},
    {"race", race},
    {"no race", no_race},
    {"race of copies", race_of_copies},
    {"race with the host", race_with_the_host},
    {"variables", variables},
    {"a constant of one device", a_constant_of_one_device},
    {"a constant of all devices", a_constant_of_all_devices},
    {"chains", chains},
    {"reset", reset},
    {"graph", graph},
};

}  // namespace

int main(int, char** arguments)
{
    return run_case(kCases, arguments[1]);
}

#include "common/device/device.h"

#include "common/device/counters.h"
#include "common/device/cuda_check.h"

#include <cstdio>

namespace ladders {
namespace {

int attribute(cudaDeviceAttr which, int device)
{
    int value = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&value, which, device));
    return value;
}

}  // namespace

Device current_device()
{
    int count = 0, id = 0;
    CUDA_CHECK(cudaGetDeviceCount(&count));
    CUDA_CHECK(cudaGetDevice(&id));
    cudaDeviceProp properties{};
    CUDA_CHECK(cudaGetDeviceProperties(&properties, id));

    Device device;
    device.name = properties.name;
    device.compute_capability = 10 * properties.major + properties.minor;
    device.multiprocessors = properties.multiProcessorCount;
    device.clock_hz = 1e3 * attribute(cudaDevAttrClockRate, id);
    device.memory_clock_hz = 1e3 * attribute(cudaDevAttrMemoryClockRate, id);
    device.bus_bits = attribute(cudaDevAttrGlobalMemoryBusWidth, id);
    device.l2_bytes = static_cast<std::size_t>(attribute(cudaDevAttrL2CacheSize, id));
    device.memory_bytes = properties.totalGlobalMem;
    CUDA_CHECK(cudaDriverGetVersion(&device.driver_version));
    CUDA_CHECK(cudaRuntimeGetVersion(&device.runtime_version));
    return device;
}

int compute_capability()
{
    int id = 0;
    CUDA_CHECK(cudaGetDevice(&id));
    return 10 * attribute(cudaDevAttrComputeCapabilityMajor, id) +
           attribute(cudaDevAttrComputeCapabilityMinor, id);
}

int Device::lanes_per_multiprocessor() const
{
    switch (compute_capability) {
        case 70:
        case 72:
        case 75:
        case 80:
            return 64;
        default:
            return 128;
    }
}

double Device::peak_flops() const
{
    return double(multiprocessors) * lanes_per_multiprocessor() * 2 * clock_hz;
}

// Per multiprocessor and clock, from the architectures' white papers.
double Device::peak_tensor_flops() const
{
    const int major = compute_capability / 10;
    const double operations = compute_capability == 80 ? 2048
                              : major == 8             ? 1024
                              : major == 9             ? 4096
                              : major == 10            ? 8192
                              : major > 10             ? 1024
                                                       : 0;
    return multiprocessors * operations * clock_hz;
}

std::string Device::describe() const
{
    if (kEmulator)
        return name + ": counts of the memory system in place of times";
    char text[256];
    std::snprintf(text, sizeof text, "%s (sm_%d, %d SMs, %.0f GB/s peak)", name.c_str(), compute_capability,
                  multiprocessors, peak_bandwidth() / 1e9);
    return text;
}

std::size_t free_device_memory()
{
    std::size_t free = 0, total = 0;
    CUDA_CHECK(cudaMemGetInfo(&free, &total));
    return free;
}

}  // namespace ladders

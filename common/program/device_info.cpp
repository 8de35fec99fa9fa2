// device_info: what the GPU is and can do, its measured copy bandwidth, and the occupancy of a kernel from
// its block size, registers and shared memory.
//
//   device_info --block 256 --registers 40 --shared 8192
#include "common/device/counters.h"
#include "common/device/cuda_check.h"
#include "common/device/device.h"
#include "common/device/occupancy.h"
#include "common/harness/options.h"
#include "common/support/errors.h"
#include "common/support/statistics.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <iostream>

using namespace ladders;

namespace {

int attribute(cudaDeviceAttr which)
{
    int device = 0, value = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&value, which, device));
    return value;
}

MultiprocessorLimits limits_of_device()
{
    MultiprocessorLimits limits;
    limits.threads = attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
    limits.blocks = attribute(cudaDevAttrMaxBlocksPerMultiprocessor);
    limits.registers = attribute(cudaDevAttrMaxRegistersPerMultiprocessor);
    limits.shared_bytes = attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
    limits.shared_reserved_bytes = attribute(cudaDevAttrReservedSharedMemoryPerBlock);
    return limits;
}

void print_device(const Device& device)
{
    std::printf("Device: %s\n", device.name.c_str());
    std::printf("Compute capability: sm_%d\n", device.compute_capability);
    std::printf("Driver, runtime: CUDA %d.%d, %d.%d\n", device.driver_version / 1000,
                device.driver_version % 1000 / 10, device.runtime_version / 1000,
                device.runtime_version % 1000 / 10);
    std::printf("Multiprocessors: %d at %.0f MHz\n", device.multiprocessors, device.clock_hz / 1e6);
    std::printf("Memory: %.1f GiB, %d bits at %.0f MHz\n", double(device.memory_bytes) / (1 << 30),
                device.bus_bits, device.memory_clock_hz / 1e6);
    std::printf("L2 cache: %.1f MiB\n", double(device.l2_bytes) / (1 << 20));
    std::printf("Shared memory: %d bytes per multiprocessor, %d per block (%d on request)\n",
                attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor),
                attribute(cudaDevAttrMaxSharedMemoryPerBlock),
                attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
    std::printf("Registers: %d per multiprocessor\n", attribute(cudaDevAttrMaxRegistersPerMultiprocessor));
    std::printf("Threads: %d per multiprocessor (%d warps), %d per block\n",
                attribute(cudaDevAttrMaxThreadsPerMultiProcessor),
                attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / 32,
                attribute(cudaDevAttrMaxThreadsPerBlock));
}

// Bytes/s read and written by copies of 1 GiB (or an eighth of the free memory, if that is less) on the
// device.
double measured_copy_bandwidth()
{
    const std::size_t bytes = std::min<std::size_t>(std::size_t{1} << 30, free_device_memory() / 8);
    void *from = nullptr, *to = nullptr;
    cudaEvent_t start{}, stop{};
    CUDA_CHECK(cudaMalloc(&from, bytes));
    CUDA_CHECK(cudaMalloc(&to, bytes));
    CUDA_CHECK(cudaMemset(from, 1, bytes));
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    std::vector<double> seconds;
    for (int run = 0; run < 23; ++run) {
        CUDA_CHECK(cudaEventRecord(start));
        CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice));
        CUDA_CHECK(cudaEventRecord(stop));
        CUDA_CHECK(cudaEventSynchronize(stop));
        float ms = 0;
        CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
        if (run >= 3)
            seconds.push_back(ms * 1e-3);
    }
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
    CUDA_CHECK(cudaFree(from));
    CUDA_CHECK(cudaFree(to));
    return 2.0 * double(bytes) / median_of(seconds).value;
}

void print_rates(const Device& device)
{
    std::printf("Theoretical bandwidth (GB/s): %.1f   (memory clock x bus width x 2 / 8)\n",
                device.peak_bandwidth() / 1e9);
    const double copied = measured_copy_bandwidth();
    std::printf("Measured copy bandwidth (GB/s): %.1f   (read and written, %.1f %% of it)\n", copied / 1e9,
                100 * copied / device.peak_bandwidth());
    std::printf("Theoretical fp32 rate (TFLOP/s): %.1f   (%d lanes per multiprocessor x 2 x clock)\n",
                device.peak_flops() / 1e12, device.lanes_per_multiprocessor());
}

void print_occupancy(const KernelNeeds& needs)
{
    const MultiprocessorLimits limits = limits_of_device();
    std::printf("\nOccupancy with %d registers per thread and %d bytes of shared memory per block:\n",
                needs.registers, needs.shared_bytes);
    std::printf("%10s %10s %10s %12s  %s\n", "threads", "blocks/SM", "warps/SM", "occupancy", "limited by");
    std::vector<int> blocks{32, 64, 96, 128, 192, 256, 384, 512, 768, 1024};
    if (needs.block)
        blocks = {needs.block};
    for (const int block : blocks) {
        KernelNeeds one = needs;
        one.block = block;
        const Occupancy o = occupancy_of(one, limits);
        std::printf("%10d %10d %10d %10.1f %%  %s\n", block, o.blocks, o.warps, 100 * o.share, o.limited_by);
    }
}

int run(int argc, char** argv)
{
    KernelNeeds needs;
    CLI::App app("What the GPU is and can do, and the occupancy of a kernel on it", "device_info");
    app.add_option("--block", needs.block, "threads per block (default: a table)")
        ->check(CLI::Range(1, 1024));
    app.add_option("--registers", needs.registers, "registers per thread")
        ->check(CLI::Range(1, 255))
        ->capture_default_str();
    app.add_option("--shared", needs.shared_bytes, "bytes of shared memory per block")
        ->check(CLI::Range(0, 1 << 20))
        ->capture_default_str();
    if (!parse_command_line(app, std::vector<std::string>(argv + 1, argv + argc)))
        return kExitRight;

    const Device device = current_device();
    print_device(device);
    if (kEmulator)
        std::printf("The emulator models no time: there are no rates to show.\n");
    else
        print_rates(device);
    print_occupancy(needs);
    return kExitRight;
}

}  // namespace

int main(int argc, char** argv)
{
    return exit_code_of_program("device_info", [&] { return run(argc, argv); });
}

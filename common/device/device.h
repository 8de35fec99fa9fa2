// The device that the programs run on.
#pragma once

#include <cstddef>
#include <string>

namespace ladders {

struct Device {
    std::string name;
    int compute_capability = 0;  // 90 for sm_90
    int multiprocessors = 0;
    double clock_hz = 0;  // of the multiprocessors
    double memory_clock_hz = 0;
    int bus_bits = 0;
    std::size_t l2_bytes = 0;
    std::size_t memory_bytes = 0;
    int driver_version = 0, runtime_version = 0;  // 13000 for 13.0

    // Bytes/s: clock x bus width x 2 (double data rate) / 8 bits.
    double peak_bandwidth() const { return memory_clock_hz * bus_bits * 2 / 8; }
    // fp32 operations/s: multiprocessors x lanes x 2 (multiply and add) x clock.
    double peak_flops() const;
    // bf16 operations/s of the tensor cores, with sums in fp32 and no sparsity; 0 if they have no bf16. GeForce cards from
    // 8.6 on have half of what is said for their compute capability.
    double peak_tensor_flops() const;
    // fp32 lanes per multiprocessor (CUDA C++ Programming Guide, "Arithmetic Instructions").
    int lanes_per_multiprocessor() const;

    // "NVIDIA H200 (sm_90, 132 SMs, 4814 GB/s peak)"
    std::string describe() const;
};

// Of the current device: 90 for 9.0. Throws NoGpu if there is none.
int compute_capability();

// The current device. Throws NoGpu if there is none, CudaError if this program holds no code for it.
Device current_device();

// Bytes of device memory that are free.
std::size_t free_device_memory();

}  // namespace ladders

// How many blocks of a kernel fit on a multiprocessor at once, and what limits them: the sheet of
// CUDA's occupancy calculator.
#pragma once

namespace ladders {

struct MultiprocessorLimits {
    int threads = 0, blocks = 0, registers = 0;
    int shared_bytes = 0;
    int shared_reserved_bytes = 0;  // per block, taken by the system
};

struct KernelNeeds {
    int block = 0;         // threads
    int registers = 32;    // per thread
    int shared_bytes = 0;  // per block
};

struct Occupancy {
    int blocks = 0, warps = 0;  // per multiprocessor
    double share = 0;           // of the warps that there could be, 0 to 1
    const char* limited_by = "";
};

// Registers are given to warps in portions of 256, shared memory to blocks in portions of 128 bytes (CUDA C++
// Programming Guide, "Compute Capabilities"; the units hold for compute capability 7.0 to 9.0).
Occupancy occupancy_of(const KernelNeeds& needs, const MultiprocessorLimits& limits);

}  // namespace ladders

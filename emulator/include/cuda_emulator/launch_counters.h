// Counters of what kernels did, per launch and source line.
#pragma once

#include "vector_types.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace emu {

// module: __device__ variables and other static storage; on a GPU this is global memory.
enum class Space { global, shared, constant, module };
enum class Access { load, store, atomic };
const char* name_of(Space space);    // "global"
const char* name_of(Access access);  // "load"

// The accesses of one kind on one source line.
struct LineCounters {
    std::string file;
    int line = 0;
    Space space = Space::global;
    Access access = Access::load;
    int bytes = 0;               // per lane
    uint64_t requests = 0;       // one per warp and access
    uint64_t lanes = 0;          // active ones, summed over all requests
    uint64_t sectors = 0;        // of 32 bytes; global and module memory
    uint64_t ideal_sectors = 0;  // if the distinct addresses were contiguous
    uint64_t wavefronts = 0;     // passes through the 32 banks; shared memory (constant: distinct words)
    uint64_t ideal_wavefronts = 0;
    uint64_t same_address = 0;  // atomics: the largest number of lanes on one address, summed over requests

    void add(const LineCounters& c);  // of the same line
};

// One launch.
struct KernelCounters {
    std::string kernel;  // as the launch spells it
    dim3 grid, block;
    std::size_t dynamic_shared = 0;
    uint64_t launches = 1;  // that are added up here
    std::vector<LineCounters> lines;
    uint64_t barriers = 0;     // __syncthreads() calls, counted once per block
    uint64_t collectives = 0;  // *_sync calls of warps
    uint64_t warp_steps =
        0;  // basic blocks, counted once per warp; lane_steps counts them once per active lane:
    uint64_t lane_steps = 0;  // average active threads per warp = lane_steps / warp_steps

    LineCounters total(Space space, Access access) const;  // of all lines; module space counts as global too
    void add(const KernelCounters& launch);                // another one of this kernel
};

// The counters of the launches since the last call, oldest first. At most 65536 launches are kept, the
// latest.
std::vector<KernelCounters> take_counters();

// Adds up the launches of each kernel; grid and block are those of the first. In the order of the first
// launches.
std::vector<KernelCounters> by_kernel(const std::vector<KernelCounters>& launches);

}  // namespace emu

// What kernels did, counted per launch and source line.
#pragma once

#include "vector_types.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace emu {

// module: __device__ variables and other static storage, which is global memory on a GPU.
enum class Space { global, shared, constant, module };
enum class Access { load, store, atomic };

// One source line's accesses of one kind.
struct LineCounters {
    std::string file;
    int line = 0;
    Space space = Space::global;
    Access access = Access::load;
    int bytes = 0;               // per lane
    uint64_t requests = 0;       // a warp's access, whatever the number of its lanes
    uint64_t lanes = 0;          // that took part, over all requests
    uint64_t sectors = 0;        // of 32 bytes; global and module memory
    uint64_t ideal_sectors = 0;  // if the distinct addresses stood side by side
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
    uint64_t launches = 1;  // that were added up
    std::vector<LineCounters> lines;
    uint64_t barriers = 0;     // times that a block passed __syncthreads()
    uint64_t collectives = 0;  // *_sync calls of warps
    uint64_t warp_steps = 0;   // basic blocks issued by warps, and the lanes active in them:
    uint64_t lane_steps = 0;   // average active threads per warp = lane_steps / warp_steps

    LineCounters total(Space space, Access access) const;  // of all lines; module space counts as global too
    void add(const KernelCounters& launch);                // another one of this kernel
};

// The counters of the launches since the last call, oldest first (of the last 65536, if there were more).
std::vector<KernelCounters> take_counters();

// The launches of each kernel added up, with grid and block of the first; in the order of the first launches.
std::vector<KernelCounters> by_kernel(const std::vector<KernelCounters>& launches);

}  // namespace emu

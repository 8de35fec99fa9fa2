// Counters of what kernels did, per launch and source line.
#pragma once

#include "vector_types.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace emu {

// module: __device__ variables and other static storage; on a GPU this is global memory.
// distributed: shared memory of another block of the cluster.
// texture, surface: what kernels access through their objects; of these, requests and lanes are counted.
enum class Space { global, shared, constant, module, distributed, texture, surface };
constexpr bool is_shared(Space space)
{
    return space == Space::shared || space == Space::distributed;
}
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

    // Only with Options::explain.
    uint64_t launch_sectors = 0;  // different ones in each launch, added up; global and module memory
    uint64_t block_sectors = 0;   // different ones in each block, added up
    uint64_t block_words = 0;     // global loads: different words of 4 bytes in each block, added up
    // Volatile global loads: lanes that read what another block of the launch has stored.
    uint64_t foreign = 0;
    uint64_t uniform = 0;  // requests of two or more lanes, all at one address
    // Global memory: requests to adjacent elements by adjacent lanes, but for idle lanes among them, whose elements are
    // left out.
    uint64_t gapped = 0;
    uint64_t batches = 0;  // global loads: groups that a warp requests before it does anything else
    uint64_t waited = 0;   // of these, those that end at a store to shared memory
    uint64_t busiest = 0;  // atomics: the requests to the busiest address, added up over launches
    uint64_t same_values =
        0;                    // loads of 4 or 8 bytes: lanes that find 0, or that find -1, whichever are more
    uint64_t value_bits = 0;  // or-ed: all values of up to 8 bytes that were loaded from global memory
    uint64_t distinct_passes = 0;  // shared atomics: wavefronts if the lanes at one address took one

    void add(const LineCounters& c);  // of the same line
};

// Tensor instructions (mma) of a source line, counted once per warp.
struct TensorLine {
    std::string file;
    int line = 0;
    uint64_t instructions = 0;
};

// What is counted only with Options::explain, as it takes time.
struct Detail {
    uint64_t blocks = 0, widest = 0;  // of all launches together; of the largest launch
    uint64_t read_sectors = 0,
             written_sectors = 0;  // different ones of global memory in each launch, added up
    uint64_t new_reads =
        0;  // of the sectors read, those that no launch had read or written since take_counters()
    uint64_t new_writes = 0;   // of the sectors written, those that no launch had written
    uint64_t block_words = 0;  // different words of 4 bytes loaded in each block, added up
    uint64_t steps = 0,
             lane_steps = 0;     // as warp_steps, in the program's own code and not in functions of CUDA's
    uint64_t arrivals = 0;       // of warps at barriers of the block
    uint64_t idle_arrivals = 0;  // of warps that have accessed no memory since the last barrier
    // Of warps that have put loads from global memory into shared memory at once since then.
    uint64_t fills = 0;
    // Of blocks, if a load was foreign since then and no copy was in flight.
    uint64_t block_waits = 0;
    uint64_t longest = 0;  // global loads of the warp that requests the most, added up over launches
    std::string file;      // the barrier with the most of them
    int line = 0;

    void add(const Detail& d);
};

// The launches by device code on one source line.
struct LaunchLine {
    std::string file;
    int line = 0;
    uint64_t launches = 0;
};

// One launch.
struct KernelCounters {
    std::string kernel;  // as the launch spells it
    dim3 grid, block;
    std::size_t dynamic_shared = 0;
    uint64_t launches = 1;        // that are added up here
    uint64_t by_device_code = 0;  // of these, child grids
    std::vector<LineCounters> lines;
    std::vector<LaunchLine> launch_lines;  // where this kernel launches child grids
    uint64_t barriers = 0;                 // __syncthreads() calls, counted once per block
    uint64_t collectives = 0;              // *_sync calls of warps
    std::vector<TensorLine> tensor_lines;
    uint64_t tensor_instructions() const;  // of all lines
    uint64_t warp_steps =
        0;  // basic blocks, counted once per warp; lane_steps counts them once per active lane:
    uint64_t lane_steps = 0;  // average active threads per warp = lane_steps / warp_steps
    // Only with Options::explain.
    Detail detail;

    LineCounters total(Space space, Access access) const;  // of all lines; module space counts as global too
    void add(const KernelCounters& launch);                // another one of this kernel
};

// The line of the host that has allocated memory most often with launches in between, since the last call. Only with
// Options::explain.
struct RepeatedAllocation {
    std::string file;
    int line = 0;
    uint64_t times = 0;
};
RepeatedAllocation take_repeated_allocation();

// The counters of the launches since the last call, oldest first. At most 65536 launches are kept, the
// latest.
std::vector<KernelCounters> take_counters();

// Adds up the launches of each kernel; grid and block are those of the first. In the order of the first
// launches.
std::vector<KernelCounters> by_kernel(const std::vector<KernelCounters>& launches);

}  // namespace emu

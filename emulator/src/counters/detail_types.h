// What counters/detail.cpp remembers of a launch.
#pragma once

#include "counters/address_sets.h"
#include "cuda_emulator/launch_counters.h"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

namespace emu {

// __device__ variables are global memory, too.
constexpr bool is_global(Space space)
{
    return space == Space::global || space == Space::module;
}

struct SiteDetail {
    PerBlock sectors, words;
    std::unordered_map<uintptr_t, uint64_t> addresses;  // of atomics: requests to each
    uint64_t uniform = 0, gapped = 0, batches = 0, waited = 0, foreign = 0, distinct_passes = 0, zeros = 0,
             ones = 0, value_bits = 0;
};

// What a warp has done since a barrier, and the loads that nothing has followed yet.
struct WarpDetail {
    bool active = false, fills = false;  // fills: loads from global memory have gone to shared memory at once
    uint64_t loads = 0;                  // in this launch
    uintptr_t last_store = 0;            // to shared memory; 0: the last access was none
    uint64_t last_load = 0;              // the site's key; 0: the last access was none
};

// What a block has done since a barrier.
struct BlockDetail {
    bool waits = false;   // its loads were foreign
    bool copies = false;  // asynchronously, since a barrier with foreign loads before it
};

struct Arrivals {
    uint64_t all = 0, idle = 0;
};

struct Details {
    std::unordered_map<uint64_t, SiteDetail> sites;  // by Site::key
    std::unordered_map<uint64_t, WarpDetail> warps;  // by block and warp
    std::unordered_map<uint64_t, BlockDetail> blocks;
    std::map<std::pair<std::string, int>, Arrivals> barriers;
    std::unordered_map<uintptr_t, bool> own_code;  // whether a place is the program's own
    std::unordered_map<uintptr_t, int> lines;      // of the source
    std::unordered_map<uintptr_t, bool> copying;   // whether it is in a function that copies asynchronously
    PerBlock words;                                // loaded by all lines
    Writers writers;                               // since the launch began, or the last barrier of the grid
    uint32_t writers_since = 0;
    Sectors read, written;            // in this launch
    Sectors ever_read, ever_written;  // since forget_detail()
    Detail launch;
};

}  // namespace emu

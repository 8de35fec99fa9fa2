// What a warp's request costs the memory system: sectors of global memory, wavefronts of shared memory.
#pragma once

#include "state/warp.h"

#include <cstdint>

namespace emu {

struct SectorCount {
    uint32_t sectors;       // of 32 bytes that the request touches
    uint32_t ideal;         // if the distinct addresses stood side by side
    uint32_t same_address;  // the largest number of lanes on one address
};

// address: of n lanes, each accessing `bytes`. Atomics go to a sector as often as its busiest address has lanes.
SectorCount count_sectors(const uintptr_t* address, int n, unsigned bytes, bool atomic);

uint32_t count_distinct(const uintptr_t* address, int n);

struct WavefrontCount {
    uint32_t wavefronts;  // passes that serve all lanes, as each bank gives one word per pass
    uint32_t ideal;
};

// address: of all lanes of a warp, of which those in `lanes` count.
WavefrontCount count_wavefronts(const uintptr_t* address, uint32_t lanes, unsigned bytes, bool is_load);
// A bank serves one lane at a time, also if several want the same word.
WavefrontCount count_atomic_wavefronts(const uintptr_t* address, uint32_t lanes);

}  // namespace emu

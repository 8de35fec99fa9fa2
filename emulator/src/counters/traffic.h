// What a warp's request costs the memory system: sectors of global memory, wavefronts of shared memory.
#pragma once

#include "state/warp.h"

#include <cstdint>

namespace emu {

struct SectorCount {
    uint32_t sectors;       // of 32 bytes that the request touches
    uint32_t ideal;         // if the distinct addresses were contiguous
    uint32_t same_address;  // the largest number of lanes on one address
};

// address: of n lanes that access `bytes` each. An atomic sends a sector as many times as lanes share its
// busiest address.
SectorCount count_sectors(const uintptr_t* address, int n, unsigned bytes, bool atomic);

uint32_t count_distinct(const uintptr_t* address, int n);

struct WavefrontCount {
    uint32_t wavefronts;  // passes until all lanes are served; each bank delivers one word per pass
    uint32_t ideal;
};

// address: of all 32 lanes, of which only those in `lanes` count.
WavefrontCount count_wavefronts(const uintptr_t* address, uint32_t lanes, unsigned bytes, bool is_load);
// For atomics, a bank serves one lane at a time, even if several lanes access the same word.
WavefrontCount count_atomic_wavefronts(const uintptr_t* address, uint32_t lanes);

}  // namespace emu

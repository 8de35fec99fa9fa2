// Fibers: each CUDA thread of a block has its own stack, and all of them share one operating system thread.
#pragma once

#include "machine/machine.h"
#include "state/warp.h"

#include <cstddef>
#include <cstdint>

namespace emu {

constexpr int kMaxResidentBlocks = 256;  // each has a slot, with the stacks of one block

constexpr std::size_t kStackBytes = 64 * 1024;
constexpr std::size_t kStackReserve = 8 * 1024;  // for callbacks, and for a printf in a kernel
constexpr std::size_t kStackGuard =
    1024 * 1024;  // below all stacks: one frame may be so large before this is seen

// The stacks of all slots, in one reserved range: one comparison tells whether an address is in a thread's
// local memory, and whether code runs on a fiber. Pages are committed when they are first touched.
struct Stacks {
    uintptr_t low = 0;
    std::size_t bytes = 0;

    void reserve();
    bool contain(uintptr_t address) const { return address - low < bytes; }
    // One past the end of a thread's stack. The tops are staggered, so that adjacent threads use different
    // cache sets.
    uintptr_t top(int slot, int thread) const
    {
        return low + kStackGuard + (std::size_t(slot) * kMaxThreads + thread + 1) * kStackBytes -
               192 * (thread % 21);
    }
};

extern Stacks stacks;

}  // namespace emu

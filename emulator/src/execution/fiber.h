// Fibers: each thread of a block has a stack of its own, and all share one thread of the operating system.
#pragma once

#include "state/warp.h"

#include <cstddef>
#include <cstdint>

namespace emu {

constexpr int kMaxResidentBlocks = 256;  // each holds a slot: the stacks of a block

constexpr std::size_t kStackBytes = 64 * 1024;
constexpr std::size_t kStackReserve = 8 * 1024;  // for callbacks, and for a printf in a kernel
constexpr std::size_t kStackGuard =
    1024 * 1024;  // below all stacks: one frame may be so large before this is seen

// All stacks, of all slots, in one reserved range: so one comparison tells whether an address is a thread's local
// memory, and whether code runs in a fiber. Pages are committed when they are touched.
struct Stacks {
    uintptr_t low = 0;
    std::size_t bytes = 0;

    void reserve();
    bool contain(uintptr_t address) const { return address - low < bytes; }
    // One past the end of a thread's stack, staggered so that the tops of neighbours use different cache sets.
    uintptr_t top(int slot, int thread) const
    {
        return low + kStackGuard + (std::size_t(slot) * kMaxThreads + thread + 1) * kStackBytes -
               192 * (thread % 21);
    }
};

extern Stacks stacks;

// A stack that starts `entry` when it is first switched to. `entry` must not return.
void* new_fiber(uintptr_t stack_top, void (*entry)());

// Saves the running fiber's state, its stack pointer in *from, and goes on with the fiber that was saved as `to`.
extern "C" void emu_switch(void** from, void* to);

}  // namespace emu

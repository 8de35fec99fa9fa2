// The rules about a kernel. Each says at most one thing of it.
#pragma once

#include "explain/kernel_view.h"

namespace emu {

// How a warp accesses global memory (access_rules.cpp).
void uncoalesced(const KernelView& kernel);
void small_accesses(const KernelView& kernel);
void one_load_at_a_time(const KernelView& kernel);  // a loop that uses what it loads before it loads more

// What moves more often than it must, or takes more bytes (reuse_rules.cpp).
void loaded_again(const KernelView& kernel);
void flags(const KernelView& kernel);
void moved_again(const KernelView& kernel);

// Shared memory (shared_rules.cpp).
void bank_conflicts(const KernelView& kernel);
void shared_traffic(const KernelView& kernel);
void small_shared_accesses(const KernelView& kernel);  // where registers already serve most operations

// Atomics (atomic_rules.cpp).
void global_atomics(const KernelView& kernel);
void shared_atomics(const KernelView& kernel);

// Threads, warps and blocks that have nothing to do (thread_rules.cpp).
void divergence(const KernelView& kernel);
void barriers(const KernelView& kernel);
void parallelism(const KernelView& kernel);
void loads_for_nothing(
    const KernelView& kernel);  // of a value that tells the thread that it has nothing to do

// Threads that wait, and ask the memory for nothing meanwhile (waiting_rules.cpp).
void waits_for_tile(const KernelView& kernel);
void waits_for_blocks(const KernelView& kernel);
void unequal_warps(const KernelView& kernel);  // the launch waits for the longest one

}  // namespace emu

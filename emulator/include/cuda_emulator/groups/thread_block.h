// thread_block: all threads of a block.
#pragma once

#include "thread_group.h"

namespace cooperative_groups {

class thread_block : public thread_group {
public:
    thread_block() : thread_group(Kind::block, 0, emu::rank_in_block(), emu::block_volume()) {}

    static void sync(EMU_PLACE) { emu::wait_at_barrier(emu::BarrierKind::plain, 0, file, line); }
    static unsigned thread_rank() { return emu::rank_in_block(); }
    static unsigned size() { return emu::block_volume(); }
    static unsigned num_threads() { return size(); }
    static dim3 group_index() { return emu_block_index(); }
    static dim3 thread_index() { return emu_thread_index(); }
    static dim3 group_dim() { return emu_block_size(); }
    static dim3 dim_threads() { return emu_block_size(); }

    // A barrier in two halves. Code between them may overlap with other threads; here it does not.
    struct arrival_token {};
    static arrival_token barrier_arrive() { return {}; }
    static void barrier_wait(arrival_token&&, EMU_PLACE) { sync(file, line); }
};

inline thread_block this_thread_block()
{
    return {};
}

// Some GPUs need this shared memory for tiles of more than 32 threads.
template <unsigned MaxBlockSize = 1024>
struct block_tile_memory {
    alignas(8) unsigned char bytes[MaxBlockSize / 32 * 8];
};

template <unsigned MaxBlockSize>
thread_block this_thread_block(block_tile_memory<MaxBlockSize>&)
{
    return {};
}

}  // namespace cooperative_groups

// cluster_group: all threads of a thread block cluster.
#pragma once

#include "../cluster.h"
#include "thread_group.h"

namespace cooperative_groups {

class cluster_group {
public:
    struct arrival_token {};

    static void sync(EMU_PLACE)
    {
        emu::arrive_at_cluster_barrier(file, line);
        emu::wait_at_cluster_barrier(file, line);
    }
    static arrival_token barrier_arrive(EMU_PLACE)
    {
        emu::arrive_at_cluster_barrier(file, line);
        return {};
    }
    static void barrier_wait(EMU_PLACE) { emu::wait_at_cluster_barrier(file, line); }
    static void barrier_wait(arrival_token&&, EMU_PLACE) { emu::wait_at_cluster_barrier(file, line); }

    // The object at the same place in the shared memory of the block of this rank.
    template <class T>
    static T* map_shared_rank(T* shared, int rank, EMU_PLACE)
    {
        return static_cast<T*>(emu::map_shared_rank(
            const_cast<const void*>(static_cast<const volatile void*>(shared)), unsigned(rank), file, line));
    }
    static unsigned query_shared_rank(const void* shared) { return emu::query_shared_rank(shared); }

    static dim3 block_index() { return __clusterRelativeBlockIdx(); }
    static unsigned block_rank() { return __clusterRelativeBlockRank(); }
    static dim3 dim_blocks() { return __clusterDim(); }
    static unsigned num_blocks() { return __clusterSizeInBlocks(); }
    static dim3 thread_index()
    {
        const dim3 block = block_index();
        return {block.x * emu_block_size().x + emu_thread_index().x,
                block.y * emu_block_size().y + emu_thread_index().y,
                block.z * emu_block_size().z + emu_thread_index().z};
    }
    static unsigned thread_rank() { return block_rank() * emu::block_volume() + emu::rank_in_block(); }
    static dim3 dim_threads()
    {
        const dim3 blocks = dim_blocks();
        return {blocks.x * emu_block_size().x, blocks.y * emu_block_size().y, blocks.z * emu_block_size().z};
    }
    static unsigned num_threads() { return num_blocks() * emu::block_volume(); }
    static unsigned size() { return num_threads(); }
};

inline cluster_group this_cluster()
{
    return {};
}

}  // namespace cooperative_groups

// grid_group: all threads of a grid that was launched by cudaLaunchCooperativeKernel().
#pragma once

#include "../cluster.h"
#include "thread_group.h"

namespace cooperative_groups {

class grid_group : public thread_group {
public:
    grid_group() : thread_group(Kind::grid, 0, thread_rank(), size()) {}

    static bool is_valid() { return emu::is_cooperative_launch(); }
    static void sync(EMU_PLACE) { emu::wait_at_grid_barrier(file, line); }

    static unsigned long long thread_rank()
    {
        return block_rank() * emu::block_volume() + emu::rank_in_block();
    }
    static unsigned long long size() { return num_blocks() * emu::block_volume(); }
    static unsigned long long num_threads() { return size(); }
    static unsigned long long block_rank()
    {
        return emu_block_index().x +
               emu_grid_size().x * (emu_block_index().y +
                                    static_cast<unsigned long long>(emu_grid_size().y) * emu_block_index().z);
    }
    static unsigned long long num_blocks()
    {
        return static_cast<unsigned long long>(emu_grid_size().x) * emu_grid_size().y * emu_grid_size().z;
    }
    // A barrier in two halves. Code between them may overlap with other threads; here it does not.
    struct arrival_token {};
    static arrival_token barrier_arrive() { return {}; }
    static void barrier_wait(arrival_token&&, EMU_PLACE) { sync(file, line); }

    static dim3 block_index() { return emu_block_index(); }
    static dim3 group_dim() { return emu_grid_size(); }
    static dim3 dim_blocks() { return emu_grid_size(); }
    static dim3 dim_threads()
    {
        const uint3 blocks = emu_grid_size(), threads = emu_block_size();
        return {blocks.x * threads.x, blocks.y * threads.y, blocks.z * threads.z};
    }
    static dim3 thread_index()
    {
        const uint3 block = emu_block_index(), threads = emu_block_size(), thread = emu_thread_index();
        return {block.x * threads.x + thread.x, block.y * threads.y + thread.y,
                block.z * threads.z + thread.z};
    }

    static dim3 dim_clusters() { return __clusterGridDimInClusters(); }
    static unsigned long long num_clusters()
    {
        const dim3 clusters = dim_clusters();
        return static_cast<unsigned long long>(clusters.x) * clusters.y * clusters.z;
    }
    static dim3 cluster_index() { return __clusterIdx(); }
    static unsigned long long cluster_rank()
    {
        const dim3 at = cluster_index(), clusters = dim_clusters();
        return at.x + clusters.x * (at.y + static_cast<unsigned long long>(clusters.y) * at.z);
    }
};

inline grid_group this_grid()
{
    return {};
}

}  // namespace cooperative_groups

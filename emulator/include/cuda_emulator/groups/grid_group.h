// grid_group: all threads of a grid that was launched by cudaLaunchCooperativeKernel().
#pragma once

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
    static dim3 block_index() { return emu_block_index(); }
    static dim3 group_dim() { return emu_grid_size(); }
    static dim3 dim_blocks() { return emu_grid_size(); }
};

inline grid_group this_grid()
{
    return {};
}

}  // namespace cooperative_groups

#include "cuda_emulator/thread_index.h"

#include "cuda_emulator/frame.h"
#include "execution/lanes.h"

extern "C" {

uint3 emu_thread_index()
{
    if (!emu::on_fiber(EMU_FRAME))
        return {0, 0, 0};
    return emu::grid.thread_index[emu::running.warp->index * emu::kLanes + emu::running.lane];
}

uint3 emu_block_index()
{
    return emu::grid.block ? emu::grid.block->index : uint3{0, 0, 0};
}
uint3 emu_block_size()
{
    return emu::grid.block_size;
}
uint3 emu_grid_size()
{
    return emu::grid.size;
}

}  // extern "C"

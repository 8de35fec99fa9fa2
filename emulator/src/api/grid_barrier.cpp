#include "cuda_emulator/grid_barrier.h"

#include "checks/reports.h"
#include "cuda_emulator/frame.h"
#include "execution/lanes.h"
#include "memory/clock.h"
#include "state/grid.h"

namespace emu {
namespace {

uint64_t arrived = 0;   // blocks at the current barrier
uint64_t passed = 0;    // barriers, over all launches
uint64_t launched = 0;  // the launch that `arrived` belongs to

void report_not_cooperative(const Failure& failure, int warp_index, int lane)
{
    report_at("Grid barrier in a kernel that was not launched by cudaLaunchCooperativeKernel()",
              static_cast<const char*>(failure.details[0]), int(failure.number), warp_index, lane,
              "its blocks need not all be resident, so they cannot wait for each other");
    grid.abort(cudaErrorLaunchFailure);
}

// The last block has arrived: everything done so far is ordered before what follows.
void complete_grid_barrier()
{
    arrived = 0;
    ++passed;
    grid.start_stamp = next_stamp();
    grid.progress = true;
}

// Lets other blocks run. Not counted as an access.
void give_way(const void* pc, const void* frame)
{
    constexpr uint32_t kLong = 1 << 10;  // as if the warp had polled for a while
    grid.idle_requests += kLong;
    stop(0, pack(Operation::active_mask, 0), pc, frame);
}

}  // namespace

bool is_cooperative_launch()
{
    return grid.kernel.cooperative;
}

void wait_at_grid_barrier(const char* file, int line)
{
    const void* frame = EMU_FRAME;
    if (!on_fiber(frame))
        return;
    if (!grid.kernel.cooperative)
        fail_thread({report_not_cooperative, {file}, line}, __builtin_return_address(0), frame);
    if (launched != grid.number) {
        launched = grid.number;
        arrived = 0;
    }

    wait_at_barrier(BarrierKind::plain, 0, file, line);
    if (running.warp->index == 0 && running.lane == 0) {  // one thread waits for the block
        const uint64_t here = passed;
        if (++arrived == grid.blocks)
            complete_grid_barrier();
        while (passed == here)
            give_way(__builtin_return_address(0), frame);
    }
    wait_at_barrier(BarrierKind::plain, 0, file, line);
}

}  // namespace emu

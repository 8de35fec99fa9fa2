#include "cuda_emulator/synchronization.h"

#include "cuda_emulator/frame.h"
#include "execution/lanes.h"

namespace emu {

int wait_at_barrier(BarrierKind kind, int predicate, const char* file, int line)
{
    if (!on_fiber(EMU_FRAME))
        return predicate;
    Warp& warp = *running.warp;
    const int lane = running.lane;
    warp.barrier[lane] = {kind, predicate, {file, line}};
    warp.ready &= ~(1u << lane);
    warp.at_barrier |= 1u << lane;
    switch_to_next();
    return warp.barrier[lane].predicate;
}

void wait_for_tile(TileCall& call, const char* file, int line)
{
    if (!on_fiber(EMU_FRAME))
        return;
    Warp& warp = *running.warp;
    const int lane = running.lane;
    warp.barrier[lane] = {BarrierKind::tile, 0, {file, line}, &call};
    warp.ready &= ~(1u << lane);
    warp.at_barrier |= 1u << lane;
    ++grid.block->at_tiles;
    switch_to_next();
}

void fence()
{
    if (!on_fiber(EMU_FRAME))
        return;
    running.warp->fenced |= 1u << running.lane;
    grid.block->any_fenced = true;
}

void sleep()
{
    grid.idle_requests += on_fiber(EMU_FRAME);
}

long long read_clock()
{
    static long long clock = 0;
    grid.clock_read = grid.watches_clock = true;
    return clock += 10;
}

void trap()
{
    if (!on_fiber(EMU_FRAME))
        __builtin_trap();
    grid.abort(cudaErrorLaunchFailure);
    end_thread();
}

}  // namespace emu

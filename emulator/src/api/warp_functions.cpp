#include "cuda_emulator/warp_functions.h"

#include "cuda_emulator/frame.h"
#include "execution/lanes.h"

namespace emu {

uint64_t warp_collective(WarpOperation operation, unsigned mask, uint64_t value, Place place, int argument,
                         int width)
{
    if (!on_fiber(EMU_FRAME))
        return value;
    Warp& warp = *running.warp;
    const int lane = running.lane;
    warp.collective[lane] = {operation, mask, value, argument, width, place};
    warp.ready &= ~(1u << lane);
    warp.at_collective |= 1u << lane;
    switch_to_next();
    return warp.collective[lane].value;
}

unsigned active_mask(void* pc, void* frame)
{
    if (!on_fiber(frame))
        return 1;
    Warp& warp = *running.warp;
    const int lane = running.lane;
    stop(0, pack(Operation::active_mask, 0), pc, frame);
    return unsigned(warp.collective[lane].value);
}

}  // namespace emu

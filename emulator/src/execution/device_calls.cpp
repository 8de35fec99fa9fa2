#include "execution/device_calls.h"

#include "state/grid.h"

namespace emu {
namespace {

uint32_t serve_device_calls(Warp& warp, uint32_t lanes)
{
    grid.steps = 0;
    grid.idle_requests = 0;
    grid.progress = true;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        auto& call = static_cast<DeviceCall&>(*reinterpret_cast<ServedCall*>(warp.address[lane]));
        call.serve_lane(call, warp, lane);
    }
    return lanes;
}

}  // namespace

DeviceCall::DeviceCall(ServeLane function, const char* file, int line)
    : ServedCall{serve_device_calls}, serve_lane(function), file(file), line(line)
{
}

}  // namespace emu

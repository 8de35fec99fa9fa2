#include "execution/served_calls.h"

namespace emu {

uint32_t serve_each_lane(Warp& warp, uint32_t lanes)
{
    uint32_t served = 0;
    for (; lanes; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        auto& service = static_cast<Service&>(*reinterpret_cast<ServedCall*>(warp.address[lane]));
        served |= uint32_t(service.serve_lane(service, warp, lane)) << lane;
    }
    return served;
}

}  // namespace emu

#include "common/device/orders.h"
#include "emulator.h"

namespace ladders {

bool set_warp_order(const std::string& order)
{
    return emu::parse_order(order, &emu::options().warp_order, &emu::options().warp_seed);
}
bool set_block_order(const std::string& order)
{
    return emu::parse_order(order, &emu::options().block_order, &emu::options().block_seed);
}

}  // namespace ladders

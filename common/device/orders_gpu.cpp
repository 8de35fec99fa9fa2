#include "common/device/orders.h"

namespace ladders {

bool set_warp_order(const std::string&)
{
    return false;
}
bool set_block_order(const std::string&)
{
    return false;
}

}  // namespace ladders

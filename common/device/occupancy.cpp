#include "common/device/occupancy.h"

#include "common/device/launch.h"

#include <algorithm>
#include <iterator>

namespace ladders {
namespace {

constexpr int kWarp = 32;
constexpr int kRegisterPortion = 256;
constexpr int kSharedPortion = 128;
constexpr int kWarpSchedulers = 4;

int round_up(int value, int portion)
{
    return ceil_div(value, portion) * portion;
}

}  // namespace

Occupancy occupancy_of(const KernelNeeds& needs, const MultiprocessorLimits& limits)
{
    const int warps = ceil_div(needs.block, kWarp);
    const int registers_per_warp = round_up(needs.registers * kWarp, kRegisterPortion);
    // Each of the four schedulers has a quarter of the registers, and takes whole warps.
    const int warps_by_registers = limits.registers / kWarpSchedulers / registers_per_warp * kWarpSchedulers;
    const int shared_per_block = round_up(needs.shared_bytes + limits.shared_reserved_bytes, kSharedPortion);

    struct Limit {
        int blocks;
        const char* name;
    };
    const Limit all[] = {
        {limits.threads / kWarp / warps, "threads"},
        {limits.blocks, "blocks"},
        {warps_by_registers / warps, "registers"},
        {shared_per_block ? limits.shared_bytes / shared_per_block : limits.blocks, "shared memory"}};
    const Limit least = *std::min_element(std::begin(all), std::end(all),
                                          [](const Limit& a, const Limit& b) { return a.blocks < b.blocks; });

    Occupancy o;
    o.blocks = least.blocks;
    o.warps = least.blocks * warps;
    o.share = double(o.warps) / (limits.threads / kWarp);
    o.limited_by = least.name;
    return o;
}

}  // namespace ladders

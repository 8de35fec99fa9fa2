#include "checks/distributed.h"

#include "debug_info/program.h"
#include "memory/clock.h"
#include "state/grid.h"

#include <algorithm>
#include <string>

namespace emu {
namespace {

std::string life_error(const char* what, bool writes)
{
    return std::string("Shared memory of a block that may ") + what + ": " +
           access_name(Space::distributed, writes);
}

// An earlier error of one of its threads has been reported, and may be why it has ended.
bool has_failed(const Block& block)
{
    for (int i = 0; i < block.warp_count; ++i)
        if (block.warps[i].failed)
            return true;
    return false;
}

std::string name_of(const Block& block)
{
    return "block " + std::to_string(block.rank) + " of the cluster, (" + std::to_string(block.index.x) +
           "," + std::to_string(block.index.y) + "," + std::to_string(block.index.z) + "),";
}

// What any thread of the block has acquired.
uint32_t acquired_by(const Block& block)
{
    uint32_t acquired = block.acquired;
    for (int i = 0; i < block.warp_count; ++i)
        for (const uint32_t by_lane : block.warps[i].acquired)
            acquired = std::max(acquired, by_lane);
    return acquired;
}

// The range of static shared memory that is swapped has to hold these bytes.
void include_static(Block& owner, uintptr_t low, uintptr_t high)
{
    const uintptr_t shift = owner.static_shared.low - owner.remote_static.low;
    low += shift;
    high += shift;
    grid.static_low = std::min(grid.static_low, low);
    grid.static_high = std::max(grid.static_high, high);
    const bool none = owner.saved_low >= owner.saved_high;
    owner.saved_low = none ? low : std::min(owner.saved_low, low);
    owner.saved_high = none ? high : std::max(owner.saved_high, high);
}

}  // namespace

Shadow* find_remote(uintptr_t low, uintptr_t high)
{
    Block* owner = remote_owner(low);
    if (!owner)
        return nullptr;
    if (owner->dynamic_shared.contains(low, high)) {
        owner->dynamic_high = std::max(owner->dynamic_high, high);
        return &owner->dynamic_shared;
    }
    if (!owner->remote_static.contains(low, high))
        return nullptr;
    include_static(*owner, low, high);
    return &owner->remote_static;
}

uintptr_t address_in(const Block& owner, uintptr_t address)
{
    const Block& block = *grid.block;
    const bool dynamic = block.dynamic_shared.contains(address, address);
    if (!dynamic && !block.static_shared.contains(address, address))
        return 0;
    if (&owner == &block)
        return address;
    return dynamic ? address - block.dynamic_shared.low + owner.dynamic_shared.low
                   : address - block.static_shared.low + owner.remote_static.low;
}

uintptr_t other_name_of(uintptr_t address)
{
    const Block& block = *grid.block;
    if (!block.cluster)
        return address;
    if (block.static_shared.contains(address, address))
        return address - block.static_shared.low + block.remote_static.low;
    const Block* owner = remote_owner(address);
    if (owner && owner->remote_static.contains(address, address))
        return address - owner->remote_static.low + owner->static_shared.low;
    return address;
}

bool check_life(const Block& owner, const AccessPoint& point)
{
    const Warp& warp = grid.block->warps[point.warp_index];
    const bool writes = !is_load(operation_of(warp.access[point.lane]));
    if (owner.ended) {
        if (!has_failed(owner) && !is_known(Error::ended_block, point.pc))
            report_access(
                life_error("have ended", writes), point,
                "All threads of " + name_of(owner) +
                    " have returned, and its shared memory is gone.\n"
                    "A cluster.sync() before the kernel's end keeps each block until the others have "
                    "finished.");
        return false;
    }
    if (owner.cluster->barriers == 0 && std::max(warp.acquired[point.lane], grid.block->acquired) == 0 &&
        !is_known(Error::not_started_block, point.pc))
        report_access(life_error("not have started", writes), point,
                      "Nothing has made this thread wait for " + name_of(owner) +
                          " to start.\nA cluster.sync() before the first such access does.");
    return true;
}

void note_remote_access(const Warp& warp, uint32_t lanes)
{
    if (!lanes)
        return;
    const int lane = __builtin_ctz(lanes);
    if (Block* owner = remote_owner(warp.address[lane]))
        owner->remote = {now,
                         pc_of(warp.position[lane]),
                         warp.address[lane],
                         grid.block,
                         warp.index,
                         lane,
                         bytes_of(warp.access[lane]),
                         !is_load(operation_of(warp.access[lane]))};
}

void check_end(const Block& block)
{
    const RemoteAccess& last = block.remote;
    if (last.stamp == 0 || last.stamp < block.shared_stamp || last.stamp <= acquired_by(block) ||
        has_failed(block) || is_known(Error::ended_block, last.pc))
        return;
    Block* const ended = grid.block;
    grid.block = const_cast<Block*>(last.by);  // whose thread the report names
    report_access(
        life_error("have ended", last.writes),
        {last.pc, last.address, last.bytes, last.warp_index, last.lane},
        "Nothing makes " + name_of(block) +
            " wait for this access before it ends.\n"
            "A cluster.sync() before the kernel's end keeps each block until the others have finished.");
    grid.block = ended;
}

}  // namespace emu

#include "checks/async_copies.h"

#include "checks/doubts.h"
#include "debug_info/line_table.h"
#include "state/grid.h"

#include <cstdlib>
#include <string>

namespace emu {
namespace {

// The shadow that this memory has, as shared memory.
Shadow* shadow_of(uintptr_t low, uintptr_t high)
{
    for (Shadow* shadow : {&grid.block->static_shared, &grid.block->dynamic_shared})
        if (shadow->contains(low, high))
            return shadow;
    return nullptr;
}

const AsyncCopy* find_copy(uintptr_t address, unsigned bytes, int* lane_in_block)
{
    for (int i = 0; i < grid.block->warp_count; ++i)
        for (int lane = 0; lane < kLanes; ++lane)
            for (const AsyncCopy* copy = grid.block->warps[i].copies[lane]; copy; copy = copy->next)
                if (address < copy->to + copy->bytes && copy->to < address + bytes) {
                    *lane_in_block = i * kLanes + lane;
                    return copy;
                }
    return nullptr;
}

}  // namespace

void begin_copy(Warp& warp, int lane, uintptr_t to, unsigned bytes, Place place)
{
    Shadow* shadow = shadow_of(to, to + bytes);
    if (!shadow || !grid.check_initialised)
        return;
    shadow->set_unwritten(to, bytes);
    auto* copy = static_cast<AsyncCopy*>(std::malloc(sizeof(AsyncCopy)));
    *copy = {warp.copies[lane], to, bytes, warp.copy_groups[lane], place};
    warp.copies[lane] = copy;
}

void end_copies(Warp& warp, int lane, unsigned before_group)
{
    AsyncCopy** link = &warp.copies[lane];
    while (AsyncCopy* copy = *link) {
        if (copy->group >= before_group) {
            link = &copy->next;
            continue;
        }
        if (Shadow* shadow = shadow_of(copy->to, copy->to + copy->bytes))
            shadow->set_written(copy->to, copy->bytes);
        *link = copy->next;
        std::free(copy);
    }
}

void forget_copies(Warp& warp)
{
    for (int lane = 0; lane < kLanes; ++lane) {
        while (AsyncCopy* copy = warp.copies[lane]) {
            warp.copies[lane] = copy->next;
            std::free(copy);
        }
        warp.copy_groups[lane] = 0;
    }
}

bool report_early_read(const AccessPoint& point, Space space)
{
    int thread = 0;
    const AsyncCopy* copy = space == Space::shared ? find_copy(point.address, point.bytes, &thread) : nullptr;
    if (!copy)
        return false;
    doubt_launch();
    if (!is_known(Error::uninitialised, point.pc))
        report_access(
            "Read of __shared__ memory that an asynchronous copy has not filled yet", point,
            "The copy is that of " + base_name(copy->place.file) + ":" + std::to_string(copy->place.line) +
                ", by thread " + std::to_string(thread) +
                " of the block.\nThat thread must wait for it (cp.async.wait_group or wait_all) before it "
                "reads the data, and all threads must pass a barrier after that before others do.",
            Weight::if_used);
    return true;
}

}  // namespace emu

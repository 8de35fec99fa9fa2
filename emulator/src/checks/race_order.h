// What orders two accesses of a word, for the check for races: on the path of each access, so in a header.
#pragma once

#include "cuda_emulator/launch_counters.h"
#include "memory/clock.h"
#include "memory/shadow.h"
#include "state/grid.h"
#include "state/warp.h"

#include <cstdint>

namespace emu {

// The last release (a fence, then a write of a flag) of each block, modulo the blocks that a Cell can tell
// apart.
struct Release {
    uint32_t stamp = 0;
    uint32_t barrier_stamp = 0;  // of the block at the release
    uint32_t thread = 0;
    bool several_threads = false;
};
constexpr int kReleases = 1 << who::kBlockBits;
extern Release releases[kReleases];
extern bool any_release;

void release(uint32_t me);

// Whether the writer's block has released the write since `stamp`.
inline bool was_released(uint32_t stamp, uint32_t writer)
{
    if (who::level(writer) == 3)
        return any_release;
    const Release& last = releases[who::block(writer)];
    return last.stamp > stamp && (last.several_threads || who::level(writer) > 0 ||
                                  last.thread == who::thread(writer) || last.barrier_stamp > stamp);
}
// Whether the record names a block of the cluster.
bool is_in_cluster(const Cluster& cluster, uint32_t other);
// Whether an earlier access by `other` (one thread, or several) is ordered before this lane's access. If
// `other` stands for several threads that may include this lane, on other bytes of the word, the answer is
// yes.
inline bool is_ordered(const Warp& warp, int lane, uint32_t me, uint32_t stamp, uint32_t other, bool partial)
{
    if (stamp < grid.start_stamp)
        return true;
    const uint32_t level = who::level(other);
    const Block& block = *grid.block;
    if (level < 3 && who::block(other) == who::block(me)) {
        if (stamp < block.barrier_stamp)
            return true;
        if (level == 2 && partial)
            return true;
        const bool same_warp = who::thread(other) / kLanes == who::thread(me) / kLanes;
        if (stamp < warp.tile_stamp && (level == 2 || unsigned(int(who::thread(other) / kLanes) -
                                                               warp.tile_first) < unsigned(warp.tile_warps)))
            return true;
        if (level < 2 && same_warp) {
            const uint32_t other_lane = who::thread(other) % kLanes;
            if (level == 0 ? int(other_lane) == lane : partial)
                return true;
            if (stamp < warp.sync_stamp[lane] && (level == 1 || stamp < warp.sync_stamp[other_lane]))
                return true;
        }
    } else if (level == 3 && partial) {
        return true;
    }
    // A record of several blocks names one of them.
    if (block.cluster && stamp < block.shared_stamp && is_in_cluster(*block.cluster, other))
        return true;
    const uint32_t known = warp.acquired[lane] > block.acquired ? warp.acquired[lane] : block.acquired;
    return known > stamp && was_released(stamp, other);
}
// The level (see `who`) of a record that stands for both threads.
inline uint32_t level_of(uint32_t a, uint32_t b)
{
    if (who::level(a) == 3 || who::block(a) != who::block(b))
        return 3;
    if (who::level(a) == 2 || who::thread(a) / kLanes != who::thread(b) / kLanes)
        return 2;
    return 1;
}
// A read after unordered reads by other threads: the record then stands for all of them.
inline void merge_read(Cell& cell, const Warp& warp, int lane, uint32_t me, uint32_t how)
{
    const uint32_t before = cell.reader;
    const bool partial = (before & who::kPartial) != 0;
    if (who::level(before) == 3 || !is_ordered(warp, lane, me, cell.read_stamp, before, partial)) {
        const uint32_t level = level_of(before, me);
        cell.reader =
            (before & ~who::kLevel) | level << who::kLevelShift | (how & (who::kBytes | who::kPartial));
        if (!(how & who::kVolatile))
            cell.reader &= ~who::kVolatile;
    } else {
        cell.reader = me | how;
    }
    cell.read_stamp = now;
}
// Who the warp's first lane is.
inline uint32_t first_of(const Warp& warp)
{
    return who::of(uint32_t(warp.index * kLanes), grid.block->number);
}
// Older accesses are ordered: by the launch, or, in shared memory, by the block's last barrier.
inline uint32_t oldest_unordered(Space space)
{
    return is_shared(space) ? grid.block->shared_stamp : grid.start_stamp;
}
}  // namespace emu

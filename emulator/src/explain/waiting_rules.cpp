// Threads that wait, and ask the memory for nothing meanwhile.
#include "explain/cost.h"
#include "explain/kernel_rules.h"
#include "explain/words.h"

#include <algorithm>

namespace emu {
namespace {

// A warp that makes more requests of shared memory per tile has work for as long as the next tile takes to come.
constexpr double kHidingRequests = 48;
// Loads that poll find what another block has stored: nearly all of their lanes do.
constexpr double kPolls = 0.9;
// The longest warp's loads over the mean, from which on the grid waits for it.
constexpr double kUnequal = 8;
// Active lanes of a warp, of 32, from which on its own lanes are not what differs most.
constexpr double kMostLanes = 16;

}  // namespace

void waits_for_tile(const KernelView& kernel)
{
    const double fills = double(kernel.detail.fills);
    double requests = 0;
    const LineCounters* most = nullptr;
    for (const LineCounters& c : kernel.lines) {
        if (c.space == Space::shared && c.access == Access::load)
            requests += double(c.requests);
        if (c.waited > 0 && (!most || c.waited > most->waited))
            most = &c;
    }
    // A block that fills one tile only is hidden by others.
    if (!most || fills < 2 * kernel.warps() || requests > kHidingRequests * fills)
        return;
    Finding f;
    f.rule = "waits_for_tile";
    f.file = most->file;
    f.line = most->line;
    f.counted = words("%.0f waits of each warp for a tile, %.0f shared loads each", fills / kernel.warps(),
                      requests / fills);
    f.ideal = "0 waits";
    f.text = words(
        "Waits for the next tile: %.0f times a warp loads from global memory, stores what comes in shared "
        "memory, and waits at a barrier; until then it has nothing to compute with.",
        fills / kernel.warps());
    f.advice =
        "Use two buffers: while the block computes on one, load the next tile into registers, or copy it to "
        "the other one with __pipeline_memcpy_async().";
    kernel.say(f, kTileWait * fills);
}

void waits_for_blocks(const KernelView& kernel)
{
    const double waits = double(kernel.detail.block_waits), blocks = double(kernel.detail.blocks);
    const LineCounters* most = nullptr;
    for (const LineCounters& c : kernel.lines)
        if (double(c.foreign) > kPolls * double(c.lanes) && (!most || c.foreign > most->foreign))
            most = &c;
    if (!most || blocks < 3 || waits < 0.5 * blocks)
        return;
    Finding f;
    f.rule = "waits_for_blocks";
    f.file = most->file;
    f.line = most->line;
    f.counted = words("%.0f waits in %.0f blocks", waits, blocks);
    f.ideal = "0";
    f.text = words(
        "Blocks wait for blocks: this line reads what other blocks store in the same launch, %.1f times per "
        "block, and no asynchronous copy of the block is in flight meanwhile.",
        waits / blocks);
    f.advice =
        "Copy the block's next data to shared memory with __pipeline_memcpy_async() before it waits, and "
        "store what others wait for as early as possible.";
    kernel.say(f, kBlockWait * waits);
}

void unequal_warps(const KernelView& kernel)
{
    const double longest = double(kernel.detail.longest), launches = double(kernel.counters.launches);
    const double active = ratio(double(kernel.detail.lane_steps), double(kernel.detail.steps));
    double loads = 0;
    const LineCounters* most = nullptr;
    for (const LineCounters& c : kernel.lines)
        if (is_traffic(c) && c.access == Access::load) {
            loads += double(c.requests);
            if (!most || c.requests > most->requests)
                most = &c;
        }
    const double mean = launches * ratio(loads, kernel.warps());
    if (!most || active < kMostLanes || longest < kUnequal * mean)
        return;
    Finding f;
    f.rule = "unequal_warps";
    f.file = most->file;
    f.line = most->line;
    f.counted = words("%.0f loads of the longest warp", longest / launches);
    f.ideal = words("%.1f, the mean", mean / launches);
    f.text = words(
        "Unequal warps: the warp with the most to do makes %.0f loads, the mean warp %.1f. The launch ends "
        "when the longest warp does.",
        longest / launches, mean / launches);
    f.advice =
        "Share the work out by its amount: number all items of the launch, and give each thread or warp "
        "equally many.";
    f.share = 1 - mean / longest;
    kernel.say(f, kLoadAlone * (longest - mean) * kernel.gpu.multiprocessors);
}

}  // namespace emu

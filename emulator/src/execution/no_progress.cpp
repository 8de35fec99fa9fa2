#include "execution/no_progress.h"

#include "checks/reports.h"
#include "checks/waits.h"
#include "debug_info/program.h"
#include "execution/deadlock.h"
#include "execution/resident_blocks.h"
#include "memory/device_memory.h"
#include "state/grid.h"

#include <string>

namespace emu {

void report_no_progress(const std::vector<Block*>& resident, const Block& block, bool is_proven,
                        bool all_started)
{
    if (is_proven && all_started && report_waits(resident))
        return grid.abort(cudaErrorLaunchTimeout);
    if (all_started && report_lock_in_warp())
        return grid.abort(cudaErrorLaunchTimeout);
    for (int i = 0; i < block.warp_count; ++i) {
        const Warp& warp = block.warps[i];
        if (!warp.ready)
            continue;
        const int lane = __builtin_ctz(warp.ready);
        const SourceLine place = program.line_at(pc_of(warp.position[lane]));
        grid.waits_for_host = is_proven && all_started && device_memory.managed.contains(grid.idle_address);
        if (!is_proven)
            report_at("No forward progress: all threads only read what they have read before",
                      place.file.c_str(), place.line, i, lane,
                      "They have done so in very many turns of their block. "
                      "CUDA_EMULATOR=step-limit=N sets another limit.");
        else
            report_at(
                "No forward progress: every resident block waits for what no thread will write",
                place.file.c_str(), place.line, i, lane,
                grid.has_launched
                    ? "The kernel has launched child grids. A parent must not wait for them: they may begin "
                      "as late as when\nall of its blocks have ended. What needs their results is launched "
                      "into cudaStreamTailLaunch."
                : grid.waits_for_host
                    ? "It reads memory that the host can write, too. Here a launch runs its kernel to the "
                      "end before the\n"
                      "host goes on, so a kernel cannot wait for what the host does after the launch, "
                      "though on a GPU it can.\n"
                      "Let the host write it before the launch, or make a kernel of each step."
                : all_started
                    ? "All blocks have started, and no thread is left that could write what this loop "
                      "reads.\n"
                      "Does any thread write it before it waits itself, and in a branch that it takes?\n"
                      "Or does the loop wait for no other thread? Then each pass must change what its "
                      "condition tests."
                    : "A block that has not started can start only when another one finishes: the "
                      "device holds " +
                          std::to_string(max_resident_blocks()) + " blocks of this size at once.");
        break;
    }
    grid.abort(cudaErrorLaunchTimeout);
}

}  // namespace emu

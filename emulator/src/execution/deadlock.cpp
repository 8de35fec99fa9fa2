#include "execution/deadlock.h"

#include "checks/reports.h"
#include "debug_info/program.h"
#include "execution/resident_blocks.h"
#include "execution/tensor_call.h"
#include "state/grid.h"

#include <string>

namespace emu {
namespace {

void report_lock(const Warp& warp, int lane, int waits, const Place& at)
{
    const SourceLine place = program.line_at(warp.tries_at);
    report_at(
        "No forward progress: lanes of one warp wait for each other", place.file.c_str(), place.line,
        warp.index, lane,
        "Lane " + std::to_string(lane) +
            " repeats this atomic, as one does to take a lock, until another thread changes the value.\n"
            "Lane " +
            std::to_string(waits) + " of the same warp waits for it at " +
            short_file_and_line({at.file, at.line}) +
            ": if it holds the lock, nobody frees it.\n"
            "Let one lane of each warp take the lock. Or do the work and free the lock inside the loop, in "
            "the branch\nof the lane that has taken it, with nothing before that waits for other lanes.");
}

}  // namespace

void report_deadlock(const Block& block)
{
    for (int i = 0; i < block.warp_count; ++i) {
        const Warp& warp = block.warps[i];
        if (!warp.at_collective)
            continue;
        const int lane = __builtin_ctz(warp.at_collective);
        const CollectiveCall& call = warp.collective[lane];
        if (call.operation == WarpOperation::tensor) {
            report_missing_lanes(warp, lane);
            break;
        }
        const uint32_t missing = call.mask & warp.live & ~warp.at_collective;
        std::string details = "lane " + std::to_string(lane) + " waits at a *_sync call for ";
        details += missing
                       ? "lane " + std::to_string(__builtin_ctz(missing)) + ", which waits at __syncthreads()"
                       : "lanes that call it with another mask or another function";
        details +=
            "\nA GPU waits for ever, or goes on with an undefined value: all lanes that the mask names must "
            "reach the "
            "same call.\n"
            "Move the call out of the branch, or name only the lanes of the branch: __ballot_sync() before "
            "the "
            "branch gives their mask.";
        report_at("Deadlock: no thread of the block can continue", call.place.file, call.place.line, i, lane,
                  details);
        break;
    }
    grid.abort(cudaErrorLaunchTimeout);
}

bool report_lock_in_warp()
{
    for (Block* block : block_slots())
        for (int i = 0; block->started && i < block->warp_count; ++i) {
            const Warp& warp = block->warps[i];
            const uint32_t tries = warp.tries & warp.ready;
            for (uint32_t rest = tries ? warp.at_collective | warp.at_barrier : 0; rest; rest &= rest - 1) {
                const int waits = __builtin_ctz(rest);
                const bool at_barrier = warp.at_barrier >> waits & 1;
                if (!at_barrier && !(warp.collective[waits].mask & tries))
                    continue;
                grid.block = block;
                report_lock(warp, __builtin_ctz(tries), waits,
                            at_barrier ? warp.barrier[waits].place : warp.collective[waits].place);
                return true;
            }
        }
    return false;
}

}  // namespace emu

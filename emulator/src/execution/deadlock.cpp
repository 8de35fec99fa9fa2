#include "execution/deadlock.h"

#include "checks/reports.h"
#include "execution/tensor_call.h"
#include "state/grid.h"

#include <string>

namespace emu {

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

}  // namespace emu

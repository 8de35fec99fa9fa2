#include "execution/tensor_call.h"

#include "checks/reports.h"
#include "counters/tensor_counts.h"
#include "cuda_emulator/frame.h"
#include "execution/lanes.h"
#include "execution/watchdog.h"

#include <cstring>
#include <string>

namespace emu {
namespace {

constexpr uint32_t kWholeWarp = ~0u;

const TensorCall& call_of(const Warp& warp, int lane)
{
    return *reinterpret_cast<const TensorCall*>(warp.collective[lane].value);
}

bool is_same_call(const Warp& warp, int a, int b)
{
    const TensorCall &x = call_of(warp, a), &y = call_of(warp, b);
    return x.run == y.run && warp.collective[a].place.line == warp.collective[b].place.line;
}

// "lane 3", "lanes 16 to 31", or "12 lanes, the first is lane 4"
std::string text_of(uint32_t lanes)
{
    const int first = __builtin_ctz(lanes), count = __builtin_popcount(lanes);
    if (count == 1)
        return "lane " + std::to_string(first);
    if (((lanes >> first) & ((lanes >> first) + 1)) == 0)
        return "lanes " + std::to_string(first) + " to " + std::to_string(first + count - 1);
    return std::to_string(count) + " lanes, the first of them lane " + std::to_string(first);
}

void report(const Warp& warp, int lane, uint32_t missing, const std::string& why)
{
    const Place& place = warp.collective[lane].place;
    report_at(
        std::string("Invalid ") + call_of(warp, lane).name +
            ": it is not executed by all 32 lanes of the warp",
        place.file, place.line, warp.index, lane,
        text_of(missing) + why +
            "\nA GPU's result is undefined: a tensor instruction works on the registers of all 32 lanes.\n"
            "Let whole warps take the branch, and make the block's size a multiple of 32.");
}

void end_lanes(Warp& warp, uint32_t lanes)
{
    warp.at_collective &= ~lanes;
    warp.failed |= lanes;
    warp.live &= ~lanes;
    note_failed_threads(__builtin_popcount(lanes));
}

bool run(Warp& warp, uint32_t here)
{
    TensorCall* calls[kLanes] = {};
    const int first = __builtin_ctz(here);
    const Place& place = warp.collective[first].place;
    for (uint32_t rest = here; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        calls[lane] = reinterpret_cast<TensorCall*>(warp.collective[lane].value);
        if (std::memcmp(calls[lane]->common, calls[first]->common, calls[first]->common_bytes) != 0) {
            report_at(std::string("Invalid arguments: the lanes of a warp call ") + calls[first]->name +
                          " with different ones",
                      place.file, place.line, warp.index, lane,
                      "lane " + std::to_string(lane) + " and lane " + std::to_string(first) +
                          " differ in the pointer or the pitch. All lanes must pass the same.");
            return false;
        }
    }
    if (calls[first]->counts)
        note_tensor_instruction(place.file, place.line);
    return calls[first]->run(calls, warp, place);
}

}  // namespace

void make_tensor_call(TensorCall& call, Place place)
{
    if (!on_fiber(EMU_FRAME))
        return;
    Warp& warp = *running.warp;
    const int lane = running.lane;
    warp.collective[lane] = {
        WarpOperation::tensor, kWholeWarp, reinterpret_cast<uint64_t>(&call), 0, kLanes, place};
    warp.ready &= ~(1u << lane);
    warp.at_collective |= 1u << lane;
    switch_to_next();
}

uint32_t lanes_at_tensor_call(const Warp& warp, int lane)
{
    uint32_t lanes = 0;
    for (uint32_t rest = warp.at_collective; rest; rest &= rest - 1) {
        const int other = __builtin_ctz(rest);
        if (warp.collective[other].operation == WarpOperation::tensor && is_same_call(warp, lane, other))
            lanes |= 1u << other;
    }
    return lanes;
}

bool complete_tensor_call(Warp& warp, uint32_t here)
{
    if (warp.live & ~here)
        return false;
    const uint32_t missing = ~here & ~warp.failed;
    bool good = true;
    if (missing) {
        const bool never = (missing & (warp.size == kLanes ? 0 : kWholeWarp << warp.size)) == missing;
        report(warp, __builtin_ctz(here), missing,
               never ? " does not exist: the last warp of the block is not full" : ": returned before");
        good = false;
    }
    if (!good || !run(warp, here)) {
        end_lanes(warp, here);
        return true;
    }
    warp.at_collective &= ~here;
    warp.released |= here;
    return true;
}

void report_missing_lanes(const Warp& warp, int lane)
{
    const uint32_t missing = warp.live & ~lanes_at_tensor_call(warp, lane);
    const int other = __builtin_ctz(missing);
    std::string why = ": waits at __syncthreads()";
    if (warp.at_collective >> other & 1)
        why = ": waits at the *_sync call of line " + std::to_string(warp.collective[other].place.line);
    report(warp, lane, missing, why);
}

}  // namespace emu

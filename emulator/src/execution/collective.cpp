#include "execution/collective.h"

#include "checks/doubts.h"
#include "checks/reports.h"
#include "execution/tensor_call.h"
#include "memory/clock.h"
#include "state/grid.h"
#include "trace/trace.h"

#include <algorithm>
#include <cstdio>

namespace emu {
namespace {

bool is_shuffle(WarpOperation operation)
{
    return operation >= WarpOperation::shuffle && operation <= WarpOperation::shuffle_xor;
}

// The lane that a shuffle reads: the calling lane itself if the source would be outside the sub-warp.
int source_of(const CollectiveCall& call, int lane)
{
    const int width = call.width, first = lane & ~(width - 1), last = first + width - 1;
    switch (call.operation) {
        case WarpOperation::shuffle:
            return first + (call.argument & (width - 1));
        case WarpOperation::shuffle_up:
            return lane - call.argument < first ? lane : lane - call.argument;
        case WarpOperation::shuffle_down:
            return lane + call.argument > last ? lane : lane + call.argument;
        default:  // shuffle_xor
            return (lane ^ call.argument) > last ? lane : lane ^ call.argument;
    }
}

std::string hex_mask(uint32_t mask)
{
    char text[16];
    std::snprintf(text, sizeof text, "0x%08x", mask);
    return text;
}

// The lanes at the same call as this one. As in PTX, operation and mask must be equal, but not the line.
uint32_t lanes_at(const Warp& warp, const CollectiveCall& call)
{
    uint32_t lanes = 0;
    for (uint32_t rest = warp.at_collective; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        const CollectiveCall& other = warp.collective[lane];
        if (other.operation == call.operation && other.mask == call.mask)
            lanes |= 1u << lane;
    }
    return lanes;
}

void report_inactive_source(const Warp& warp, int lane, int source)
{
    const CollectiveCall& call = warp.collective[lane];
    const std::string from = "lane " + std::to_string(source);
    std::string why = " does not exist: the last warp of the block is not full";
    if (source < warp.size)
        why = call.mask >> source & 1 ? " does not make this call: it took another branch, or has ended"
                                      : " is not in the mask " + hex_mask(call.mask);
    doubt_launch();
    report_at(
        "Invalid shuffle: it reads from an inactive lane", call.place.file, call.place.line, warp.index, lane,
        from + why +
            "\nThe value is undefined: a GPU gives any, which may differ from run to run; it goes into each "
            "sum that uses it.\n"
            "Let all lanes of the warp reach the call, with a neutral value such as 0 where there is no "
            "element.",
        Weight::if_used);
}

void shuffle(Warp& warp, uint32_t lanes)
{
    uint64_t values[kLanes];
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
        values[__builtin_ctz(rest)] = warp.collective[__builtin_ctz(rest)].value;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        CollectiveCall& call = warp.collective[lane];
        if (call.width < 1 || call.width > kLanes || (call.width & (call.width - 1)) != 0) {
            report_at("Invalid arguments: the width of a shuffle must be a power of two up to 32",
                      call.place.file, call.place.line, warp.index, lane,
                      "the width is " + std::to_string(call.width));
            continue;
        }
        const int source = source_of(call, lane);
        if (lanes >> source & 1) {
            call.value = values[source];
        } else {
            report_inactive_source(warp, lane, source);
            call.value = 0;  // as GPUs mostly do: NVIDIA's samples get the right sums so
        }
    }
}

uint64_t combine(WarpOperation operation, uint64_t a, uint64_t b)
{
    switch (operation) {
        case WarpOperation::min_signed:
            return uint64_t(std::min(int32_t(a), int32_t(b)));
        case WarpOperation::max_signed:
            return uint64_t(std::max(int32_t(a), int32_t(b)));
        case WarpOperation::min_unsigned:
            return std::min(uint32_t(a), uint32_t(b));
        case WarpOperation::max_unsigned:
            return std::max(uint32_t(a), uint32_t(b));
        case WarpOperation::bit_and:
            return a & b;
        case WarpOperation::bit_or:
            return a | b;
        case WarpOperation::bit_xor:
            return a ^ b;
        default:
            return uint32_t(a) + uint32_t(b);
    }
}

// The result of an operation that gives all lanes the same value.
uint64_t common_result(const Warp& warp, uint32_t lanes, WarpOperation operation)
{
    const uint64_t first = warp.collective[__builtin_ctz(lanes)].value;
    uint32_t nonzero = 0;
    bool equal = true;
    uint64_t reduced = first;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        const uint64_t value = warp.collective[lane].value;
        nonzero |= uint32_t(value != 0) << lane;
        equal &= value == first;
        if (lane != __builtin_ctz(lanes))
            reduced = combine(operation, reduced, value);
    }
    switch (operation) {
        case WarpOperation::ballot:
            return nonzero;
        case WarpOperation::all:
            return nonzero == lanes;
        case WarpOperation::any:
            return nonzero != 0;
        case WarpOperation::match_all:
            return equal ? lanes : 0;
        default:
            return reduced;
    }
}

void match_any(Warp& warp, uint32_t lanes)
{
    uint32_t matches[kLanes] = {};
    for (uint32_t a = lanes; a; a &= a - 1)
        for (uint32_t b = lanes; b; b &= b - 1)
            if (warp.collective[__builtin_ctz(a)].value == warp.collective[__builtin_ctz(b)].value)
                matches[__builtin_ctz(a)] |= 1u << __builtin_ctz(b);
    for (; lanes; lanes &= lanes - 1)
        warp.collective[__builtin_ctz(lanes)].value = matches[__builtin_ctz(lanes)];
}

// __syncwarp() orders the lanes' memory accesses. The other collectives do not.
void order_memory(Warp& warp, uint32_t lanes)
{
    const uint32_t stamp = next_stamp();
    uint32_t acquired = 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
        acquired = std::max(acquired, warp.acquired[__builtin_ctz(rest)]);
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        warp.sync_stamp[__builtin_ctz(rest)] = stamp;
        warp.acquired[__builtin_ctz(rest)] = acquired;
    }
    if (warp.fenced & lanes)
        warp.fenced |= lanes;
}

// Before the operation, which overwrites the arguments.
void trace(const Warp& warp, uint32_t lanes, WarpOperation operation)
{
    int from[kLanes] = {};
    if (is_shuffle(operation))
        for (uint32_t rest = lanes; rest; rest &= rest - 1)
            from[__builtin_ctz(rest)] = source_of(warp.collective[__builtin_ctz(rest)], __builtin_ctz(rest));
    trace_collective(warp, lanes, operation, is_shuffle(operation) ? from : nullptr);
}

void complete(Warp& warp, uint32_t lanes, WarpOperation operation)
{
    ++grid.collectives;
    if (grid.trace)
        trace(warp, lanes, operation);
    switch (operation) {
        case WarpOperation::sync:
            order_memory(warp, lanes);
            break;
        case WarpOperation::shuffle:
        case WarpOperation::shuffle_up:
        case WarpOperation::shuffle_down:
        case WarpOperation::shuffle_xor:
            shuffle(warp, lanes);
            break;
        case WarpOperation::match_any:
            match_any(warp, lanes);
            break;
        default: {
            const uint64_t result = common_result(warp, lanes, operation);
            for (uint32_t rest = lanes; rest; rest &= rest - 1)
                warp.collective[__builtin_ctz(rest)].value = result;
        }
    }
    warp.at_collective &= ~lanes;
    warp.released |= lanes;
}

}  // namespace

bool complete_collective(Warp& warp)
{
    for (uint32_t rest = warp.at_collective; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        const CollectiveCall& call = warp.collective[lane];
        if (call.operation == WarpOperation::tensor) {
            const uint32_t here = lanes_at_tensor_call(warp, lane);
            if (complete_tensor_call(warp, here))
                return true;
            rest &= ~here | 1u << lane;
            continue;
        }
        const uint32_t here = lanes_at(warp, call);
        rest &= ~here | 1u << lane;
        const uint32_t strangers = here & ~call.mask;
        if (strangers)
            report_at("Invalid arguments: a thread is not in the mask of its *_sync call", call.place.file,
                      call.place.line, warp.index, __builtin_ctz(strangers),
                      "lane " + std::to_string(__builtin_ctz(strangers)) + ", mask " + hex_mask(call.mask) +
                          "\nOn a GPU the result is undefined: each lane that makes the call must be in its "
                          "own mask.");
        const uint32_t wanted = call.mask & warp.live;
        if ((here & wanted) == wanted) {
            complete(warp, here, call.operation);
            return true;
        }
    }
    return false;
}

}  // namespace emu

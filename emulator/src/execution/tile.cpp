#include "execution/tile.h"

#include "checks/reports.h"
#include "memory/clock.h"
#include "state/grid.h"
#include "trace/trace.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace emu {
namespace {

using TileOperation = TileCall::Operation;

// Calls function(warp, lane) for each live thread of the tile.
template <class Function>
void for_each_thread(Block& block, const TileCall& tile, Function function)
{
    const int end = std::min(tile.first_warp + tile.warps, block.warp_count);
    for (int i = tile.first_warp; i < end; ++i)
        for (uint32_t rest = block.warps[i].live; rest; rest &= rest - 1)
            function(block.warps[i], __builtin_ctz(rest));
}

bool waits_at(const Warp& warp, int lane, const TileCall& tile)
{
    const BarrierCall& call = warp.barrier[lane];
    return (warp.at_barrier >> lane & 1) && call.kind == BarrierKind::tile &&
           call.tile->first_warp == tile.first_warp && call.tile->warps == tile.warps &&
           call.tile->operation == tile.operation;
}

void exchange(Block& block, const TileCall& tile)
{
    int trues = 0, all = 0;
    for_each_thread(block, tile, [&](Warp& warp, int lane) {
        trues += warp.barrier[lane].tile->argument != 0;
        ++all;
    });
    for_each_thread(block, tile, [&](Warp& warp, int lane) {
        TileCall& call = *warp.barrier[lane].tile;
        if (call.operation == TileOperation::any)
            call.argument = trues > 0;
        else if (call.operation == TileOperation::all)
            call.argument = trues == all;
        if (call.operation != TileOperation::shuffle)
            return;
        const unsigned source = unsigned(call.argument) % unsigned(tile.warps * kLanes);
        const int number = tile.first_warp + int(source) / kLanes, source_lane = int(source) % kLanes;
        if (number < block.warp_count && (block.warps[number].live >> source_lane & 1)) {
            std::memcpy(call.result, block.warps[number].barrier[source_lane].tile->value, call.bytes);
            return;
        }
        const Place& place = warp.barrier[lane].place;
        report_at("Invalid shuffle: it reads from an inactive lane", place.file, place.line, warp.index, lane,
                  "thread " + std::to_string(source) +
                      " of the tile does not make this call: it took another branch, or has ended\n"
                      "The value is undefined.");
    });
}

// As a block's barrier does for the block.
void order_memory(Block& block, const TileCall& tile)
{
    const uint32_t stamp = next_stamp();
    uint32_t acquired = 0;
    bool fenced = false;
    for_each_thread(block, tile, [&](Warp& warp, int lane) {
        acquired = std::max(acquired, warp.acquired[lane]);
        fenced |= warp.fenced >> lane & 1;
    });
    for_each_thread(block, tile, [&](Warp& warp, int lane) {
        warp.acquired[lane] = acquired;
        warp.sync_stamp[lane] = warp.tile_stamp = stamp;
        warp.tile_first = tile.first_warp;
        warp.tile_warps = tile.warps;
        warp.fenced |= uint32_t(fenced) << lane;
    });
}

bool complete(Block& block, const TileCall& tile)
{
    bool complete = true;
    for_each_thread(block, tile, [&](Warp& warp, int lane) { complete &= waits_at(warp, lane, tile); });
    if (!complete)
        return false;
    if (grid.trace)
        trace_tile(block, tile);
    exchange(block, tile);
    order_memory(block, tile);
    for_each_thread(block, tile, [&](Warp& warp, int lane) {
        warp.at_barrier &= ~(1u << lane);
        warp.released |= 1u << lane;
        --block.at_tiles;
    });
    ++grid.collectives;
    grid.steps = 0;
    grid.idle_requests = 0;
    grid.progress = true;
    return true;
}

// The first thread of the warp that waits for a tile; -1: none does.
int waiting_lane(const Warp& warp)
{
    for (uint32_t rest = warp.at_barrier; rest; rest &= rest - 1)
        if (warp.barrier[__builtin_ctz(rest)].kind == BarrierKind::tile)
            return __builtin_ctz(rest);
    return -1;
}

}  // namespace

bool complete_tiles(Block& block)
{
    bool any = false;
    for (int i = 0; i < block.warp_count && block.at_tiles > 0; ++i)
        if (const int lane = waiting_lane(block.warps[i]); lane >= 0) {
            const TileCall tile = *block.warps[i].barrier[lane].tile;
            any |= complete(block, tile);
        }
    return any;
}

void report_deadlock_of_tile(const Block& block)
{
    for (int i = 0; i < block.warp_count; ++i) {
        const int lane = waiting_lane(block.warps[i]);
        if (lane < 0)
            continue;
        const BarrierCall& call = block.warps[i].barrier[lane];
        std::string details = "it waits for the other threads of its tile";
        for_each_thread(const_cast<Block&>(block), *call.tile, [&](const Warp& warp, int other) {
            if (waits_at(warp, other, *call.tile))
                return;
            const BarrierCall& elsewhere = warp.barrier[other];
            details = "it waits for thread " + std::to_string(warp.index * kLanes + other) +
                      " of the block, which waits";
            if (warp.at_barrier >> other & 1)
                details +=
                    std::string(" at ") + elsewhere.place.file + ":" + std::to_string(elsewhere.place.line);
            else
                details += " at a *_sync call";
        });
        report_at("Deadlock: no thread of the block can continue", call.place.file, call.place.line, i, lane,
                  details);
        break;
    }
    grid.abort(cudaErrorLaunchTimeout);
}

}  // namespace emu

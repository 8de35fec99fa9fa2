#include "checks/waits.h"

#include "checks/reports.h"
#include "debug_info/program.h"
#include "state/cluster.h"
#include "state/grid.h"

#include <string>

namespace emu {
namespace {

std::string text_of(const Place& place)
{
    return std::string(place.file) + ":" + std::to_string(place.line);
}

// What a live thread waits at.
std::string where_is(const Warp& warp, int lane)
{
    const uint32_t bit = 1u << lane;
    if (warp.polls & bit)
        return "waits at " + text_of(warp.wait_call[lane]->place);
    if (warp.at_barrier & bit)
        return "waits at " + text_of(warp.barrier[lane].place);
    if (warp.at_collective & bit)
        return "waits at " + text_of(warp.collective[lane].place);
    return "runs at " + file_and_line(program.line_at(pc_of(warp.position[lane])));
}

bool waits_for(const Warp& warp, int lane, const WaitCall& call)
{
    if (call.object == nullptr)
        return warp.arrived_at_cluster >> lane & 1;
    return (warp.polls >> lane & 1) && warp.wait_call[lane]->object == call.object;
}

// The first live thread of the block that does not wait for the same, as "thread ..., which ..."; or "".
std::string first_elsewhere(const Block& block, const WaitCall& call)
{
    for (int i = 0; i < block.warp_count; ++i)
        for (uint32_t rest = block.warps[i].live; rest; rest &= rest - 1)
            if (const int lane = __builtin_ctz(rest); !waits_for(block.warps[i], lane, call))
                return name_of_thread(block, i * kLanes + lane) + ", which " + where_is(block.warps[i], lane);
    return "";
}

int count_ended(const Block& block)
{
    int ended = 0;
    for (int i = 0; i < block.warp_count; ++i)
        ended += block.warps[i].size - __builtin_popcount(block.warps[i].live);
    return ended;
}

std::string reason(const Block& block, const WaitCall& call)
{
    std::string elsewhere = first_elsewhere(block, call);
    for (int rank = 0; block.cluster && elsewhere.empty() && rank < block.cluster->size; ++rank)
        if (!block.cluster->blocks[rank]->ended)
            elsewhere = first_elsewhere(*block.cluster->blocks[rank], call);
    std::string text = "it waits for a " + std::string(call.kind);
    if (call.missing)
        text += ", which still expects " + std::to_string(call.missing) +
                (call.missing == 1 ? " arrival" : " arrivals");
    if (!elsewhere.empty())
        text += "\nNot there is " + elsewhere;
    if (const int ended = count_ended(block))
        text += "\n" + std::to_string(ended) + " thread" + (ended == 1 ? "" : "s") + " of its block " +
                (ended == 1 ? "has" : "have") + " returned";
    return text;
}

}  // namespace

std::string name_of_thread(const Block& block, int thread)
{
    const auto text = [](const uint3& v) {
        return "(" + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + ")";
    };
    return "thread " + text(grid.thread_index[thread]) + " in block " + text(block.index);
}

bool report_waits(const std::vector<Block*>& resident)
{
    for (Block* block : resident)
        for (int i = 0; i < block->warp_count; ++i)
            if (const uint32_t polls = block->warps[i].polls & block->warps[i].live) {
                const int lane = __builtin_ctz(polls);
                const WaitCall& call = *block->warps[i].wait_call[lane];
                grid.block = block;
                report_at("Deadlock: threads wait for each other", call.place.file, call.place.line, i, lane,
                          reason(*block, call));
                return true;
            }
    return false;
}

}  // namespace emu

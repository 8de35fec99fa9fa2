#include "execution/barrier.h"

#include "checks/early_reads.h"
#include "checks/reports.h"
#include "counters/detail.h"
#include "memory/clock.h"
#include "state/grid.h"
#include "trace/trace.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace emu {
namespace {

// A barrier is identified by its line, since the compiler may copy the call.
bool same_place(const Place& a, const Place& b)
{
    return a.line == b.line && (a.file == b.file || std::strcmp(a.file, b.file) == 0);
}

void check_convergence(const Block& block)
{
    const BarrierCall* first = nullptr;
    int returned = 0;
    bool apart_in_warp = false, apart = false;
    const BarrierCall* other = nullptr;
    int warp_index = 0, lane = 0;
    for (int i = 0; i < block.warp_count; ++i) {
        const Warp& warp = block.warps[i];
        returned += warp.size - __builtin_popcount(warp.live | warp.failed);
        const BarrierCall* first_of_warp = nullptr;
        for (uint32_t rest = warp.live; rest; rest &= rest - 1) {
            const BarrierCall* call = &warp.barrier[__builtin_ctz(rest)];
            first = first ? first : call;
            first_of_warp = first_of_warp ? first_of_warp : call;
            if (!apart && !same_place(call->place, first->place)) {
                apart = true;
                other = call;
                warp_index = i;
                lane = __builtin_ctz(rest);
            }
            apart_in_warp |= !same_place(call->place, first_of_warp->place);
        }
    }
    const std::string error = "Barrier error detected. Divergent thread(s) in ";
    if (apart)
        report_at(
            error + (apart_in_warp ? "warp" : "block") + ".", other->place.file, other->place.line,
            warp_index, lane,
            std::string("others wait at ") + first->place.file + ":" + std::to_string(first->place.line));
    if (returned > 0) {
        const Warp* with_live = block.warps;
        while (!with_live->live)
            ++with_live;
        report_at(error + "block.", first->place.file, first->place.line, with_live->index,
                  __builtin_ctz(with_live->live),
                  std::to_string(returned) + " thread" +
                      (returned == 1 ? " of the block has" : "s of the block have") +
                      " returned before this barrier\n"
                      "GPUs of compute capability 7.0 and newer wait only for the threads that are left. On "
                      "older ones this is undefined.\n"
                      "Let every thread reach the barrier: put the condition around the work alone.",
                  Weight::older);
    }
}

int count_true(const Block& block)
{
    int count = 0;
    for (int i = 0; i < block.warp_count; ++i)
        for (uint32_t rest = block.warps[i].live; rest; rest &= rest - 1)
            count += block.warps[i].barrier[__builtin_ctz(rest)].predicate != 0;
    return count;
}

// Orders the accesses of all threads, and shares what each thread has acquired from other blocks.
void order_memory(Block& block)
{
    block.barrier_stamp = next_stamp();
    if (!block.cluster)
        block.shared_stamp = block.barrier_stamp;
    if (block.any_acquired) {
        for (int i = 0; i < block.warp_count; ++i)
            for (uint32_t acquired : block.warps[i].acquired)
                block.acquired = std::max(block.acquired, acquired);
        block.any_acquired = false;
    }
    if (block.any_fenced) {
        for (int i = 0; i < block.warp_count; ++i)
            block.warps[i].fenced = ~0u;
        block.any_fenced = false;
    }
}

}  // namespace

void complete_barrier(Block& block)
{
    // Most barriers are correct, and one pass is enough to see it.
    bool plain = true;
    int live = 0;
    const Place place = block.warps[0].barrier[0].place;
    for (int i = 0; i < block.warp_count; ++i) {
        const Warp& warp = block.warps[i];
        for (uint32_t rest = warp.live; rest; rest &= rest - 1) {
            const BarrierCall& call = warp.barrier[__builtin_ctz(rest)];
            plain &= call.kind == BarrierKind::plain && call.place.line == place.line &&
                     call.place.file == place.file;
        }
        live += __builtin_popcount(warp.live);
    }
    if (!plain || live != grid.threads)
        check_convergence(block);

    if (any_early_read)
        tell_early_reads(&block);
    ++grid.barriers;
    if (grid.explain)
        note_barrier(block, place);
    if (grid.trace)
        trace_barrier(block);
    const int count = plain ? 0 : count_true(block);
    order_memory(block);
    for (int i = 0; i < block.warp_count; ++i) {
        Warp& warp = block.warps[i];
        if (!plain) {
            for (uint32_t rest = warp.live; rest; rest &= rest - 1) {
                BarrierCall& call = warp.barrier[__builtin_ctz(rest)];
                call.predicate = call.kind == BarrierKind::count ? count
                                 : call.kind == BarrierKind::all ? count == live
                                                                 : count != 0;
            }
        }
        warp.released = warp.at_barrier;
        warp.at_barrier = 0;
    }
    grid.idle_requests = 0;
    grid.progress = true;
}

}  // namespace emu

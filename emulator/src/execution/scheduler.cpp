#include "execution/scheduler.h"

#include "checks/race.h"
#include "checks/race_report.h"
#include "checks/reports.h"
#include "counters/site.h"
#include "debug_info/program.h"
#include "execution/barrier.h"
#include "execution/block_numbers.h"
#include "execution/collective.h"
#include "execution/deadlock.h"
#include "execution/interrupt.h"
#include "execution/issue.h"
#include "execution/lanes.h"
#include "execution/run_order.h"
#include "execution/tile.h"
#include "execution/watchdog.h"
#include "execution/wind_back.h"
#include "memory/clock.h"
#include "state/grid.h"

#include <cstring>
#include <string>

namespace emu {

namespace {

// A warp yields to others after so many requests that found nothing new, and after so many rounds in any
// case.
constexpr uint32_t kIdleRequests = 64;
constexpr int kRounds = 1 << 20;
constexpr int kQuarter = kRounds / 4;
// A block yields to others after so many barriers: its threads may be polling, by stores and atomics that seem to get on.
constexpr int kBarriersOfTurn = 1024;

void run_thread()
{
    grid.kernel.call(grid.kernel.arguments);
    end_thread();
}

// Of the lanes that are deepest in calls, the one furthest behind: the lowest block number, and within a
// block the lowest program counter.
uint64_t furthest_behind(const Warp& warp, uint32_t ready)
{
    const auto rank = [](uint64_t position) {
        return uint64_t(depth_of(position)) << 32 | uint32_t(~block_number(pc_of(position)));
    };
    uint64_t found = warp.position[__builtin_ctz(ready)], rank_found = rank(found);
    for (uint32_t rest = ready & (ready - 1); rest; rest &= rest - 1) {
        const uint64_t position = warp.position[__builtin_ctz(rest)];
        if (position == found)
            continue;
        const uint64_t r = rank(position);
        if (r > rank_found || (r == rank_found && position > found)) {
            found = position;
            rank_found = r;
        }
    }
    return found;
}

// The lanes that run next.
uint32_t choose(const Warp& warp)
{
    const uint32_t ready = warp.ready;
    uint64_t position = warp.position[__builtin_ctz(ready)];
    uint64_t differs = 0;
    for (uint32_t rest = ready; rest; rest &= rest - 1)
        differs |= warp.position[__builtin_ctz(rest)] ^ position;
    if (!differs)
        return ready;

    if (warp.favourite >= 0 && (ready >> warp.favourite & 1))
        position = warp.position[warp.favourite];
    else
        position = furthest_behind(warp, ready);
    uint32_t chosen = 0;
    for (uint32_t rest = ready; rest; rest &= rest - 1)
        chosen |= uint32_t(warp.position[__builtin_ctz(rest)] == position) << __builtin_ctz(rest);
    return chosen;
}

// Unordered stores are an error only if they change the value: lets the lanes store one by one and compares.
void run_watching_stores(Warp& warp, const Issued& issued)
{
    for (uint32_t rest = issued.lanes; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        const uintptr_t address = warp.address[lane], pc = pc_of(warp.position[lane]);
        const unsigned bytes = bytes_of(warp.access[lane]);
        char before[16];
        std::memcpy(before, reinterpret_cast<const void*>(address), bytes);
        run_lanes(warp, 1u << lane);
        if ((issued.racing_stores >> lane & 1) &&
            std::memcmp(before, reinterpret_cast<const void*>(address), bytes) != 0)
            report_race(issued.space, Hazard::write_after_write, {pc, address, bytes, warp.index, lane},
                        warp.earlier_writer[lane]);
    }
}

bool overflows_stack(const Warp& warp, int lane)
{
    const uintptr_t depth = warp.stack_top[lane] - reinterpret_cast<uintptr_t>(warp.stack_pointer[lane]);
    if (depth <= kStackBytes - kStackReserve)
        return false;
    const SourceLine place = program.line_at(pc_of(warp.position[lane]));
    report_at("Stack overflow: a thread needs more than " +
                  std::to_string((kStackBytes - kStackReserve) / 1024) + " KiB of local memory",
              place.file.c_str(), place.line, warp.index, lane, "");
    grid.abort(cudaErrorHardwareStackError);
    return true;
}

// Threads that compute for this long without accessing memory are taken to never end.
void report_endless_loop(const Warp& warp)
{
    const int lane = __builtin_ctz(choose(warp));
    report_empty_loop(pc_of(warp.position[lane]), warp.index, lane,
                      "It has passed " + std::to_string(grid.step_limit) + " basic blocks.\n");
}

// One round of the warp. Returns false if no lane can continue.
bool step(Warp& warp)
{
    if (warp.released) {
        const uint32_t lanes = warp.released;
        warp.released = 0;
        run_lanes(warp, lanes);
    } else if (warp.ready) {
        const uint32_t chosen = choose(warp);
        if (overflows_stack(warp, __builtin_ctz(chosen)))
            return false;
        const Issued issued = issue(warp, chosen);
        warp.ready &= ~chosen;
        if (const uint32_t failed = chosen & ~issued.lanes) {
            warp.failed |= failed;
            warp.live &= ~failed;
            note_failed_threads(__builtin_popcount(failed));
        }
        if (issued.racing_stores)
            run_watching_stores(warp, issued);
        else if (issued.lanes)
            run_lanes(warp, issued.lanes);
    } else {
        return warp.at_collective && complete_collective(warp);
    }
    if (warp.doubtful & ~warp.ready)
        settle_doubtful_reads(warp, warp.doubtful & ~warp.ready, Operation::basic_block);
    return true;
}

// The chosen lanes only wait: gives another group of lanes its turn. Returns false if there is none.
bool favour_others(Warp& warp)
{
    const uint64_t waiting = warp.position[__builtin_ctz(choose(warp))];
    const int from = warp.favourite + 1;
    for (int i = 0; i < kLanes; ++i) {
        const int lane = (from + i) % kLanes;
        if ((warp.ready >> lane & 1) && warp.position[lane] != waiting) {
            warp.favourite = lane;
            return lane >= from;  // false: all have been tried
        }
    }
    warp.favourite = -1;
    return false;
}

// Runs the warp until it cannot continue. Returns false if it only waits for others.
bool run_warp(Warp& warp)
{
    ++grid.turn;
    grid.idle_requests = 0;
    warp.favourite = -1;
    bool repeats = false;  // the third quarter of its turn is over the same memory as the second
    for (int rounds = 0; !grid.aborted; ++rounds) {
        if (grid.is_slow)
            say_where_it_stands();
        if (now >= kLastStamp)
            wind_back_clock();
        const bool went = step(warp);
        if (grid.is_second_over && end_if_stuck(warp))
            return true;
        if (!went) {
            grid.repeating_since = 0;
            return true;
        }
        if (rounds > 0 && rounds % kQuarter == 0 && rounds < kRounds)
            repeats = !sites.begin_window();
        if (grid.idle_requests > kIdleRequests) {
            if (!warp.ready && warp.at_collective)
                complete_collective(warp);  // else its lanes, which can go on, would seem to wait for ever
            if (!warp.ready || !favour_others(warp))
                return false;
            ++grid.turn;
            grid.idle_requests = 0;
        } else if (grid.steps > grid.step_limit && warp.ready) {
            report_endless_loop(warp);
            return false;
        } else if (rounds > kRounds && grid.steps < kRounds) {
            end_if_turns_repeat(warp, repeats);
            if (!warp.ready && warp.at_collective)
                complete_collective(warp);
            return false;  // a thread that accesses no memory cannot be waiting
        }
    }
    return true;
}

bool can_run(const Warp& warp)
{
    return warp.ready || warp.released;
}

}  // namespace

void start_block(Block& block)
{
    block.barrier_stamp = block.shared_stamp = next_stamp();
    block.acquired = 0;
    block.any_fenced = block.any_acquired = false;
    block.warp_count = (grid.threads + kLanes - 1) / kLanes;
    block.turn = block.at_tiles = 0;
    for (int i = 0; i < block.warp_count; ++i) {
        Warp& warp = block.warps[i];
        warp.index = i;
        warp.size = grid.threads - i * kLanes < kLanes ? grid.threads - i * kLanes : kLanes;
        warp.live = warp.released = warp.size == kLanes ? ~0u : (1u << warp.size) - 1;
        warp.ready = warp.at_collective = warp.at_barrier = 0;
        warp.favourite = -1;
        warp.polls = warp.arrived_at_cluster = warp.past_cluster = 0;
        warp.failed = warp.fenced = warp.doubtful = warp.block_scope = warp.ignores_old = warp.tries = 0;
        std::memset(warp.sync_stamp, 0, sizeof warp.sync_stamp);
        warp.tile_stamp = 0;
        std::memset(warp.acquired, 0, sizeof warp.acquired);
        std::memset(warp.last_error, 0, sizeof warp.last_error);
        for (int lane = 0; lane < warp.size; ++lane) {
            const uintptr_t top = stacks.top(block.slot, i * kLanes + lane);
            warp.stack_top[lane] = top;
            warp.stack_pointer[lane] = new_fiber(top, run_thread);
        }
    }
}

Turn run_block(Block& block)
{
    int waiting = 0;  // warps in a row that only wait
    int barriers = 0;
    while (!grid.aborted) {
        int runnable = 0, next = -1, steps = 0;
        for (int k = 0; k < block.warp_count; ++k) {
            const int i = nth_warp(k, block.warp_count, block.turn);
            if (can_run(block.warps[i])) {
                ++runnable;
                if (next < 0)
                    next = i, steps = k + 1;
            }
        }
        if (runnable == 0 && block.at_tiles > 0) {
            if (!complete_tiles(block)) {
                report_deadlock_of_tile(block);
                return Turn::finished;
            }
            waiting = 0;
            continue;
        }
        if (runnable == 0) {
            uint32_t live = 0, elsewhere = 0;
            for (int i = 0; i < block.warp_count; ++i) {
                live |= block.warps[i].live;
                elsewhere |= block.warps[i].live & ~block.warps[i].at_barrier;
            }
            if (!live)
                return Turn::finished;
            if (elsewhere) {
                report_deadlock(block);
                return Turn::finished;
            }
            complete_barrier(block);
            grid.steps = 0;
            block.turn = 0;
            waiting = 0;
            if (++barriers == kBarriersOfTurn)
                return Turn::over;
            continue;
        }
        waiting = run_warp(block.warps[next]) ? 0 : waiting + 1;
        block.turn = (block.turn + steps) % block.warp_count;
        if (waiting >= runnable) {
            if (block.at_tiles == 0 || !complete_tiles(block))
                return Turn::waiting;
            waiting = 0;
        }
    }
    return Turn::finished;
}

}  // namespace emu

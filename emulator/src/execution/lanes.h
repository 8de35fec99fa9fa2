// Stopping and continuing the lanes of a warp, each on its own fiber.
#pragma once

#include "execution/fiber.h"
#include "state/grid.h"
#include "state/warp.h"

#include <cstdint>

namespace emu {

// The lanes that run in the current round. The lowest bit of `rest` is the current lane; the bit above all
// lanes is the scheduler.
struct Running {
    Warp* warp;
    uint64_t rest;
    int lane;
};

extern Running running;

inline bool on_fiber(const void* frame)
{
    return stacks.contain(reinterpret_cast<uintptr_t>(frame));
}

// The current lane has stopped: continues the next lane of the round, or the scheduler.
inline void switch_to_next()
{
    Warp& warp = *running.warp;
    const int lane = running.lane;
    running.rest &= running.rest - 1;
    const int next = __builtin_ctzll(running.rest);
    running.lane = next;
    emu_switch(&warp.stack_pointer[lane], warp.stack_pointer[next]);
}

// Stops the current lane before an access, and returns when its warp's request has been issued. frame: of the
// function that the kernel called, from which the call depth is computed.
inline void stop(uintptr_t address, uint32_t access, const void* pc, const void* frame)
{
    Warp& warp = *running.warp;
    const int lane = running.lane;
    warp.address[lane] = address;
    warp.access[lane] = access;
    warp.position[lane] = position_of(warp.stack_top[lane] - reinterpret_cast<uintptr_t>(frame),
                                      reinterpret_cast<uintptr_t>(pc));
    switch_to_next();
}

// If divergence is not counted, lanes do not stop at basic blocks, except now and then: the scheduler must
// notice endless loops and stack overflows.
constexpr uint32_t kUncountedBlocks = 1 << 16;

inline bool goes_on(const void* frame)
{
    const Warp& warp = *running.warp;
    return ++grid.uncounted_blocks % kUncountedBlocks != 0 &&
           warp.stack_top[running.lane] - reinterpret_cast<uintptr_t>(frame) < kStackBytes - kStackReserve;
}

// Runs these lanes until each has stopped. A lane then counts as ready, unless it has set another state.
inline void run_lanes(Warp& warp, uint32_t lanes)
{
    warp.ready |= lanes;
    const int first = __builtin_ctz(lanes);
    running = {&warp, lanes | uint64_t(1) << kLanes, first};
    emu_switch(&warp.stack_pointer[kLanes], warp.stack_pointer[first]);
}

// Ends the current thread.
[[noreturn]] void end_thread();
// Ends it because of an error: it does not count as having returned.
[[noreturn]] void fail_thread();
// The same with a report. pc, frame: as stop() takes them.
[[noreturn]] void fail_thread(const Failure& failure, const void* pc, const void* frame);

}  // namespace emu

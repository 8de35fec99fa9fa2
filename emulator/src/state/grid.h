// The grid that runs, and how its lanes stop and go on.
#pragma once

#include "cuda_emulator/errors.h"
#include "emulator.h"
#include "execution/fiber.h"
#include "state/warp.h"

namespace emu {

struct Grid {
    Kernel kernel{};
    dim3 size, block_size;
    uint64_t blocks = 0;
    int threads = 0;  // of a block
    std::size_t dynamic_bytes = 0;
    int dynamic_refused = -1;  // or the most bytes that the kernel may have
    uint64_t number = 0;       // of the launch
    uint3 thread_index[kMaxThreads];

    Block* block = nullptr;    // the one whose lanes run
    uint32_t start_stamp = 0;  // what is older was done by earlier launches
    bool runs = false;
    bool aborted = false;
    cudaError_t error = cudaSuccess;  // sticky, for the host

    uintptr_t static_low = 0, static_high = 0;  // the static shared memory that has been accessed

    // Waiting for others: counted while loads and atomics meet nothing new.
    uint32_t turn = 0;  // numbers the times that a warp gets to run
    uint32_t idle_requests = 0;
    bool progress = false;    // anything new since a block's turn began
    bool clock_read = false;  // by a thread, which may wait for a time
    uint64_t steps = 0;  // threads' basic blocks since the last access to memory, barrier or end of a thread
    uint64_t step_limit = 0;
    uint32_t uncounted_blocks = 0;  // passed without a stop, if divergence is not counted

    unsigned seconds = 0;           // of the processor's time since the launch
    volatile bool is_slow = false;  // they have just become Options::patience

    // Counters of the launch.
    uint64_t barriers = 0, collectives = 0, warp_steps = 0, lane_steps = 0;

    // Options, copied at the launch.
    bool check_races = true, check_initialised = true, count_divergence = true;

    void abort(cudaError_t why)
    {
        aborted = true;
        if (error == cudaSuccess)
            error = why;
    }
};

extern Grid grid;

// The lanes that go on in the present round. `rest` has the current lane as its lowest bit, and the bit of the
// scheduler above all lanes.
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

// The current lane has stopped: the next one of the round goes on, or the scheduler.
inline void switch_to_next()
{
    Warp& warp = *running.warp;
    const int lane = running.lane;
    running.rest &= running.rest - 1;
    const int next = __builtin_ctzll(running.rest);
    running.lane = next;
    emu_switch(&warp.stack_pointer[lane], warp.stack_pointer[next]);
}

// Stops the current lane before an access; returns when its warp's request has been issued.
// frame: of the function that the kernel called, by which the depth in calls is measured.
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

// Without counting divergence, basic blocks are no stops, save for loops that might never end and for calls that might
// overflow the stack: the scheduler looks at these.
constexpr uint32_t kUncountedBlocks = 1 << 16;

inline bool goes_on(const void* frame)
{
    const Warp& warp = *running.warp;
    return ++grid.uncounted_blocks % kUncountedBlocks != 0 &&
           warp.stack_top[running.lane] - reinterpret_cast<uintptr_t>(frame) < kStackBytes - kStackReserve;
}

// Runs these lanes until each has stopped. Lanes count as ready unless they say otherwise.
inline void run_lanes(Warp& warp, uint32_t lanes)
{
    warp.ready |= lanes;
    const int first = __builtin_ctz(lanes);
    running = {&warp, lanes | uint64_t(1) << kLanes, first};
    emu_switch(&warp.stack_pointer[kLanes], warp.stack_pointer[first]);
}

// The current thread ends here.
[[noreturn]] void end_thread();
// So does one that an error stops: it does not count as having returned.
[[noreturn]] void fail_thread();

}  // namespace emu

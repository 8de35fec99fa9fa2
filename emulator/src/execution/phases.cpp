// cuda::barrier, cuda::pipeline and asynchronous copies, as the threads call them.
#include "execution/phases.h"

#include "checks/async_copies.h"
#include "checks/reports.h"
#include "cuda_emulator/frame.h"
#include "cuda_emulator/phases.h"
#include "execution/served_calls.h"
#include "memory/clock.h"

#include <string>

namespace emu {
namespace {

constexpr uint32_t kLongPoll = 1 << 10;  // idle requests: as if the warp had polled for a while
constexpr int kTries = 64;               // turns of the warp, until try_wait() gives up

struct Poll : Service {
    WaitCall wait{};
    const volatile PhaseWord* word = nullptr;
    PhaseWord bits = 0, value = 0;
    bool changed = false;
};

// The latest calls of init().
struct Made {
    const PhaseWord* state;
    uint64_t launch, block;
    uint32_t stamp;
    int thread;
};
constexpr int kMade = 64;
Made made[kMade];
int made_count = 0;

struct Misuse : Service {
    const char* what;
    const char* details;
    Place place;
};

bool serve_poll(Service& service, Warp& warp, int lane)
{
    auto& poll = static_cast<Poll&>(service);
    const uint32_t bit = 1u << lane;
    poll.changed = (*poll.word & poll.bits) != poll.value;
    if (poll.changed) {
        warp.polls &= ~bit;
    } else {
        poll.wait.missing = unsigned(*poll.word & kCount);
        warp.polls |= bit;
        warp.wait_call[lane] = &poll.wait;
        grid.idle_requests += kLongPoll;
    }
    return true;
}

bool report_misuse(Service& service, Warp& warp, int lane)
{
    const auto& misuse = static_cast<Misuse&>(service);
    report_at(misuse.what, misuse.place.file, misuse.place.line, warp.index, lane, misuse.details);
    return false;
}

bool is_made(const PhaseWord* state)
{
    const auto address = reinterpret_cast<uintptr_t>(state);
    for (const Shadow* shadow : {&grid.block->static_shared, &grid.block->dynamic_shared})
        if (shadow->contains(address, address + sizeof *state))
            return !grid.check_initialised || shadow->is_written(address, sizeof *state);
    return true;
}

int this_thread()
{
    return running.warp->index * kLanes + running.lane;
}

// Whether something makes this thread wait for the init() of the barrier, if that is known.
bool is_ordered_after_init(const PhaseWord* state)
{
    const Warp& warp = *running.warp;
    const Block& block = *grid.block;
    for (int i = made_count; i > 0 && made_count - i < kMade; --i) {
        const Made& init = made[(i - 1) % kMade];
        if (init.state != state || init.launch != grid.number || init.block != block.number)
            continue;
        const int lane = running.lane;
        return init.thread == this_thread() || init.stamp < block.barrier_stamp ||
               init.stamp < block.acquired || init.stamp < warp.acquired[lane] ||
               init.stamp < warp.tile_stamp ||
               (init.thread / kLanes == warp.index && init.stamp < warp.sync_stamp[lane]);
    }
    return true;
}

}  // namespace

void forget_made_barriers()
{
    made_count = 0;
}

void note_made(const PhaseWord* state)
{
    if (on_fiber(EMU_FRAME))
        made[made_count++ % kMade] = {state, grid.number, grid.block->number, now, this_thread()};
}

void check_is_made(const PhaseWord* state, const char* file, int line)
{
    const void* frame = EMU_FRAME;
    if (!on_fiber(frame))
        return;
    const bool is_known = is_made(state);
    if (is_known && (!grid.check_races || is_ordered_after_init(state)))
        return;
    Misuse misuse{
        {report_misuse},
        is_known ? "A cuda::barrier is used by a thread that has not waited for its init()"
                 : "A cuda::barrier is used before init()",
        "One thread calls init(&barrier, threads), and a __syncthreads() lets the others wait for it.",
        {file, line}};
    stop_for(misuse, __builtin_return_address(0), frame);
}

void check_arrival(const PhaseWord* state, unsigned arrivals, const char* file, int line)
{
    const void* frame = EMU_FRAME;
    if (!on_fiber(frame) || (*state & kCount) >= arrivals)
        return;
    Misuse misuse{{report_misuse},
                  "More arrivals at a cuda::barrier than its phase expects",
                  "init(&barrier, threads) tells how many arrivals end a phase.",
                  {file, line}};
    stop_for(misuse, __builtin_return_address(0), frame);
}

void wait_while(const PhaseWord* state, PhaseWord bits, PhaseWord value, const char* object, const char* file,
                int line)
{
    const void* frame = EMU_FRAME;
    if (!on_fiber(frame))
        return;
    check_is_made(state, file, line);
    Poll poll{{serve_poll}, {object, state, {file, line}}, state, bits, value};
    while (!poll.changed)
        stop_for(poll, __builtin_return_address(0), frame);
}

bool try_wait_while(const PhaseWord* state, PhaseWord bits, PhaseWord value, const char* object,
                    const char* file, int line)
{
    const void* frame = EMU_FRAME;
    if (!on_fiber(frame))
        return true;
    check_is_made(state, file, line);
    Poll poll{{serve_poll}, {object, state, {file, line}}, state, bits, value};
    for (int tries = 0; !poll.changed && tries < kTries; ++tries)
        stop_for(poll, __builtin_return_address(0), frame);
    running.warp->polls &= ~(1u << running.lane);
    return poll.changed;
}

void begin_copy(const void* to, std::size_t bytes, const unsigned long long* barrier, const char* file,
                int line)
{
    if (on_fiber(EMU_FRAME) && grid.check_initialised)
        note_copy(this_thread(), reinterpret_cast<uintptr_t>(to), bytes, barrier, file, line);
}

void commit_copies()
{
    if (on_fiber(EMU_FRAME) && grid.check_initialised)
        close_batch(this_thread());
}

void wait_for_copies(std::size_t prior)
{
    if (on_fiber(EMU_FRAME) && grid.check_initialised)
        end_batches(this_thread(), prior);
}

void end_copies_of(const unsigned long long* barrier)
{
    if (on_fiber(EMU_FRAME) && grid.check_initialised)
        end_copies_at(barrier);
}

}  // namespace emu

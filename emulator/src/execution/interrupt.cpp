#include "execution/interrupt.h"

#include "cuda_emulator/options.h"
#include "debug_info/program.h"
#include "execution/lanes.h"
#include "execution/watchdog.h"
#include "machine/machine.h"
#include "state/grid.h"

#include <csignal>
#include <cstdio>
#include <string>
#include <sys/time.h>

namespace emu {
namespace {

volatile std::sig_atomic_t interrupted = 0;
uintptr_t stuck_at = 0;  // where the interrupt found a thread in an empty loop

std::string where(uintptr_t pc)
{
    const SourceLine place = pc ? program.line_at(pc) : SourceLine();
    return place.file.empty() ? "" : " at " + place.file + ":" + std::to_string(place.line);
}

// Where the most recently stopped lanes are.
uintptr_t stopped_at()
{
    const Warp* warp = running.warp;
    return warp && warp->ready ? pc_of(warp->position[__builtin_ctz(warp->ready)]) : 0;
}

// An empty endless loop, a jump to itself, is the only loop without a callback.
bool is_stuck(const ucontext_t& context)
{
    const uintptr_t pc = program_counter(context);
    return grid.runs && stacks.contain(stack_pointer(context)) && program.contains(pc, pc + kJumpBytes) &&
           jumps_to_itself(pc);
}

// Continues the thread at its end, and then the scheduler, which ends the grid: the warp's other lanes would
// hang in the same loop.
void end_stuck_thread(ucontext_t& context)
{
    running.rest = uint64_t(1) << running.lane | uint64_t(1) << kLanes;
    continue_with(context, fail_thread);
}

// The scheduler ends the grid at the next basic block; the handler cannot, since it may have interrupted an
// allocation. A second Ctrl-C always ends the program.
void on_interrupt(int signal, siginfo_t*, void* context)
{
    std::signal(signal, SIG_DFL);
    if (!grid.runs) {
        std::raise(signal);
        return;
    }
    auto& machine = *static_cast<ucontext_t*>(context);
    if (is_stuck(machine)) {
        stuck_at = program_counter(machine) + 1;
        end_stuck_thread(machine);
    }
    interrupted = 1;
    grid.aborted = true;
}

void on_tick(int, siginfo_t*, void* context)
{
    watch_kernel();
    auto& machine = *static_cast<ucontext_t*>(context);
    if (!is_stuck(machine))
        return;
    report_empty_loop(
        program_counter(machine) + 1, running.warp->index, running.lane,
        "The compiler has removed the body of this loop, so the line may be the one before it.\n");
    end_stuck_thread(machine);
}

void watch_for_stuck_threads()
{
    struct sigaction action = {}, previous = {};
    sigaction(SIGVTALRM, nullptr, &previous);
    if ((previous.sa_flags & SA_SIGINFO) || previous.sa_handler != SIG_DFL)
        return;
    action.sa_sigaction = on_tick;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    sigaction(SIGVTALRM, &action, nullptr);
    const unsigned tick = options().tick;  // of the processor's time
    const timeval period = {tick / 1000, tick % 1000 * 1000};
    const itimerval every_tick = {period, period};
    setitimer(ITIMER_VIRTUAL, &every_tick, nullptr);
}

}  // namespace

void catch_interrupts()
{
    watch_for_stuck_threads();
    struct sigaction previous = {};
    sigaction(SIGINT, nullptr, &previous);
    if ((previous.sa_flags & SA_SIGINFO) || previous.sa_handler != SIG_DFL)
        return;
    struct sigaction action = {};
    action.sa_sigaction = on_interrupt;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;  // a kernel's stack is small
    sigaction(SIGINT, &action, nullptr);
}

void say_where_it_stands()
{
    grid.is_slow = false;  // once is enough
    std::fflush(stdout);
    std::fprintf(stderr, "CUDA emulator: still in kernel %s%s, block %lu of %lu, after %u s\n",
                 grid.kernel.name, where(stopped_at()).c_str(),
                 static_cast<unsigned long>(grid.block->number), static_cast<unsigned long>(grid.blocks),
                 grid.seconds);
}

void end_if_interrupted()
{
    if (!interrupted)
        return;
    const uintptr_t pc = stuck_at ? stuck_at : stopped_at();
    const uint3 b = grid.block->index;
    std::fflush(stdout);
    std::fprintf(stderr, "\nCUDA emulator: interrupted in kernel %s%s, block (%u,%u,%u)\n", grid.kernel.name,
                 where(pc).c_str(), b.x, b.y, b.z);
    std::raise(SIGINT);
}

}  // namespace emu

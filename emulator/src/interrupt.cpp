#include "interrupt.h"

#include "grid.h"
#include "program.h"

#include <csignal>
#include <cstdio>
#include <string>

namespace emu {
namespace {

volatile std::sig_atomic_t interrupted = 0;

std::string where(uintptr_t pc)
{
    const SourceLine place = pc ? program.line_at(pc) : SourceLine();
    return place.file.empty() ? "" : " at " + place.file + ":" + std::to_string(place.line);
}

// The scheduler sees it at the next basic block, and ends the grid: here memory may just be being allocated. A second
// Ctrl-C ends the program in any case.
void on_interrupt(int signal)
{
    std::signal(signal, SIG_DFL);
    if (!grid.runs) {
        std::raise(signal);
        return;
    }
    interrupted = 1;
    grid.aborted = true;
}

}  // namespace

void catch_interrupts()
{
    struct sigaction previous = {};
    sigaction(SIGINT, nullptr, &previous);
    if ((previous.sa_flags & SA_SIGINFO) || previous.sa_handler != SIG_DFL)
        return;
    struct sigaction action = {};
    action.sa_handler = on_interrupt;
    action.sa_flags = SA_ONSTACK;  // a kernel's stack is small
    sigaction(SIGINT, &action, nullptr);
}

void end_if_interrupted()
{
    if (!interrupted)
        return;
    const Warp* warp = running.warp;
    const uintptr_t pc = warp && warp->ready ? pc_of(warp->position[__builtin_ctz(warp->ready)]) : 0;
    const uint3 b = grid.block->index;
    std::fflush(stdout);
    std::fprintf(stderr, "\nCUDA emulator: interrupted in kernel %s%s, block (%u,%u,%u)\n", grid.kernel.name,
                 where(pc).c_str(), b.x, b.y, b.z);
    std::raise(SIGINT);
}

}  // namespace emu

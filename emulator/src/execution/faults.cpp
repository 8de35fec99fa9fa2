#include "execution/faults.h"

#include "checks/address_checks.h"
#include "checks/reports.h"
#include "checks/stream_order.h"
#include "debug_info/host_line.h"
#include "debug_info/program.h"
#include "execution/fiber.h"
#include "execution/lanes.h"
#include "machine/machine.h"
#include "memory/device_memory.h"
#include "state/grid.h"

#include <csignal>
#include <cstdio>
#include <unistd.h>

namespace emu {
namespace {

constexpr unsigned kMostSecondsForReport = 3;

struct sigaction previous_segv, previous_division;

// Runs on its own stack, so that it can also report a fault in a kernel.
void on_fault(int signal, siginfo_t* info, void* context)
{
    const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
    const auto& machine = *static_cast<const ucontext_t*>(context);
    char text[32];
    std::snprintf(text, sizeof text, "0x%lx", static_cast<unsigned long>(address));
    if (stacks.contain(stack_pointer(machine))) {
        // All of a kernel's own accesses have been checked. This one is in a library function, as in
        // printf("%s").
        const SourceLine place = host_line();
        report_host("Invalid access in a function that a kernel calls", place.file, place.line,
                    std::string("Access to ") + text + "\nin " + grid.kernel.name);
    } else if (device_memory.managed.contains(address)) {
        const SourceLine place = host_line();
        if (host_touches_guarded(address, is_fault_of_store(machine), place))
            return;
        report_host("Invalid host access to pinned or managed memory", place.file, place.line,
                    std::string("Access to ") + text + " by the host\n" + relative_to_allocation(address));
    } else if (device_memory.is_hidden(address)) {
        const SourceLine place = host_line();
        report_host("Invalid host access to device memory", place.file, place.line,
                    std::string("Access to ") + text + " by the host\n" + relative_to_allocation(address) +
                        (device_memory.heap.contains(address)
                             ? "\nIt is memory of malloc() or new in a kernel, which only kernels can access."
                             : "\nCopy the data with cudaMemcpy() first."));
    } else {
        // The crash may be inside malloc(), which the report needs, too: then no report is better than none ending.
        std::signal(SIGALRM, SIG_DFL);
        alarm(kMostSecondsForReport);
        const SourceLine place = host_line();
        report_host("Segmentation fault in the host's code", place.file, place.line,
                    std::string("Access to ") + text + " by the host" +
                        (address < 65536 ? "\nIt is a null pointer, or an offset from one." : ""));
    }
    // After the return the access is repeated, and ends the program.
    sigaction(signal, &previous_segv, nullptr);
}

// A GPU continues with an undefined value after a division by zero. The emulator ends the thread.
void on_division(int signal, siginfo_t*, void* context)
{
    auto& machine = *static_cast<ucontext_t*>(context);
    if (!is_division_by_zero(machine) ||
        (!stacks.contain(stack_pointer(machine)) && !continue_division(machine))) {
        sigaction(signal, &previous_division, nullptr);  // the fault is repeated
        return;
    }
    if (!stacks.contain(stack_pointer(machine)))
        return;
    const SourceLine place = program.line_at(program_counter(machine) + 1);
    report_at("Integer division by zero", place.file.c_str(), place.line, running.warp->index, running.lane,
              "a GPU continues, with an undefined value");
    continue_with(machine, fail_thread);
}

}  // namespace

void catch_faults()
{
    constexpr std::size_t kStack = 256 * 1024;
    stack_t stack = {};
    stack.ss_sp = reserve_zeroed(kStack, "the signal handler");
    stack.ss_size = kStack;
    sigaltstack(&stack, nullptr);

    struct sigaction action = {};
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    action.sa_sigaction = on_fault;
    sigaction(SIGSEGV, &action, &previous_segv);
    action.sa_sigaction = on_division;
    sigaction(kDivisionSignal, &action, &previous_division);
}

}  // namespace emu

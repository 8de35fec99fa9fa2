#include "execution/faults.h"

#include "checks/address_checks.h"
#include "checks/reports.h"
#include "checks/stream_order.h"
#include "debug_info/host_line.h"
#include "debug_info/program.h"
#include "execution/fiber.h"
#include "execution/lanes.h"
#include "memory/device_memory.h"
#include "state/grid.h"

#include <csignal>
#include <cstdio>
#include <ucontext.h>
#include <unistd.h>

namespace emu {
namespace {

constexpr unsigned kMostSecondsForReport = 3;

struct sigaction previous_segv, previous_fpe;

// Runs on its own stack, so that it can also report a fault in a kernel.
void on_fault(int signal, siginfo_t* info, void* context)
{
    const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
    const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
    char text[32];
    std::snprintf(text, sizeof text, "0x%lx", static_cast<unsigned long>(address));
    if (stacks.contain(uintptr_t(registers[REG_RSP]))) {
        // All of a kernel's own accesses have been checked. This one is in a library function, as in
        // printf("%s").
        const SourceLine place = host_line();
        report_host("Invalid access in a function that a kernel calls", place.file, place.line,
                    std::string("Access to ") + text + "\nin " + grid.kernel.name);
    } else if (device_memory.managed.contains(address)) {
        constexpr greg_t kWrites = 2;  // in the error code of a page fault
        const SourceLine place = host_line();
        if (host_touches_guarded(address, registers[REG_ERR] & kWrites, place))
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
void on_arithmetic_fault(int signal, siginfo_t*, void* context)
{
    auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
    const auto stack = uintptr_t(registers[REG_RSP]);
    if (!stacks.contain(stack)) {
        sigaction(signal, &previous_fpe, nullptr);
        return;
    }
    const SourceLine place = program.line_at(uintptr_t(registers[REG_RIP]) + 1);
    report_at("Integer division by zero", place.file.c_str(), place.line, running.warp->index, running.lane,
              "a GPU continues, with an undefined value");
    constexpr uintptr_t kRedZone = 128;
    registers[REG_RSP] = greg_t((stack - kRedZone) / 16 * 16 - 8);  // as after a call
    registers[REG_RIP] = greg_t(reinterpret_cast<uintptr_t>(fail_thread));
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
    action.sa_sigaction = on_arithmetic_fault;
    sigaction(SIGFPE, &action, &previous_fpe);
}

}  // namespace emu

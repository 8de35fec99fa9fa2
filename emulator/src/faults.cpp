#include "faults.h"

#include "address_checks.h"
#include "device_memory.h"
#include "fiber.h"
#include "grid.h"
#include "program.h"
#include "report.h"

#include <csignal>
#include <cstdio>
#include <execinfo.h>
#include <ucontext.h>

namespace emu {
namespace {

struct sigaction previous_action;

// The first caller that is a line of the program.
SourceLine host_line()
{
    void* callers[32];
    const int n = backtrace(callers, 32);
    for (int i = 0; i < n; ++i) {
        const auto pc = reinterpret_cast<uintptr_t>(callers[i]);
        const SourceLine place = program.contains(pc, pc) ? program.line_at(pc) : SourceLine();
        if (place.file.find("emulator/src/") == std::string::npos && !place.file.empty())
            return place;
    }
    return {};
}

// Runs on a stack of its own, so that a fault in a kernel can be reported too.
void on_fault(int signal, siginfo_t* info, void* context)
{
    const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
    const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
    char text[32];
    std::snprintf(text, sizeof text, "0x%lx", static_cast<unsigned long>(address));
    if (stacks.contain(uintptr_t(registers[REG_RSP]))) {
        // Every access of a kernel has been checked; this is one that the compiler did not show, as in printf("%s").
        const SourceLine place = host_line();
        report_host("Invalid access in a function that a kernel calls", place.file, place.line,
                    std::string("Access to ") + text + "\nin " + grid.kernel.name);
    } else if (device_memory.device.contains(address)) {
        const SourceLine place = host_line();
        report_host("Invalid host access to device memory", place.file, place.line,
                    std::string("Access to ") + text + " by the host\n" + relative_to_allocation(address) +
                        "\nCopy the data with cudaMemcpy() first.");
    }
    // The access is done again when this returns, and then ends the program.
    sigaction(signal, &previous_action, nullptr);
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
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    sigaction(SIGSEGV, &action, &previous_action);
}

}  // namespace emu

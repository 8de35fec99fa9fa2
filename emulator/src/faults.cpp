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
#include <unistd.h>

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

void on_fault(int signal, siginfo_t* info, void*)
{
    const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
    if (signal == SIGSEGV && device_memory.device.contains(address) &&
        !on_fiber(__builtin_frame_address(0))) {
        const SourceLine place = host_line();
        char text[32];
        std::snprintf(text, sizeof text, "0x%lx", static_cast<unsigned long>(address));
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
    struct sigaction action = {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigaction(SIGSEGV, &action, &previous_action);
}

}  // namespace emu

// What a program prints when it ends: counters, leaks and the number of errors. If there were errors, the
// exit code is not 0.
#include "api/at_exit.h"

#include "checks/reports.h"
#include "cuda_emulator/options.h"
#include "cuda_emulator/reports.h"
#include "cuda_emulator/source_table.h"
#include "memory/device_memory.h"

#include <cstdio>
#include <cstdlib>

namespace emu {
namespace {

void report_leaks()
{
    std::size_t bytes = 0, count = 0;
    for (const Arena* arena : {&device_memory.device, &device_memory.managed}) {
        for (const Allocation& allocation : arena->allocations()) {
            if (!allocation.live)
                continue;
            report_leak(allocation.low, allocation.bytes,
                        allocation.place ? allocation.place->line() : SourceLine());
            bytes += allocation.bytes;
            ++count;
        }
    }
    if (count > 0)
        std::fprintf(stderr, "========= LEAK SUMMARY: %zu bytes leaked in %zu allocation%s\n", bytes, count,
                     count == 1 ? "" : "s");
}

struct Ending {
    ~Ending()
    {
        const Options& wanted = options();
        if (wanted.print_counters) {
            std::fflush(nullptr);
            std::fputs(source_table(take_counters()).c_str(), stderr);
        }
        if (wanted.check_leaks)
            report_leaks();
        if (!wanted.fail_at_exit || error_count() == 0)
            return;
        std::fflush(nullptr);
        std::fprintf(stderr, "========= ERROR SUMMARY: %zu error%s\n", error_count(),
                     error_count() == 1 ? "" : "s");
        std::_Exit(EXIT_FAILURE);
    }
};
__attribute__((init_priority(101))) Ending ending;  // the first to be made is the last to go

}  // namespace

void arrange_ending() {}

}  // namespace emu

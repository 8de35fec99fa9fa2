// What a program prints when it ends: counters, leaks and the number of errors. If there were errors, the
// exit code is not 0.
#include "api/at_exit.h"

#include "api/errors.h"
#include "api/forced_failure.h"
#include "checks/reports.h"
#include "counters/links.h"
#include "cuda_emulator/counters_json.h"
#include "cuda_emulator/explanation.h"
#include "cuda_emulator/options.h"
#include "cuda_emulator/reports.h"
#include "cuda_emulator/source_table.h"
#include "memory/device_memory.h"
#include "trace/trace.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace emu {
namespace {

template <class F>
void for_each_leak(F tell)
{
    for (const Arena* arena : device_memory.arenas())
        for (const Allocation& allocation : arena->allocations())
            if (allocation.live)
                tell(allocation);
}

void report_leaks()
{
    std::size_t bytes = 0, count = 0;
    for_each_leak([&](const Allocation& allocation) {
        report_leak(allocation.low, allocation.bytes, place_of(allocation));
        bytes += allocation.bytes;
        ++count;
    });
    if (count > 0)
        std::fprintf(stderr, "========= LEAK SUMMARY: %zu bytes leaked in %zu allocation%s\n", bytes, count,
                     count == 1 ? "" : "s");
}

// One line, and no error: the system takes the memory back when a program ends.
void remark_leaks()
{
    std::size_t bytes = 0, count = 0;
    const Allocation* first = nullptr;
    for_each_leak([&](const Allocation& allocation) {
        first = first ? first : &allocation;
        bytes += allocation.bytes;
        ++count;
    });
    if (count == 0)
        return;
    std::fflush(nullptr);
    std::fprintf(stderr, "========= Remark: %zu allocation%s never freed (%zu bytes); %s allocated in %s\n",
                 count, count == 1 ? " was" : "s were", bytes, count == 1 ? "it was" : "the first was",
                 file_and_line(place_of(*first)).c_str());
}

void show_counters(const Options& wanted, const std::vector<KernelCounters>& launches)
{
    std::fflush(nullptr);
    if (wanted.print_counters)
        std::fputs(source_table(launches).c_str(), stderr);
    const WorkCounters work = take_work_counters();
    if (wanted.print_counters)
        std::fputs(table_of(work.links).c_str(), stderr);
    if (wanted.print_explanation && !launches.empty())
        std::fputs(text_of(explain(launches, work)).c_str(), stderr);
    if (wanted.counters_file.empty())
        return;
    std::ofstream file(wanted.counters_file);
    file << counters_json(launches, work) << std::flush;
    if (!file)
        std::fprintf(stderr, "CUDA emulator: CUDA_EMULATOR: counters=%s cannot be written\n",
                     wanted.counters_file.c_str());
}

struct Ending {
    Ending() { open_wanted_trace(); }  // before main(): if it cannot be written, nothing is run
    ~Ending()
    {
        close_trace();
        tell_missing_failure();
        tell_late_remarks(0, UINTPTR_MAX);
        const Options& wanted = options();
        if (wanted.print_counters || wanted.print_explanation || !wanted.counters_file.empty())
            show_counters(wanted, take_counters());
        if (wanted.check_leaks)
            report_leaks();
        else if (wanted.remark_leaks && error_count() == 0 && sticky_error() == cudaSuccess)
            remark_leaks();
        if (!wanted.fail_at_exit || error_count() == 0)
            return;
        std::fflush(nullptr);
        if (wanted.print_reports)
            std::fputs((repeated_errors() + warnings()).c_str(), stderr);
        const std::size_t warned = warning_count(), errors = error_count() - warned;
        if (warned > 0)
            std::fprintf(stderr, "========= WARNING SUMMARY: %zu warning%s\n", warned,
                         warned == 1 ? "" : "s");
        if (errors == 0)
            return;
        std::fprintf(stderr, "========= ERROR SUMMARY: %zu error%s\n", errors, errors == 1 ? "" : "s");
        std::_Exit(EXIT_FAILURE);
    }
};
// The first to be made is the last to go: right after what is never destroyed, of which the order is open.
__attribute__((init_priority(102))) Ending ending;

}  // namespace

void arrange_ending() {}

}  // namespace emu

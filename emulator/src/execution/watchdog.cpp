#include "execution/watchdog.h"

#include "checks/address_checks.h"
#include "checks/reports.h"
#include "counters/site.h"
#include "cuda_emulator/options.h"
#include "debug_info/program.h"
#include "execution/deadlock.h"
#include "state/grid.h"

#include <cstdio>

namespace emu {
namespace {

// A launch that gets on, but takes this many times the patience, says once where it is.
constexpr unsigned kSlow = 5;
// A kernel that does nothing but watch the clock waits for a time: it gets this many times the patience.
constexpr unsigned kClock = 5;
// More threads than this in one launch that access memory out of bounds: the rest would say nothing new, but may
// take minutes.
constexpr uint64_t kMostFailedThreads = 100000;
// A warp that has passed so many basic blocks since its last access to memory does not access any in its loop.
constexpr uint64_t kManySteps = 1 << 20;

bool same_line(const SourceLine& a, const SourceLine& b)
{
    return a.line == b.line && a.file == b.file;
}

// A plain load on this line, of which the compiler may keep the value in a register; or nullptr.
const Site* load_on(const SourceLine& place)
{
    for (const Site& site : sites.slots())
        if (site.key != 0 && site.count.operation == Operation::load &&
            same_line(program.line_at(site.count.pc), place))
            return &site;
    return nullptr;
}

// Where a thread stands. A line of 0: not known.
SourceLine place_of(const Warp& warp, int lane)
{
    const uint32_t bit = 1u << lane;
    const auto given = [](const Place& place) { return SourceLine{place.file, place.line}; };
    if (warp.ready & bit)
        return program.line_at(pc_of(warp.position[lane]));
    if (warp.at_collective & bit)
        return given(warp.collective[lane].place);
    if (warp.at_barrier & bit)
        return given(warp.barrier[lane].place);
    return {};
}

void report_loop(const Warp& warp, int lane, unsigned seconds)
{
    if (report_lock_in_warp())
        return grid.abort(cudaErrorLaunchTimeout);
    const SourceLine place = place_of(warp, lane);
    report_at("No forward progress: a loop does not end", place.file.c_str(), place.line, warp.index, lane,
              "For " + std::to_string(seconds) +
                  " s no thread has ended, and the kernel has gone round over the same memory.\n"
                  "Does each pass of the loop change what its condition tests?" +
                  more_patience());
    grid.abort(cudaErrorLaunchTimeout);
}

}  // namespace

void start_watch()
{
    grid.seconds = grid.idle_seconds = grid.repeating_since = 0;
    grid.is_slow = false;
    grid.is_second_over = false;
    grid.advances = grid.watches_clock = false;
    grid.failed_threads = 0;
}

void watch_kernel()
{
    const unsigned patience = options().patience;
    if (!grid.runs || patience == 0)
        return;
    if (++grid.seconds == kSlow * patience)
        grid.is_slow = true;
    grid.is_second_over = true;
}

bool end_if_stuck(const Warp& warp)
{
    grid.is_second_over = false;
    const bool advances = sites.begin_window() || grid.advances || grid.seconds == 1;
    const unsigned patience = options().patience * (grid.watches_clock ? kClock : 1);
    if (grid.advances || grid.watches_clock)
        grid.repeating_since = 0;
    grid.advances = grid.watches_clock = false;
    grid.idle_seconds = advances ? 0 : grid.idle_seconds + 1;
    if (grid.idle_seconds < patience)
        return false;
    const uint32_t lanes = warp.ready           ? warp.ready
                           : warp.at_collective ? warp.at_collective
                                                : warp.at_barrier;
    if (!lanes)
        return false;
    const int lane = __builtin_ctz(lanes);
    if (warp.ready && grid.steps > kManySteps)
        report_empty_loop(pc_of(warp.position[lane]), warp.index, lane,
                          "It has run for " + std::to_string(patience) + " s.\n", more_patience());
    else
        report_loop(warp, lane, patience);
    return true;
}

bool end_if_turns_repeat(const Warp& warp, bool repeats)
{
    if (!repeats || grid.advances || grid.watches_clock || options().patience == 0) {
        grid.repeating_since = 0;
        return false;
    }
    if (grid.repeating_since == 0)
        grid.repeating_since = grid.seconds > 0 ? grid.seconds : 1;
    if (!warp.ready || grid.seconds < grid.repeating_since + options().patience)
        return false;
    report_loop(warp, __builtin_ctz(warp.ready), options().patience);
    return true;
}

void report_empty_loop(uintptr_t pc, int warp_index, int lane, const std::string& known,
                       const std::string& advice)
{
    if (report_lock_in_warp())
        return grid.abort(cudaErrorLaunchTimeout);
    const SourceLine place = program.line_at(pc);
    const Site* load = load_on(place);
    if (load) {
        bool written = false;
        for (const Site& site : sites.slots())
            written |= site.key != 0 && !is_load(site.count.operation) && site.lowest() < load->highest() &&
                       site.highest() > load->lowest();
        report_at("No forward progress: a loop waits for a variable that it does not read again",
                  place.file.c_str(), place.line, warp_index, lane,
                  std::string("The compiler reads a plain variable once and keeps it in a register.\n") +
                      (written ? "What other threads write to it is not seen: "
                               : "No thread has written to it, and what other threads write is not seen: ") +
                      "read it through a volatile pointer, or with an atomic function.");
    } else {
        report_at("No forward progress: a loop without any access to memory does not end", place.file.c_str(),
                  place.line, warp_index, lane,
                  known + "Does each pass of the loop change what its condition tests?" + advice);
    }
    grid.abort(cudaErrorLaunchTimeout);
}

void note_failed_threads(int count)
{
    grid.failed_threads += unsigned(count);
    if (grid.failed_threads <= kMostFailedThreads || grid.aborted)
        return;
    report_host(
        "The kernel is ended: " + std::to_string(grid.failed_threads) + " of its threads had an error", "", 0,
        std::string("in ") + grid.kernel.name + "\nThe reports above say where. A GPU ends it at the first.");
    grid.abort(cudaErrorIllegalAddress);
}

}  // namespace emu

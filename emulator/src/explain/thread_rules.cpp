// Threads, warps and blocks that have nothing to do.
#include "explain/cost.h"
#include "explain/kernel_rules.h"
#include "explain/words.h"

#include <algorithm>
#include <cmath>

namespace emu {
namespace {

constexpr double kLoop = 16;  // requests of global memory per thread, from which on it has a loop
// Of the values that a line loads, those that are the same; how far two numbers of lanes may differ and still be the same.
constexpr double kMostValues = 0.75, kAsMany = 0.02;
constexpr double kMostLoads = 4;  // on one line

}  // namespace

void divergence(const KernelView& kernel)
{
    const double active = ratio(double(kernel.detail.lane_steps), double(kernel.detail.steps));
    const double idle = 1 - active / 32;
    if (kernel.detail.steps == 0 || idle < 0.05)
        return;
    const LineCounters* worst = nullptr;
    const auto missing = [](const LineCounters& c) { return 32 * double(c.requests) - double(c.lanes); };
    for (const LineCounters& c : kernel.lines)
        if (!worst || missing(c) > missing(*worst))
            worst = &c;
    // Requests that whole warps would not need.
    double spare = 0;
    for (const LineCounters& c : kernel.lines)
        if (c.access != Access::atomic)
            spare += std::max(0.0, double(c.requests) - double(c.lanes) / 32);
    Finding f;
    f.rule = "divergence";
    if (worst) {
        f.file = worst->file;
        f.line = worst->line;
    }
    f.share = idle;
    f.counted = words("%.1f active threads per warp", active);
    f.ideal = "32";
    f.text = words(
        "Idle lanes: on the average %.1f of the 32 threads of a warp are active; the others wait in branches "
        "or loops that their warp goes through.",
        active);
    f.advice =
        "Give the work to whole warps: threads that work should be adjacent, and lanes of a warp should have "
        "equally much to do.";
    kernel.say(f, kStep * idle * double(kernel.detail.steps) + kRequest * spare);
}

void barriers(const KernelView& kernel)
{
    const double arrivals = double(kernel.detail.arrivals), idle = double(kernel.detail.idle_arrivals);
    double requests = 0;
    for (const LineCounters& c : kernel.lines)
        requests += double(c.requests);
    Finding f;
    f.file = kernel.detail.file;
    f.line = kernel.detail.line;
    if (arrivals > 0 && idle > 0.5 * arrivals) {
        f.rule = "idle_warps";
        f.share = idle / arrivals;
        f.counted = words("%.0f %% of the warps' arrivals at barriers", 100 * f.share);
        f.ideal = "0 %";
        f.text = words(
            "Idle warps: of %s arrivals of warps at barriers, %s are of warps that have accessed no memory "
            "since the barrier before.",
            number(arrivals).c_str(), number(idle).c_str());
        f.advice =
            "Give each thread more to do before the steps that few warps take part in; let a single warp "
            "finish with shuffles.";
        kernel.say(f, kArrival * idle);
    } else if (arrivals > 0 && requests < 3 * arrivals) {
        f.rule = "barriers";
        f.share = 0.5;
        f.counted = words("%.1f requests of a warp per barrier", ratio(requests, arrivals));
        f.ideal = "more";
        f.text = words("Many barriers: a warp makes %.1f memory requests between two of them.",
                       ratio(requests, arrivals));
        f.advice =
            "Use two buffers, so that one barrier per step is enough, or shuffles within a warp, which need "
            "none.";
        kernel.say(f, 0.5 * kArrival * arrivals);
    }
}

void parallelism(const KernelView& kernel)
{
    double requests = 0;
    for (const LineCounters& c : kernel.lines)
        if (is_global(c))
            requests += double(c.requests);
    // A small input may not need more blocks; a loop could be shared out to more of them.
    if (kernel.counters.by_device_code > 0)  // several child grids may run at a time
        return;
    if (kernel.blocks() >= kMultiprocessors || requests < kLoop * kernel.warps())
        return;
    Finding f;
    f.rule = "parallelism";
    f.share = 1 - kernel.blocks() / kernel.gpu.multiprocessors;
    f.counted = words("%.0f block%s", kernel.blocks(), kernel.blocks() == 1 ? "" : "s");
    f.ideal = words("%d or more", kernel.gpu.multiprocessors);
    f.text =
        words("Too little parallelism: %.0f block%s run%s on as many of the %d multiprocessors of an %s.",
              kernel.blocks(), kernel.blocks() == 1 ? "" : "s", kernel.blocks() == 1 ? "s" : "",
              kernel.gpu.multiprocessors, kernel.gpu.name.c_str());
    f.advice =
        "Launch enough blocks to fill the GPU: one thread per element, or a grid of some blocks per "
        "multiprocessor.";
    kernel.say(f, kernel.cycles_of_all() * (kernel.gpu.multiprocessors / kernel.blocks() - 1));
}

void loads_for_nothing(const KernelView& kernel)
{
    // Another line is executed by just those lanes that have found another value; it may have several loads.
    const auto is_skipped = [&](const LineCounters& c) {
        const double others = double(c.lanes) - double(c.same_values);
        return others > 0 &&
               std::any_of(kernel.lines.begin(), kernel.lines.end(), [&](const LineCounters& next) {
                   const double loads = std::round(double(next.lanes) / others);
                   return is_traffic(next) && next.access == Access::load && next.file == c.file &&
                          next.line > c.line && loads >= 1 && loads <= kMostLoads &&
                          std::abs(double(next.lanes) - loads * others) <= kAsMany * others;
               });
    };
    Sum sum;
    for (const LineCounters& c : kernel.lines) {
        if (!is_traffic(c) || c.access != Access::load || c.lanes == 0)
            continue;
        const double same = double(c.same_values), lanes = double(c.lanes);
        if (same >= kMostValues * lanes && is_skipped(c))
            sum.add(c, kDeviceSector * same / lanes * double(c.launch_sectors), same, lanes);
    }
    if (!sum.any())
        return;
    Finding f;
    f.rule = "loads_for_nothing";
    f.counted = words("%.0f %% of the values are the same", 100 * sum.share());
    f.ideal = "0 %";
    f.text = words(
        "Loads for nothing: %.0f %% of the values that this line loads are the same one, 0 or -1, and the "
        "threads that find "
        "it skip the loads that follow.",
        100 * sum.share());
    f.advice =
        "Store only what is used: rows with their own lengths, rows of similar length together, or a list of "
        "what there is "
        "to do.";
    kernel.say(f, sum);
}

}  // namespace emu

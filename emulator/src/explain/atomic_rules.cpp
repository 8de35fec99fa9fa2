// Atomics.
#include "explain/cost.h"
#include "explain/kernel_rules.h"
#include "explain/words.h"

#include <algorithm>

namespace emu {

void global_atomics(const KernelView& kernel)
{
    Sum sum;
    double serial = 0;
    for (const LineCounters& c : kernel.lines) {
        if (!is_global(c) || c.access != Access::atomic)
            continue;
        // Seconds that the busiest address takes, as clocks of all multiprocessors.
        const double lanes = std::max(1.0, ratio(double(c.same_address), double(c.requests)));
        const double busy = double(c.busiest) * lanes * ratio(1, kernel.gpu.of(Rate::one_address)) *
                            kernel.gpu.cycles_per_second();
        serial += busy;
        sum.add(c, std::max(busy, kAtomicLane * double(c.lanes)), double(c.lanes), double(c.lanes));
    }
    if (!sum.any() || sum.cycles() < 0.5 * kernel.cycles_of_all())
        return;
    const LineCounters& c = sum.worst();
    Finding f;
    f.rule = "atomics";
    f.counted = words("%s atomic requests, %s of them to one address", number(double(c.requests)).c_str(),
                      number(double(c.busiest)).c_str());
    f.ideal = "one per block";
    f.text = words(
        "Atomics of global memory: %s by threads; those to one address are carried out one after another: %s "
        "requests, with %.1f lanes each.",
        number(double(c.lanes)).c_str(), number(double(c.busiest)).c_str(),
        ratio(double(c.same_address), double(c.requests)));
    f.advice =
        "Add up in registers, in the warp (shuffles) or in shared memory first, and add once per block.";
    kernel.say(f, sum);
}

void shared_atomics(const KernelView& kernel)
{
    Sum sum;
    for (const LineCounters& c : kernel.lines)
        if (c.space == Space::shared && c.access == Access::atomic) {
            const double excess = double(c.wavefronts) - double(c.ideal_wavefronts);
            sum.add(c, excess, excess, double(c.wavefronts));
        }
    if (!sum.any() || sum.share() < 0.05)
        return;
    const LineCounters& c = sum.worst();
    Finding f;
    f.rule = "shared_atomics";
    f.counted = words("%.1f wavefronts per request", ratio(double(c.wavefronts), double(c.requests)));
    f.ideal = "1.0";
    f.text = words(
        "Contended atomics of shared memory: lanes of a warp meet at one address or in one bank, so a "
        "request takes %s wavefronts (up to %.1f lanes at one address).",
        words("%.1f", ratio(double(c.wavefronts), double(c.requests))).c_str(),
        ratio(double(c.same_address), double(c.requests)));
    f.advice =
        "Add up in the warp first (a vote or shuffles), or give each lane a copy of its own, in its own "
        "bank.";
    kernel.say(f, sum);
}

}  // namespace emu

// Shared memory.
#include "explain/cost.h"
#include "explain/kernel_rules.h"
#include "explain/words.h"

#include <algorithm>

namespace emu {
namespace {

// Passes over shared memory per step of a warp: from the second on shared memory limits, below the first it does not.
constexpr double kFewPasses = 0.1, kMostPasses = 0.3;

}  // namespace

void bank_conflicts(const KernelView& kernel)
{
    Sum sum;
    for (const LineCounters& c : kernel.lines)
        if (c.space == Space::shared && c.access != Access::atomic) {
            const double excess = double(c.wavefronts) - double(c.ideal_wavefronts);
            sum.add(c, excess, excess, double(c.wavefronts));
        }
    if (!sum.any() || sum.share() < 0.05)
        return;
    const LineCounters& c = sum.worst();
    Finding f;
    f.rule = "bank_conflicts";
    f.counted = words("%.1f wavefronts per request", ratio(double(c.wavefronts), double(c.requests)));
    f.ideal = words("%.1f", ratio(double(c.ideal_wavefronts), double(c.requests)));
    f.text = words(
        "Bank conflicts: a shared %s takes %s wavefronts where %s would do, as lanes of a warp access "
        "different words of one bank.",
        name_of(c.access), words("%.1f", ratio(double(c.wavefronts), double(c.requests))).c_str(),
        f.ideal.c_str());
    f.advice = "Let adjacent lanes access adjacent words, or pad the array's rows by one word.";
    kernel.say(f, sum);
}

void shared_traffic(const KernelView& kernel)
{
    Sum sum;
    double requests = 0, passes_of_all = 0;
    for (const LineCounters& c : kernel.lines)
        if (c.space == Space::shared && c.access != Access::atomic) {
            const double passes = double(c.lanes) / 32 * std::max(1.0, c.bytes / 4.0);  // by whole warps
            requests += double(c.requests);
            passes_of_all += std::min(passes, double(c.ideal_wavefronts));
            sum.add(c, kSavedByRegisters * std::min(passes, double(c.ideal_wavefronts)), kSavedByRegisters,
                    1);
        }
    // With fewer passes, registers serve most operations already.
    if (!sum.any() || passes_of_all < kMostPasses * double(kernel.detail.steps))
        return;
    double moved = 0;
    for (const LineCounters& c : kernel.lines)
        if (is_traffic(c))
            moved += double(c.requests);
    if (requests < 2 * moved)
        return;
    Finding f;
    f.rule = "shared_traffic";
    f.counted = words("%.1f shared requests per request of global memory", ratio(requests, moved));
    f.ideal = "fewer";
    f.text = words("Much goes through shared memory: %s requests, %.1f for each request of global memory.",
                   number(requests).c_str(), ratio(requests, moved));
    f.advice =
        "Keep values in registers: several results per thread, or shuffles between the lanes of a warp.";
    kernel.say(f, sum);
}

void small_shared_accesses(const KernelView& kernel)
{
    Sum sum;
    for (const LineCounters& c : kernel.lines)
        if (c.space == Space::shared && c.access == Access::load && c.bytes < 16)
            sum.add(c, kSavedByRegisters * double(c.requests) * (1 - c.bytes / 16.0),
                    double(c.requests) * (1 - c.bytes / 16.0), double(c.requests));
    double passes = 0;
    for (const LineCounters& c : kernel.lines)
        if (c.space == Space::shared && c.access == Access::load)
            passes += double(c.ideal_wavefronts);
    if (!sum.any() || passes < kFewPasses * double(kernel.detail.steps) ||
        passes >= kMostPasses * double(kernel.detail.steps))
        return;
    Finding f;
    f.rule = "small_shared_accesses";
    f.counted = words("%d bytes per lane", sum.worst().bytes);
    f.ideal = "16";
    f.text = words(
        "Small accesses of shared memory: a lane's load brings %d bytes, and one instruction can bring 16.",
        sum.worst().bytes);
    f.advice = "Arrange the tile so that a thread's elements are adjacent, and load them as a float4.";
    kernel.say(f, sum);
}

}  // namespace emu

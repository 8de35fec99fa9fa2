// How a warp accesses global memory.
#include "explain/cost.h"
#include "explain/kernel_rules.h"
#include "explain/words.h"

#include <algorithm>

namespace emu {
namespace {

// A wait for memory of less than this part of the other work is hidden behind it.
constexpr double kHidden = 0.2;

// The part of its sectors that no block has loaded before, and that the L2 may therefore not have.
double share_from_memory(const LineCounters& c)
{
    return std::min(1.0, ratio(double(c.launch_sectors), double(c.sectors)));
}

}  // namespace

void uncoalesced(const KernelView& kernel)
{
    Sum sum;
    for (const LineCounters& c : kernel.lines) {
        if (!is_traffic(c))
            continue;
        const double excess = std::max(0.0, double(c.sectors) - double(c.ideal_sectors));
        const double used = double(c.lanes) * c.bytes / 32;
        const double unused = std::min(excess, std::max(0.0, double(c.launch_sectors) - used));
        sum.add(c, kSector * excess + kDeviceSector * unused, excess, double(c.sectors));
    }
    if (!sum.any() || sum.share() < 0.05)
        return;
    const LineCounters& c = sum.worst();
    const double lanes = ratio(double(c.lanes), double(c.requests));
    const bool by_branch = 2 * c.gapped > c.requests;
    Finding f;
    f.rule = "uncoalesced";
    f.counted = words("%.1f sectors per request", ratio(double(c.sectors), double(c.requests)));
    f.ideal = words("%.1f", ratio(double(c.ideal_sectors), double(c.requests)));
    f.text = words(
        "Uncoalesced %ss: the %.0f active lanes of a warp ask for %.0f bytes, but %.1f sectors of 32 bytes "
        "move for each request where %s could hold them.",
        name_of(c.access), lanes, lanes * c.bytes, ratio(double(c.sectors), double(c.requests)),
        f.ideal.c_str());
    f.advice =
        "Let adjacent lanes (threadIdx.x) access adjacent elements, from an address that is a multiple of "
        "128 bytes.";
    if (by_branch) {
        f.text +=
            " The addresses are adjacent, but a branch leaves lanes among the active ones idle, and the "
            "elements of these move with the others.";
        f.advice =
            "Load before the branch and store after it, with all lanes; inside, the branch computes in "
            "registers. Elements that no lane needs belong into an array of their own.";
        f.see = "saxpy_v4";
    }
    kernel.say(f, sum);
}

void small_accesses(const KernelView& kernel)
{
    Sum sum;
    bool uniform = false;
    for (const LineCounters& c : kernel.lines) {
        if (!is_traffic(c) || c.bytes >= 16)
            continue;
        const double fill = 1 - c.bytes / 16.0, requests = double(c.requests);
        const double same = ratio(double(c.uniform), requests);
        const double coalesced = std::min(1.0, ratio(double(c.ideal_sectors), double(c.sectors)));
        const double once = 1 - again_share(c), wait = kWait * (1 + 2 * share_from_memory(c)) / 3;
        const double full = std::min(1.0, ratio(double(c.lanes), requests * 24));
        const double groups = c.access == Access::load ? double(c.batches) : 0.1 * requests;
        const double cycles = fill * full * coalesced *
                              (same * requests * (kRequest + kSector) + (1 - same) * once * wait * groups);
        sum.add(c, cycles, fill * requests, requests);
        uniform = &sum.worst() == &c ? same > 0.5 : uniform;
    }
    // The waits are hidden behind other work, if there is enough of it.
    if (!sum.any() || (!uniform && sum.cycles() < kHidden * kernel.other_cycles()))
        return;
    const LineCounters& c = sum.worst();
    Finding f;
    f.rule = "small_accesses";
    f.counted = words("%d byte%s per lane", c.bytes, c.bytes == 1 ? "" : "s");
    f.ideal = "16";
    f.text = words("Small accesses: a lane's %s asks for %d byte%s, and one instruction can ask for 16. ",
                   name_of(c.access), c.bytes, c.bytes == 1 ? "" : "s") +
             (uniform ? "All lanes read one address at a time, so a request brings the warp only these bytes."
                      : "Few bytes are in flight while the thread waits for them.");
    f.advice =
        uniform ? "Keep what is read together in one aligned struct of 16 bytes, such as float4."
                : "Load a float4 or uint4 per lane, or several elements per thread before the first is used.";
    kernel.say(f, sum);
}

void one_load_at_a_time(const KernelView& kernel)
{
    Sum sum;
    for (const LineCounters& c : kernel.lines) {
        if (!is_traffic(c) || c.access != Access::load || c.bytes < 16 ||
            double(c.requests) < 2 * kernel.warps() || again_share(c) > 0.5 ||
            2 * c.waited > c.batches)  // what goes to shared memory may be copied ahead
            continue;
        const double per_group = ratio(double(c.requests), double(c.batches));
        if (c.batches == 0 || per_group >= 1.5)
            continue;
        sum.add(c, 0.5 * kWait * double(c.batches), 0, 1);
    }
    if (!sum.any())
        return;
    Finding f;
    f.rule = "one_load_at_a_time";
    f.counted = "1 load in flight per thread";
    f.ideal = "4";
    f.text = words("One load at a time: the loop uses each %d bytes before it asks for the next.",
                   sum.worst().bytes);
    f.advice = "Load the values of several iterations into registers before the first is used.";
    kernel.say(f, sum);
}

}  // namespace emu

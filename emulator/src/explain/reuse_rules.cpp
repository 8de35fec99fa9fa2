// What moves more often than it must, or takes more bytes.
#include "explain/cost.h"
#include "explain/kernel_rules.h"
#include "explain/words.h"

#include <algorithm>

namespace emu {
namespace {

// How often the threads of a block ask for the same byte, which is not how often its sector moves. Words that are used in
// part count as a whole: at least so often.
double times_asked(double bytes, double different_words)
{
    return std::max(1.0, ratio(bytes, 4 * different_words));
}

}  // namespace

void loaded_again(const KernelView& kernel)
{
    double asked = 0, requested = 0;
    for (const LineCounters& c : kernel.lines) {
        if (is_traffic(c))
            requested += kRequest * double(c.requests) + kSector * double(c.sectors);
        if (is_traffic(c) && c.access == Access::load)
            asked += double(c.lanes) * c.bytes;
    }
    // What the L1 cache delivers while device memory is busy costs nothing.
    if (requested < kDeviceSector * kernel.sectors_of_memory())
        return;
    const double by_all_lines = times_asked(asked, double(kernel.detail.block_words));
    const auto times_of = [&](const LineCounters& c) {
        return std::max(by_all_lines, times_asked(double(c.lanes) * c.bytes, double(c.block_words)));
    };
    Sum sum;
    for (const LineCounters& c : kernel.lines) {
        if (!is_traffic(c) || c.access != Access::load)
            continue;
        const double share = 1 - 1 / times_of(c);
        sum.add(c, share * kSector * double(c.ideal_sectors), share * double(c.sectors), double(c.sectors));
    }
    // A neighbour's element is no reason for a tile.
    if (!sum.any() || sum.share() < 0.6)
        return;
    const LineCounters& c = sum.worst();
    Finding f;
    f.rule = "loaded_again";
    const double times = times_of(c);
    f.counted = words("each byte %.1f times per block", times);
    f.ideal = "1";
    f.text = words(
        "Loaded again: the threads of a block ask for each byte %.1f times, and the caches must deliver it "
        "every time.",
        times);
    f.advice =
        "Let the block load what it shares once, into shared memory or registers; what all lanes read can be "
        "in constant memory.";
    kernel.say(f, sum);
}

void flags(const KernelView& kernel)
{
    Sum sum;
    for (const LineCounters& c : kernel.lines)
        if (is_traffic(c) && c.bytes >= 4 && c.value_bits == 1)
            sum.add(c, double(c.launch_sectors), 1, 1);
    if (!sum.any())
        return;
    const LineCounters& c = sum.worst();
    Finding f;
    f.rule = "flags";
    f.counted = words("%d bytes for a 0 or a 1", c.bytes);
    f.ideal = "1 bit";
    f.text = words("Wide values: all values of this %s are 0 or 1, and each takes %d bytes.",
                   name_of(c.access), c.bytes);
    f.advice = "Pack them: a byte each, or 32 or 64 to a word, whose bits & | ^ and __popc() handle at once.";
    f.file = c.file;
    f.line = c.line;
    f.share = 1 - 1 / (8.0 * c.bytes);
    const double sectors = kernel.sectors_of_memory();
    kernel.say(f, kPackedSector * f.share * std::min(2 * sum.cycles(), sectors));
}

void moved_again(const KernelView& kernel)
{
    const double again = double(kernel.detail.read_sectors) - double(kernel.detail.new_reads) +
                         double(kernel.detail.written_sectors) - double(kernel.detail.new_writes);
    const double all = kernel.sectors_of_memory();
    const LineCounters* most = nullptr;
    for (const LineCounters& c : kernel.lines)
        if (is_traffic(c) && (!most || c.launch_sectors > most->launch_sectors))
            most = &c;
    if (!most || again < 0.2 * all)
        return;
    Finding f;
    f.rule = "moved_again";
    f.file = most->file;
    f.line = most->line;
    f.share = again / all;
    f.counted = words("%.0f %% of its %s sectors", 100 * again / all, number(all).c_str());
    f.ideal = "0 %";
    f.text = words(
        "Moved again: %.0f %% of the sectors that the kernel reads and writes were read or written by an "
        "earlier launch.",
        100 * again / all);
    f.advice = "Do in one pass what the launches do one after the other, so that each number moves once.";
    kernel.say(f, (32 * all > kernel.gpu.of(Rate::l2_bytes) ? kDeviceSector : kSector) * again);
}

}  // namespace emu

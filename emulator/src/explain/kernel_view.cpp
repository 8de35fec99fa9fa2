#include "explain/kernel_view.h"

#include "explain/cost.h"
#include "explain/rules.h"

#include <algorithm>
#include <utility>

namespace emu {

double ratio(double a, double b)
{
    return b > 0 ? a / b : 0;
}

bool is_global(const LineCounters& c)
{
    return c.space == Space::global || c.space == Space::module;
}

bool is_traffic(const LineCounters& c)
{
    return is_global(c) && c.access != Access::atomic && c.requests > 0;
}

double again_share(const LineCounters& c)
{
    const double asked = std::max(double(c.sectors), double(c.lanes) * c.bytes / 32);
    return asked > double(c.block_sectors) ? 1 - ratio(double(c.block_sectors), asked) : 0;
}

void Sum::add(const LineCounters& line, double cycles, double part, double whole)
{
    cycles_ += cycles;
    part_ += part;
    whole_ += whole;
    if (!worst_ || cycles > most_) {
        worst_ = &line;
        most_ = cycles;
    }
}

void KernelView::say(Finding finding, double cycles) const
{
    finding.kernel = counters.kernel;
    finding.seconds = cycles / gpu.cycles_per_second();
    if (finding.see.empty())
        finding.see = shown_in(finding.rule);
    found_.push_back(std::move(finding));
}

void KernelView::say(Finding finding, const Sum& sum) const
{
    finding.file = sum.worst().file;
    finding.line = sum.worst().line;
    finding.share = sum.share();
    say(std::move(finding), sum.cycles());
}

double KernelView::warps_of_block() const
{
    return (counters.block.x * counters.block.y * counters.block.z + 31) / 32;
}

double KernelView::cycles_of_all() const
{
    double cycles = double(detail.steps) * kStep + kDeviceSector * sectors_of_memory();
    for (const LineCounters& c : lines)
        if (c.space == Space::shared)
            cycles += double(c.wavefronts);
        else if (is_traffic(c))
            cycles += kRequest * double(c.requests) + kSector * double(c.sectors);
    return cycles;
}

double KernelView::other_cycles() const
{
    double cycles = double(detail.steps) * kStep / 2;
    for (const LineCounters& c : lines)
        if (c.space == Space::shared)
            cycles += double(c.ideal_wavefronts);
    return cycles;
}

}  // namespace emu

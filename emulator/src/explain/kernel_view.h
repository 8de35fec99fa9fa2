// What the rules about a kernel look at, and how they say what they have found.
#pragma once

#include "cuda_emulator/explanation.h"
#include "explain/gpus.h"

#include <vector>

namespace emu {

// 0 if b is 0.
double ratio(double a, double b);
bool is_global(const LineCounters& c);
// Plain loads and stores of global memory.
bool is_traffic(const LineCounters& c);
// The part of its sectors that the line asks for again though a thread of the block has had them.
double again_share(const LineCounters& c);

// Adds up what a rule finds at the lines of a kernel. The finding names the line with the largest part.
class Sum {
public:
    void add(const LineCounters& line, double cycles, double part, double whole);
    double cycles() const { return cycles_; }
    double share() const { return ratio(part_, whole_); }
    const LineCounters& worst() const { return *worst_; }
    bool any() const { return worst_ && cycles_ > 0; }

private:
    const LineCounters* worst_ = nullptr;
    double cycles_ = 0, most_ = 0, part_ = 0, whole_ = 0;
};

class KernelView {
public:
    KernelView(const KernelCounters& k, const Gpu& g, std::vector<Finding>& found)
        : counters(k), detail(k.detail), lines(k.lines), gpu(g), found_(found)
    {
    }

    // cycles: what is gained, in clocks of one multiprocessor, as if it had all the work.
    void say(Finding finding, double cycles) const;
    void say(Finding finding, const Sum& sum) const;  // its line, share and cycles

    double blocks() const { return double(detail.widest); }  // of the largest launch
    double warps_of_block() const;
    double warps() const { return double(detail.blocks) * warps_of_block(); }  // of all launches
    double cycles_of_all() const;  // of memory requests and steps together
    double other_cycles() const;   // of shared memory and instructions
    double sectors_of_memory() const { return double(detail.read_sectors + counters.detail.written_sectors); }

    const KernelCounters& counters;
    const Detail& detail;
    const std::vector<LineCounters>& lines;
    const Gpu& gpu;

private:
    std::vector<Finding>& found_;
};

}  // namespace emu

// A floor must hold whatever the caches, the compiler and the scheduler do. So of what a GPU may save, nothing counts:
// - loads count as often as their sectors are new to the run, since caches may serve the others;
// - of stores, the L2 cache may keep as much as it holds;
// - of five basic blocks, two count as an instruction, since the compiler unrolls loops and turns branches into predicates;
// - loads of one address by all lanes count as loads of 16 bytes, to which the compiler may merge them;
// - lanes of a warp at one address count as one atomic, as the compiler may combine them;
// - several GPUs share the work evenly, for no sharing takes less time.
#include "explain/floors.h"

#include "explain/words.h"

#include <algorithm>
#include <map>

namespace emu {
namespace {

// What the launches did together.
struct Totals {
    double reads = 0, writes = 0;  // bytes of device memory
    double l2_sectors = 0;         // that must pass the L2
    double l1 = 0;                 // passes of 128 bytes
    double wavefronts = 0;         // of shared memory, atomics apart
    double shared_atomics = 0;     // passes
    double atomic_lanes = 0;       // of shared memory
    double busiest = 0;
    double launches = 0, barrier_arrivals = 0, steps = 0;
    double widest = 0;  // blocks of the largest launch
};

// Requests of all lanes at one address, as far as the compiler may have merged them to 16 bytes.
double merged(const LineCounters& c)
{
    return c.bytes < 16 ? double(c.uniform) * (1 - c.bytes / 16.0) : 0;
}

// Passes of 128 bytes through the L1, which takes one request of 32 lanes at a time. Requests that are not coalesced count as
// requests of 16 bytes per lane, to which the compiler may merge them.
double passes_of_l1(const LineCounters& c)
{
    const bool coalesced = double(c.sectors) <= 1.25 * double(c.ideal_sectors) && c.uniform == 0;
    const double requests = double(c.requests) * (coalesced ? 1 : c.bytes / 16.0);
    return std::max(requests, (double(c.sectors) - merged(c)) / 4);
}

Totals totals_of(const std::vector<KernelCounters>& kernels, double l2_bytes)
{
    Totals s;
    for (const KernelCounters& k : kernels) {
        // At each launch the L2 may hold some of what was read before, and at its end some of what it has written.
        const double kept = double(k.launches) * l2_bytes;
        s.reads += std::max(32 * double(k.detail.new_reads), 32 * double(k.detail.read_sectors) - kept);
        s.writes += std::max(0.0, 32 * double(k.detail.written_sectors) - kept);
        s.l2_sectors += double(k.detail.read_sectors);
        s.launches += double(k.launches - k.by_device_code);
        s.barrier_arrivals += double(k.detail.arrivals);
        s.steps += 0.4 * double(k.detail.steps);
        s.widest = std::max(s.widest, double(k.detail.widest));
        for (const LineCounters& c : k.lines) {
            if (c.space == Space::shared && c.access == Access::atomic) {
                s.shared_atomics += double(c.distinct_passes);
                s.atomic_lanes += double(c.lanes);
            } else if (c.space == Space::shared) {
                s.wavefronts += double(c.wavefronts) - merged(c);
            } else if (c.space == Space::global || c.space == Space::module) {
                s.l1 += passes_of_l1(c);
                if (c.access == Access::store)
                    s.l2_sectors += double(c.launch_sectors);
                if (c.access == Access::atomic)
                    s.busiest += double(c.busiest);
            }
        }
    }
    return s;
}

// The most bytes that go out of one GPU, or come to it.
double busiest_gpu(const std::vector<LinkCounters>& links)
{
    std::map<int, double> out, in;
    double most = 0;
    for (const LinkCounters& l : links) {
        const double bytes = double(l.copies.bytes) + double(l.reads.bytes) + double(l.writes.bytes) +
                             double(l.atomics.bytes) + double(l.collectives.bytes);
        most = std::max({most, out[l.from] += bytes, in[l.to] += bytes});
    }
    return most;
}

class Floors {
public:
    Floors(const Totals& sum, const Gpu& gpu, double gpus) : gpu_(gpu), gpus_(std::max(gpus, 1.0))
    {
        floor_.gpu = gpu.name;
        // A grid of few blocks runs on few multiprocessors. A program that asks for the number of multiprocessors makes
        // its grid for the emulated device, so only grids that do not fill that one count as small.
        const double used = sum.widest < kMultiprocessors ? sum.widest : gpu.multiprocessors;
        cycles_ = gpu.clock * std::min<double>(used, gpu.multiprocessors);
        if (used < gpu.multiprocessors)
            on_ = words("on %.0f of %d multiprocessors, ", used, gpu.multiprocessors);
        if (gpus_ > 1)
            shared_by_ = words("shared by %.0f GPUs, ", gpus_);
    }

    void add(const std::string& name, double amount, const char* unit, Rate rate, double per_second)
    {
        if (amount > 0 && per_second > 0)
            floor_.resources.push_back(
                {name, amount / per_second / gpus_,
                 shared_by_ + words("%s: %s, at %.3g ", unit, number(amount).c_str(), gpu_.of(rate)) +
                     gpu_.source(rate)});
    }
    void add(const std::string& name, double amount, const char* unit, Rate rate)
    {
        add(name, amount, unit, rate, gpu_.of(rate));
    }
    // rate: per clock and multiprocessor.
    void add_local(const std::string& name, double amount, const char* unit, Rate rate)
    {
        add(name, amount, unit, rate, gpu_.of(rate) * cycles_);
        if (!on_.empty() && amount > 0 && gpu_.of(rate) > 0)
            floor_.resources.back().from = on_ + floor_.resources.back().from;
    }
    void add_links(double bytes)
    {
        if (bytes > 0 && gpu_.of(Rate::link) > 0)
            floor_.resources.push_back(
                {"links between GPUs", bytes / gpu_.of(Rate::link),
                 words("bytes of one GPU: %s, at %.3g ", number(bytes).c_str(), gpu_.of(Rate::link)) +
                     gpu_.source(Rate::link)});
    }

    Floor finish()
    {
        const auto less = [](const auto& a, const auto& b) { return a.seconds < b.seconds; };
        const auto most = std::max_element(floor_.resources.begin(), floor_.resources.end(), less);
        floor_.largest = std::size_t(most - floor_.resources.begin());
        return floor_;
    }

private:
    const Gpu& gpu_;
    const double gpus_;
    double cycles_ = 0;
    std::string on_, shared_by_;
    Floor floor_;
};

}  // namespace

Floor floor_of(const std::vector<KernelCounters>& kernels, const WorkCounters& work, const Gpu& gpu)
{
    const Totals s = totals_of(kernels, gpu.of(Rate::l2_bytes));
    Floors floors(s, gpu, double(work.devices));
    floors.add("device memory", s.reads + s.writes, "bytes", Rate::device_memory);
    floors.add("L2 cache", 32 * s.l2_sectors, "bytes", Rate::l2);
    floors.add_local("L2 to multiprocessors", 32 * s.l2_sectors, "bytes", Rate::l1_port);
    floors.add_local("L1 cache", 128 * s.l1, "bytes, in passes of 128", Rate::l1);
    floors.add_local("shared memory", s.wavefronts + s.shared_atomics, "wavefronts", Rate::shared);
    floors.add_local("shared atomics", s.atomic_lanes, "lanes", Rate::shared_atomics);
    floors.add("atomics on one address", s.busiest, "requests", Rate::one_address);
    floors.add("launches", work.graph_launches ? double(work.graph_launches) : s.launches, "launches",
               Rate::launch);
    floors.add_local("barriers", s.barrier_arrivals, "arrivals of warps", Rate::barrier);
    floors.add_local("instructions", s.barrier_arrivals + s.steps, "warp steps", Rate::issue);
    floors.add("bus to the host", double(work.pageable.bytes + work.pinned.bytes) / 2,
               "bytes in each direction", Rate::bus);
    floors.add_links(busiest_gpu(work.links));
    return floors.finish();
}

}  // namespace emu

#include "explain/cost.h"
#include "explain/rules.h"
#include "explain/words.h"

#include <algorithm>

namespace emu {
namespace {

constexpr double kManyAllocations = 4;
constexpr double kMany = 10;  // launches or waits

double copied(const WorkCounters::Copies& c)
{
    return double(c.bytes);
}

class Host {
public:
    Host(const std::vector<KernelCounters>& kernels, const WorkCounters& work, const Gpu& gpu,
         std::vector<Finding>& found)
        : work_(work), gpu_(gpu), found_(found)
    {
        for (const KernelCounters& k : kernels)
            all_launches_ += double(k.launches - k.by_device_code);
        launches_ = all_launches_ / double(std::max<uint64_t>(work.devices, 1));
    }

    void pageable_copies();
    void blocking_copies();
    void one_stream();
    void launches();
    void host_waits();
    void allocation_in_loop(const RepeatedAllocation& allocation);

private:
    void say(const char* rule, double seconds, double share, const std::string& counted,
             const std::string& ideal, const std::string& text, const std::string& advice)
    {
        Finding f;
        f.rule = rule;
        f.counted = counted;
        f.ideal = ideal;
        f.share = share;
        f.seconds = seconds;
        f.text = text;
        f.advice = advice;
        f.see = shown_in(rule);
        found_.push_back(f);
    }

    bool copies_between_devices() const
    {
        return std::any_of(work_.links.begin(), work_.links.end(), [](const LinkCounters& link) {
            return link.copies.requests + link.staged_copies.requests > 0;
        });
    }

    const WorkCounters& work_;
    const Gpu& gpu_;
    std::vector<Finding>& found_;
    double all_launches_ = 0;
    double launches_ = 0;  // on each device
};

void Host::pageable_copies()
{
    const double bytes = copied(work_.pageable);
    if (bytes < 65536)
        return;
    say("pageable_copies", bytes / kPageable - bytes / kPinned, bytes / (bytes + copied(work_.pinned)),
        words("%s bytes of pageable memory", number(bytes).c_str()), "0",
        words("Copies of pageable memory: %s bytes of memory from new, malloc() or std::vector, which the "
              "driver copies through a small pinned buffer.",
              number(bytes).c_str()),
        "Keep the data in pinned memory (cudaMallocHost), if they are copied more than once.");
}

void Host::blocking_copies()
{
    const double calls = double(work_.pinned.synchronous), bytes = copied(work_.pinned);
    if (calls == 0 || bytes < 65536)
        return;
    say("blocking_copies", 0.5 * bytes / kPinned, calls / (calls + double(work_.pinned.asynchronous)),
        words("%.0f synchronous cop%s", calls, calls == 1 ? "y" : "ies"), "0",
        words("Copies that block: the host waits in %.0f call%s of cudaMemcpy() for %s bytes; nothing else "
              "is queued meanwhile.",
              calls, calls == 1 ? "" : "s", number(bytes).c_str()),
        "Queue them with cudaMemcpyAsync() in a stream, and wait once at the end.");
}

void Host::one_stream()
{
    const double bytes = copied(work_.pinned);
    if (work_.operations < 3 || work_.longest_chain < work_.operations || work_.pinned.asynchronous < 2 ||
        work_.pinned.synchronous > 0 || bytes < 65536 || work_.streams > 1)
        return;
    say("no_overlap", 0.5 * bytes / kPinned, 0.5,
        words("a chain of %.0f of %.0f operations", double(work_.longest_chain), double(work_.operations)),
        "shorter",
        words("Nothing overlaps: all %.0f copies and kernels wait for each other in one stream.",
              double(work_.operations)),
        "Cut the data into pieces with a stream each: one piece is copied while another one is computed.");
}

void Host::launches()
{
    if (launches_ < kMany || work_.graph_launches > 0 || gpu_.of(Rate::launch) <= 0)
        return;
    const double floor = launches_ / gpu_.of(Rate::launch);
    const char* on_each = work_.devices > 1 ? " on each GPU" : "";
    say("launches", floor * (1 - 1 / launches_), 1 - 1 / launches_,
        words("%.0f launches%s", launches_, on_each), "1",
        words("Many launches: %.0f of them%s take at least %s on an %s, however small they are.", launches_,
              on_each, duration(floor).c_str(), gpu_.name.c_str()),
        copies_between_devices()
            ? "Do several steps in one launch (a loop in the kernel)."  // which a graph cannot hold
            : "Do several steps in one launch (a grid barrier, or a loop in the kernel), or record the "
              "launches as a graph.");
}

void Host::host_waits()
{
    const double waits = double(work_.host_waits);
    if (waits < kMany || all_launches_ < kMany)
        return;
    say("host_waits", waits * kHostWait, waits / (waits + 1), words("%.0f waits of the host", waits),
        "0 or 1",
        words("The host waits %.0f times for the device before it asks for more, and the device is idle "
              "until then.",
              waits),
        "Let the device decide what comes next (one launch with a grid barrier), or look at the result less "
        "often.");
}

void Host::allocation_in_loop(const RepeatedAllocation& allocation)
{
    const double times = double(allocation.times);
    if (times < kManyAllocations)
        return;
    say("allocation_in_loop", times * kAllocation, (times - 1) / times, words("%.0f times", times), "once",
        words("Allocation in a loop: this line allocates memory %.0f times with launches in between; an "
              "allocation can take as long as a kernel, and a release waits for all work.",
              times),
        "Allocate before the loop, and use the memory again.");
    found_.back().file = allocation.file;
    found_.back().line = allocation.line;
}

}  // namespace

void explain_host(const std::vector<KernelCounters>& kernels, const WorkCounters& work,
                  const RepeatedAllocation& allocation, const Gpu& gpu, std::vector<Finding>& found)
{
    Host host(kernels, work, gpu, found);
    host.pageable_copies();
    host.blocking_copies();
    host.one_stream();
    host.launches();
    host.host_waits();
    host.allocation_in_loop(allocation);
}

}  // namespace emu

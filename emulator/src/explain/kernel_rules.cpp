#include "explain/cost.h"
#include "explain/rules.h"
#include "explain/words.h"

#include <algorithm>
#include <functional>

namespace emu {
namespace {

constexpr double kLoop = 16;  // requests of global memory per thread, from which on it has a loop

// Passes over shared memory per step of a warp: from the second on shared memory limits, below the first it does not.
// A wait for memory of less than this part of the other work is hidden behind it.
constexpr double kHidden = 0.2;
constexpr double kFewPasses = 0.1, kMostPasses = 0.3;

double ratio(double a, double b)
{
    return b > 0 ? a / b : 0;
}

bool is_global(const LineCounters& c)
{
    return c.space == Space::global || c.space == Space::module;
}

// Plain loads and stores of global memory.
bool is_traffic(const LineCounters& c)
{
    return is_global(c) && c.access != Access::atomic && c.requests > 0;
}

const char* name_of(Access access)
{
    return access == Access::load ? "load" : access == Access::store ? "store" : "atomic";
}

// The part of its sectors that the line asks for again though a thread of the block has had them.
double again_share(const LineCounters& c)
{
    const double asked = std::max(double(c.sectors), double(c.lanes) * c.bytes / 32);
    return asked > double(c.block_sectors) ? 1 - ratio(double(c.block_sectors), asked) : 0;
}

// The part of its sectors that no block has loaded before, and that the L2 may therefore not have.
double share_from_memory(const LineCounters& c)
{
    return std::min(1.0, ratio(double(c.launch_sectors), double(c.sectors)));
}

// Adds up what a rule finds at the lines of a kernel. The finding names the line with the largest part.
class Sum {
public:
    void add(const LineCounters& line, double cycles, double part, double whole)
    {
        cycles_ += cycles;
        part_ += part;
        whole_ += whole;
        if (!worst_ || cycles > most_) {
            worst_ = &line;
            most_ = cycles;
        }
    }
    double cycles() const { return cycles_; }
    double share() const { return ratio(part_, whole_); }
    const LineCounters& worst() const { return *worst_; }
    bool any() const { return worst_ && cycles_ > 0; }

private:
    const LineCounters* worst_ = nullptr;
    double cycles_ = 0, most_ = 0, part_ = 0, whole_ = 0;
};

class Kernel {
public:
    Kernel(const KernelCounters& kernel, const Gpu& gpu, std::vector<Finding>& found)
        : k_(kernel), gpu_(gpu), found_(found), blocks_(double(kernel.detail.widest))
    {
    }

    void uncoalesced();
    void small_accesses();
    void small_shared_accesses();
    void one_load_at_a_time();
    void loaded_again();
    void flags();
    void moved_again();
    void bank_conflicts();
    void shared_traffic();
    void global_atomics();
    void shared_atomics();
    void divergence();
    void barriers();
    void parallelism();

private:
    void say(Finding finding, double cycles)
    {
        finding.kernel = k_.kernel;
        finding.seconds = cycles / gpu_.cycles_per_second();
        finding.see = shown_in(finding.rule);
        found_.push_back(std::move(finding));
    }
    void say(Finding finding, const Sum& sum)
    {
        finding.file = sum.worst().file;
        finding.line = sum.worst().line;
        finding.share = sum.share();
        say(std::move(finding), sum.cycles());
    }
    double cycles_of_all() const;
    double other_cycles() const;  // of shared memory and instructions
    double warps_of_block() const { return (k_.block.x * k_.block.y * k_.block.z + 31) / 32; }

    const KernelCounters& k_;
    const Gpu& gpu_;
    std::vector<Finding>& found_;
    double blocks_;
};

// What the kernel's memory requests and steps take together.
double Kernel::cycles_of_all() const
{
    double cycles = double(k_.detail.steps) * kStep +
                    kDeviceSector * double(k_.detail.read_sectors + k_.detail.written_sectors);
    for (const LineCounters& c : k_.lines)
        if (c.space == Space::shared)
            cycles += double(c.wavefronts);
        else if (is_traffic(c))
            cycles += kRequest * double(c.requests) + kSector * double(c.sectors);
    return cycles;
}

double Kernel::other_cycles() const
{
    double cycles = double(k_.detail.steps) * kStep / 2;
    for (const LineCounters& c : k_.lines)
        if (c.space == Space::shared)
            cycles += double(c.ideal_wavefronts);
    return cycles;
}

void Kernel::uncoalesced()
{
    Sum sum;
    for (const LineCounters& c : k_.lines) {
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
    Finding f;
    f.rule = "uncoalesced";
    f.counted = words("%.1f sectors per request", ratio(double(c.sectors), double(c.requests)));
    f.ideal = words("%.1f", ratio(double(c.ideal_sectors), double(c.requests)));
    f.text = words(
        "Uncoalesced %ss: the %.0f active lanes of a warp ask for %.0f bytes, but %s sectors of 32 bytes "
        "move for each "
        "request where %s could hold them.",
        name_of(c.access), ratio(double(c.lanes), double(c.requests)),
        ratio(double(c.lanes), double(c.requests)) * c.bytes,
        words("%.1f", ratio(double(c.sectors), double(c.requests))).c_str(), f.ideal.c_str());
    f.advice =
        "Let adjacent lanes (threadIdx.x) access adjacent elements, from an address that is a multiple of "
        "128 bytes.";
    say(f, sum);
}

void Kernel::small_accesses()
{
    Sum sum;
    bool uniform = false;
    for (const LineCounters& c : k_.lines) {
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
    if (!sum.any() || (!uniform && sum.cycles() < kHidden * other_cycles()))
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
    say(f, sum);
}

// Where registers already serve most operations.
void Kernel::small_shared_accesses()
{
    Sum sum;
    for (const LineCounters& c : k_.lines)
        if (c.space == Space::shared && c.access == Access::load && c.bytes < 16)
            sum.add(c, kSavedByRegisters * double(c.requests) * (1 - c.bytes / 16.0),
                    double(c.requests) * (1 - c.bytes / 16.0), double(c.requests));
    double passes = 0;
    for (const LineCounters& c : k_.lines)
        if (c.space == Space::shared && c.access == Access::load)
            passes += double(c.ideal_wavefronts);
    if (!sum.any() || passes < kFewPasses * double(k_.detail.steps) ||
        passes >= kMostPasses * double(k_.detail.steps))
        return;
    Finding f;
    f.rule = "small_shared_accesses";
    f.counted = words("%d bytes per lane", sum.worst().bytes);
    f.ideal = "16";
    f.text = words(
        "Small accesses of shared memory: a lane's load brings %d bytes, and one instruction can bring 16.",
        sum.worst().bytes);
    f.advice = "Arrange the tile so that a thread's elements are adjacent, and load them as a float4.";
    say(f, sum);
}

// A loop that uses what it loads before it loads more.
void Kernel::one_load_at_a_time()
{
    Sum sum;
    const double warps = double(k_.detail.blocks) * warps_of_block();
    for (const LineCounters& c : k_.lines) {
        if (!is_traffic(c) || c.access != Access::load || c.bytes < 16 || double(c.requests) < 2 * warps ||
            again_share(c) > 0.5 ||
            2 * c.waited > c.batches)  // what goes to shared memory may be copied ahead
            continue;
        const double per_group = ratio(double(c.requests), double(c.batches));
        if (c.batches == 0 || per_group >= 1.5)
            continue;
        sum.add(c, 0.5 * kWait * double(c.batches), 1, 1);
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
    say(f, sum);
    found_.back().share = 0;
}

void Kernel::loaded_again()
{
    double asked = 0, requested = 0;
    for (const LineCounters& c : k_.lines) {
        if (is_traffic(c))
            requested += kRequest * double(c.requests) + kSector * double(c.sectors);
        if (is_traffic(c) && c.access == Access::load)
            asked += std::max(double(c.sectors), double(c.lanes) * c.bytes / 32);
    }
    // What the L1 cache delivers while device memory is busy costs nothing.
    if (requested < kDeviceSector * double(k_.detail.read_sectors + k_.detail.written_sectors))
        return;
    const double between_lines = std::max(0.0, 1 - ratio(double(k_.detail.block_reads), asked));
    Sum sum;
    for (const LineCounters& c : k_.lines) {
        if (!is_traffic(c) || c.access != Access::load)
            continue;
        const double share = std::max(again_share(c), between_lines);
        sum.add(c, share * kSector * double(c.ideal_sectors), share * double(c.sectors), double(c.sectors));
    }
    // The other half of a sector, or a neighbour's element, is no reason for a tile.
    if (!sum.any() || sum.share() < 0.6)
        return;
    const LineCounters& c = sum.worst();
    Finding f;
    f.rule = "loaded_again";
    const double times = 1 / (1 - std::min(0.999, std::max(again_share(c), between_lines)));
    f.counted = words("each byte %.1f times per block", times);
    f.ideal = "1";
    f.text = words(
        "Loaded again: the threads of a block ask for each byte %.1f times, and the caches must deliver it "
        "every time.",
        times);
    f.advice =
        "Let the block load what it shares once, into shared memory or registers; what all lanes read can be "
        "in "
        "constant memory.";
    say(f, sum);
}

void Kernel::flags()
{
    Sum sum;
    for (const LineCounters& c : k_.lines)
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
    const double sectors = double(k_.detail.read_sectors + k_.detail.written_sectors);
    say(f, kPackedSector * f.share * std::min(2 * sum.cycles(), sectors));
}

void Kernel::moved_again()
{
    const double again = double(k_.detail.read_sectors) - double(k_.detail.new_reads) +
                         double(k_.detail.written_sectors) - double(k_.detail.new_writes);
    const double all = double(k_.detail.read_sectors + k_.detail.written_sectors);
    const LineCounters* most = nullptr;
    for (const LineCounters& c : k_.lines)
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
    say(f, (32 * all > gpu_.of(Rate::l2_bytes) ? kDeviceSector : kSector) * again);
}

void Kernel::bank_conflicts()
{
    Sum sum;
    for (const LineCounters& c : k_.lines)
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
        "different "
        "words of one bank.",
        name_of(c.access), words("%.1f", ratio(double(c.wavefronts), double(c.requests))).c_str(),
        f.ideal.c_str());
    f.advice = "Let adjacent lanes access adjacent words, or pad the array's rows by one word.";
    say(f, sum);
}

void Kernel::shared_traffic()
{
    Sum sum;
    double requests = 0, passes_of_all = 0;
    for (const LineCounters& c : k_.lines)
        if (c.space == Space::shared && c.access != Access::atomic) {
            const double passes = double(c.lanes) / 32 * std::max(1.0, c.bytes / 4.0);  // by whole warps
            requests += double(c.requests);
            passes_of_all += std::min(passes, double(c.ideal_wavefronts));
            sum.add(c, kSavedByRegisters * std::min(passes, double(c.ideal_wavefronts)), kSavedByRegisters,
                    1);
        }
    // With fewer passes, registers serve most operations already.
    if (!sum.any() || passes_of_all < kMostPasses * double(k_.detail.steps))
        return;
    double moved = 0;
    for (const LineCounters& c : k_.lines)
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
    say(f, sum);
}

void Kernel::global_atomics()
{
    Sum sum;
    double serial = 0;
    for (const LineCounters& c : k_.lines) {
        if (!is_global(c) || c.access != Access::atomic)
            continue;
        // Seconds that the busiest address takes, as clocks of all multiprocessors.
        const double lanes = std::max(1.0, ratio(double(c.same_address), double(c.requests)));
        const double busy =
            double(c.busiest) * lanes * ratio(1, gpu_.of(Rate::one_address)) * gpu_.cycles_per_second();
        serial += busy;
        sum.add(c, std::max(busy, kAtomicLane * double(c.lanes)), double(c.lanes), double(c.lanes));
    }
    if (!sum.any() || sum.cycles() < 0.5 * cycles_of_all())
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
    say(f, sum);
}

void Kernel::shared_atomics()
{
    Sum sum;
    for (const LineCounters& c : k_.lines)
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
        "request "
        "takes %s wavefronts (up to %.1f lanes at one address).",
        words("%.1f", ratio(double(c.wavefronts), double(c.requests))).c_str(),
        ratio(double(c.same_address), double(c.requests)));
    f.advice =
        "Add up in the warp first (a vote or shuffles), or give each lane a copy of its own, in its own "
        "bank.";
    say(f, sum);
}

void Kernel::divergence()
{
    const double active = ratio(double(k_.detail.lane_steps), double(k_.detail.steps));
    const double idle = 1 - active / 32;
    if (k_.detail.steps == 0 || idle < 0.05)
        return;
    const LineCounters* worst = nullptr;
    const auto missing = [](const LineCounters& c) { return 32 * double(c.requests) - double(c.lanes); };
    for (const LineCounters& c : k_.lines)
        if (!worst || missing(c) > missing(*worst))
            worst = &c;
    // Requests that whole warps would not need.
    double spare = 0;
    for (const LineCounters& c : k_.lines)
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
    say(f, kStep * idle * double(k_.detail.steps) + kRequest * spare);
}

void Kernel::barriers()
{
    const double arrivals = double(k_.detail.arrivals), idle = double(k_.detail.idle_arrivals);
    double requests = 0;
    for (const LineCounters& c : k_.lines)
        requests += double(c.requests);
    Finding f;
    f.file = k_.detail.file;
    f.line = k_.detail.line;
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
            "finish "
            "with shuffles.";
        say(f, kArrival * idle);
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
        say(f, 0.5 * kArrival * arrivals);
    }
}

void Kernel::parallelism()
{
    double requests = 0;
    for (const LineCounters& c : k_.lines)
        if (is_global(c))
            requests += double(c.requests);
    // A small input may not need more blocks; a loop could be shared out to more of them.
    if (blocks_ >= kMultiprocessors || requests < kLoop * double(k_.detail.blocks) * warps_of_block())
        return;
    Finding f;
    f.rule = "parallelism";
    f.share = 1 - blocks_ / gpu_.multiprocessors;
    f.counted = words("%.0f block%s", blocks_, blocks_ == 1 ? "" : "s");
    f.ideal = words("%d or more", gpu_.multiprocessors);
    f.text = words(
        "Too little parallelism: %.0f block%s run%s on as many of the %d multiprocessors of an %s.", blocks_,
        blocks_ == 1 ? "" : "s", blocks_ == 1 ? "s" : "", gpu_.multiprocessors, gpu_.name.c_str());
    f.advice =
        "Launch enough blocks to fill the GPU: one thread per element, or a grid of some blocks per "
        "multiprocessor.";
    say(f, cycles_of_all() * (gpu_.multiprocessors / blocks_ - 1));
}

}  // namespace

void explain_kernel(const KernelCounters& kernel, const Gpu& gpu, std::vector<Finding>& found)
{
    Kernel k(kernel, gpu, found);
    k.uncoalesced();
    k.small_accesses();
    k.small_shared_accesses();
    k.one_load_at_a_time();
    k.loaded_again();
    k.flags();
    k.moved_again();
    k.bank_conflicts();
    k.shared_traffic();
    k.global_atomics();
    k.shared_atomics();
    k.divergence();
    k.barriers();
    k.parallelism();
}

}  // namespace emu

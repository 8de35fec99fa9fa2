#include "counters/launch_counters.h"

#include "counters/detail.h"
#include "counters/site.h"
#include "counters/tensor_counts.h"
#include "cuda_emulator/launch_counters.h"
#include "debug_info/never_destroyed.h"
#include "debug_info/program.h"
#include "state/grid.h"

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace emu {
namespace {

constexpr std::size_t kMostLaunches = 65536;  // kept

struct LaunchRecord {
    KernelCounters counters;  // without lines
    std::vector<SiteCounters> sites;
};

// Never destroyed: static destructors may still launch kernels and take counters.
[[gnu::init_priority(101)]] NeverDestroyed<std::deque<LaunchRecord>> all_launches;
[[gnu::init_priority(101)]] NeverDestroyed<std::vector<LaunchLine>> lines_of_running;  // that have launched
std::deque<LaunchRecord>& launches = all_launches.value;

Access access_of(Operation operation)
{
    return is_atomic(operation) ? Access::atomic : is_load(operation) ? Access::load : Access::store;
}

// Accesses of one kind on one line are added up. The rows are in the order of the source.
std::vector<LineCounters> by_line(const std::vector<SiteCounters>& sites)
{
    static auto& lines = *new std::map<uintptr_t, SourceLine>;
    std::map<std::tuple<std::string, int, Space, Access, unsigned>, LineCounters> rows;
    for (const SiteCounters& site : sites) {
        auto known = lines.find(site.pc);
        if (known == lines.end())
            known = lines.emplace(site.pc, program.line_at(site.pc)).first;
        const SourceLine& place = known->second;
        const Access access = access_of(site.operation);
        LineCounters& row = rows[{place.file, place.line, site.space, access, site.bytes}];
        row.file = place.file;
        row.line = place.line;
        row.space = site.space;
        row.access = access;
        row.bytes = int(site.bytes);
        LineCounters c;
        c.requests = site.requests;
        c.lanes = site.lanes;
        c.sectors = site.sectors;
        c.ideal_sectors = site.ideal_sectors;
        c.wavefronts = site.wavefronts;
        c.ideal_wavefronts = site.ideal_wavefronts;
        c.same_address = site.same_address;
        c.launch_sectors = site.launch_sectors;
        c.block_sectors = site.block_sectors;
        c.block_words = site.block_words;
        c.foreign = site.foreign;
        c.uniform = site.uniform;
        c.gapped = site.gapped;
        c.batches = site.batches;
        c.waited = site.waited;
        c.busiest = site.busiest;
        c.same_values = site.same_values;
        c.value_bits = site.value_bits;
        c.distinct_passes = site.distinct_passes;
        row.add(c);
    }
    std::vector<LineCounters> result;
    for (auto& [key, row] : rows)
        result.push_back(std::move(row));
    return result;
}

void add_launches(std::vector<LaunchLine>& lines, const LaunchLine& more)
{
    const auto row = std::find_if(lines.begin(), lines.end(), [&](const LaunchLine& each) {
        return each.line == more.line && each.file == more.file;
    });
    if (row == lines.end())
        lines.push_back(more);
    else
        row->launches += more.launches;
}

}  // namespace

void count_launch_in_kernel(const char* file, int line)
{
    add_launches(lines_of_running.value, {file, line, 1});
}

bool record_launch()
{
    LaunchRecord record;
    KernelCounters& c = record.counters;
    c.kernel = grid.kernel.name;
    c.grid = grid.size;
    c.block = grid.block_size;
    c.dynamic_shared = grid.dynamic_bytes;
    c.barriers = grid.barriers;
    c.collectives = grid.collectives;
    c.tensor_lines = take_tensor_lines();
    c.warp_steps = grid.warp_steps;
    c.lane_steps = grid.lane_steps;
    c.by_device_code = grid.kernel.line > 0;
    c.launch_lines = std::move(lines_of_running.value);
    lines_of_running.value.clear();
    const bool stored = sites.note_stores();
    record.sites = sites.take_counters();
    if (grid.explain)
        c.detail = end_detail(record.sites);
    if (launches.size() == kMostLaunches)
        launches.pop_front();
    launches.push_back(std::move(record));
    return stored;
}

std::vector<KernelCounters> take_counters()
{
    std::vector<KernelCounters> result;
    for (LaunchRecord& launch : launches) {
        launch.counters.lines = by_line(launch.sites);
        result.push_back(std::move(launch.counters));
    }
    launches.clear();
    forget_detail();
    return result;
}

const char* name_of(Space space)
{
    switch (space) {
        case Space::global:
            return "global";
        case Space::shared:
            return "shared";
        case Space::constant:
            return "constant";
        case Space::module:
            return "module";
        case Space::distributed:
            return "distributed";
        case Space::texture:
            return "texture";
        case Space::surface:
            return "surface";
    }
    return "";
}

const char* name_of(Access access)
{
    return access == Access::load ? "load" : access == Access::store ? "store" : "atomic";
}

void LineCounters::add(const LineCounters& c)
{
    requests += c.requests;
    lanes += c.lanes;
    sectors += c.sectors;
    ideal_sectors += c.ideal_sectors;
    wavefronts += c.wavefronts;
    ideal_wavefronts += c.ideal_wavefronts;
    same_address += c.same_address;
    launch_sectors += c.launch_sectors;
    block_sectors += c.block_sectors;
    block_words += c.block_words;
    foreign += c.foreign;
    uniform += c.uniform;
    gapped += c.gapped;
    batches += c.batches;
    waited += c.waited;
    busiest += c.busiest;
    same_values += c.same_values;
    value_bits |= c.value_bits;
    distinct_passes += c.distinct_passes;
}

void Detail::add(const Detail& d)
{
    if (d.idle_arrivals > idle_arrivals) {
        file = d.file;
        line = d.line;
    }
    blocks += d.blocks;
    widest = std::max(widest, d.widest);
    read_sectors += d.read_sectors;
    written_sectors += d.written_sectors;
    new_reads += d.new_reads;
    new_writes += d.new_writes;
    block_words += d.block_words;
    steps += d.steps;
    lane_steps += d.lane_steps;
    arrivals += d.arrivals;
    idle_arrivals += d.idle_arrivals;
    fills += d.fills;
    block_waits += d.block_waits;
    longest += d.longest;
}

void KernelCounters::add(const KernelCounters& launch)
{
    const auto key = [](const LineCounters& c) {
        return std::tie(c.file, c.line, c.space, c.access, c.bytes);
    };
    for (const LineCounters& c : launch.lines) {
        const auto same = [&](const LineCounters& mine) { return key(mine) == key(c); };
        const auto row = std::find_if(lines.begin(), lines.end(), same);
        if (row != lines.end())
            row->add(c);
        else
            lines.push_back(c);
    }
    const auto earlier = [&](const LineCounters& a, const LineCounters& b) { return key(a) < key(b); };
    std::sort(lines.begin(), lines.end(), earlier);
    for (const LaunchLine& line : launch.launch_lines)
        add_launches(launch_lines, line);
    launches += launch.launches;
    by_device_code += launch.by_device_code;
    barriers += launch.barriers;
    collectives += launch.collectives;
    for (const TensorLine& c : launch.tensor_lines) {
        const auto same = [&](const TensorLine& mine) { return mine.file == c.file && mine.line == c.line; };
        const auto row = std::find_if(tensor_lines.begin(), tensor_lines.end(), same);
        if (row != tensor_lines.end())
            row->instructions += c.instructions;
        else
            tensor_lines.push_back(c);
    }
    warp_steps += launch.warp_steps;
    lane_steps += launch.lane_steps;
    detail.add(launch.detail);
}

uint64_t KernelCounters::tensor_instructions() const
{
    uint64_t sum = 0;
    for (const TensorLine& line : tensor_lines)
        sum += line.instructions;
    return sum;
}

std::vector<KernelCounters> by_kernel(const std::vector<KernelCounters>& launches)
{
    std::vector<KernelCounters> kernels;
    for (const KernelCounters& launch : launches) {
        const auto same = [&](const KernelCounters& k) { return k.kernel == launch.kernel; };
        const auto known = std::find_if(kernels.begin(), kernels.end(), same);
        if (known != kernels.end())
            known->add(launch);
        else
            kernels.push_back(launch);
    }
    return kernels;
}

LineCounters KernelCounters::total(Space space, Access access) const
{
    LineCounters sum;
    sum.space = space;
    sum.access = access;
    for (const LineCounters& line : lines) {
        const bool counts = line.space == space || (space == Space::global && line.space == Space::module);
        if (counts && line.access == access)
            sum.add(line);
    }
    return sum;
}

}  // namespace emu

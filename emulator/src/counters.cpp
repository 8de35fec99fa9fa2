#include "counters.h"

#include "emulator.h"
#include "grid.h"
#include "program.h"
#include "site.h"

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
std::deque<LaunchRecord>& launches = *new std::deque<LaunchRecord>;

Access access_of(Operation operation)
{
    return is_atomic(operation) ? Access::atomic : is_load(operation) ? Access::load : Access::store;
}

void add(LineCounters& sum, const LineCounters& c)
{
    sum.requests += c.requests;
    sum.lanes += c.lanes;
    sum.sectors += c.sectors;
    sum.ideal_sectors += c.ideal_sectors;
    sum.wavefronts += c.wavefronts;
    sum.ideal_wavefronts += c.ideal_wavefronts;
    sum.same_address += c.same_address;
}

// Several accesses of one kind on one line become one row; rows are in the order of the source.
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
        add(row, c);
    }
    std::vector<LineCounters> result;
    for (auto& [key, row] : rows)
        result.push_back(std::move(row));
    return result;
}

}  // namespace

void record_launch()
{
    LaunchRecord record;
    KernelCounters& c = record.counters;
    c.kernel = grid.kernel.name;
    c.grid = grid.size;
    c.block = grid.block_size;
    c.dynamic_shared = grid.dynamic_bytes;
    c.barriers = grid.barriers;
    c.collectives = grid.collectives;
    c.warp_steps = grid.warp_steps;
    c.lane_steps = grid.lane_steps;
    record.sites = sites.take_counters();
    if (launches.size() == kMostLaunches)
        launches.pop_front();
    launches.push_back(std::move(record));
}

std::vector<KernelCounters> take_counters()
{
    std::vector<KernelCounters> result;
    for (LaunchRecord& launch : launches) {
        launch.counters.lines = by_line(launch.sites);
        result.push_back(std::move(launch.counters));
    }
    launches.clear();
    return result;
}

LineCounters KernelCounters::total(Space space, Access access) const
{
    LineCounters sum;
    sum.space = space;
    sum.access = access;
    for (const LineCounters& line : lines) {
        const bool counts = line.space == space || (space == Space::global && line.space == Space::module);
        if (counts && line.access == access)
            add(sum, line);
    }
    return sum;
}

}  // namespace emu

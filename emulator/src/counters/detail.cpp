#include "counters/detail.h"

#include "debug_info/never_destroyed.h"
#include "debug_info/program.h"
#include "state/grid.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

namespace emu {
namespace {

constexpr uintptr_t kSectorsOfPage = 64;

// A set of sectors.
class Sectors {
public:
    // Whether the sector is new.
    bool add(uintptr_t sector)
    {
        uint64_t& page = pages_[sector / kSectorsOfPage];
        const uint64_t bit = uint64_t(1) << sector % kSectorsOfPage, before = page;
        page |= bit;
        return !(before & bit);
    }
    bool has(uintptr_t sector) const
    {
        const auto page = pages_.find(sector / kSectorsOfPage);
        return page != pages_.end() && page->second >> sector % kSectorsOfPage & 1;
    }
    void clear() { pages_.clear(); }

private:
    std::unordered_map<uintptr_t, uint64_t> pages_;
};

// The sectors of one line of the code.
class SectorsOfLine {
public:
    void add(uintptr_t sector, uint64_t block)
    {
        Page& page = pages_[sector / kSectorsOfPage];
        const uint64_t bit = uint64_t(1) << sector % kSectorsOfPage;
        if (page.block != block) {
            page.block = block;
            page.of_block = 0;
        }
        of_launch += !(page.of_launch & bit);
        of_blocks += !(page.of_block & bit);
        page.of_launch |= bit;
        page.of_block |= bit;
    }

    uint64_t of_launch = 0, of_blocks = 0;  // different ones

private:
    struct Page {
        uint64_t of_launch = 0, of_block = 0, block = 0;
    };
    std::unordered_map<uintptr_t, Page> pages_;
};

struct SiteDetail {
    SectorsOfLine sectors;
    std::unordered_map<uintptr_t, uint64_t> addresses;  // of atomics: requests to each
    uint64_t uniform = 0, batches = 0, waited = 0, distinct_passes = 0, value_bits = 0;
};

// What a warp has done since a barrier, and the loads that nothing has followed yet.
struct WarpDetail {
    bool active = false;
    uint64_t last_load = 0;  // the site's key; 0: the last access was none
};

struct Arrivals {
    uint64_t all = 0, idle = 0;
};

struct AllocatingLine {
    uint64_t last_launch = 0, times = 0;  // after a launch since the last time
};

struct Details {
    std::unordered_map<uint64_t, SiteDetail> sites;  // by Site::key
    std::unordered_map<uint64_t, WarpDetail> warps;  // by block and warp
    std::map<std::pair<std::string, int>, Arrivals> barriers;
    std::map<std::pair<std::string, int>, AllocatingLine> allocations;
    uint64_t launches = 0;
    std::unordered_map<uintptr_t, bool> own_code;  // whether a place is the program's own
    SectorsOfLine reads;                           // of all lines
    Sectors read, written;                         // in this launch
    Sectors ever_read, ever_written;               // since forget_detail()
    Detail launch;
};
[[gnu::init_priority(101)]] NeverDestroyed<Details> the_details;
Details& details = the_details.value;

WarpDetail& detail_of(uint64_t block, int warp)
{
    return details.warps[block * (kMaxThreads / kLanes) + uint64_t(warp)];
}

bool is_global(Space space)
{
    return space == Space::global || space == Space::module;
}

// Of 16 bytes, all bits: no flags.
uint64_t value_at(uintptr_t address, unsigned bytes)
{
    uint64_t value = 0;
    if (bytes > sizeof value)
        return ~value;
    std::memcpy(&value, reinterpret_cast<const void*>(address), bytes);
    return value;
}

void note_sectors(SiteDetail& detail, const Warp& warp, uint32_t lanes, const SiteCounters& c)
{
    const bool reads = !is_store(c.operation), writes = !is_load(c.operation);
    if (is_load(c.operation))
        for (uint32_t rest = lanes; rest; rest &= rest - 1)
            detail.value_bits |= value_at(warp.address[__builtin_ctz(rest)], c.bytes);
    uintptr_t last = 0;
    for (; lanes; lanes &= lanes - 1) {
        const uintptr_t address = warp.address[__builtin_ctz(lanes)];
        for (uintptr_t sector = address / 32; sector <= (address + c.bytes - 1) / 32; ++sector) {
            if (sector == last)
                continue;
            last = sector;
            detail.sectors.add(sector, grid.block->number);
            if (is_load(c.operation))
                details.reads.add(sector, grid.block->number);
            if (reads && details.read.add(sector)) {
                ++details.launch.read_sectors;
                details.launch.new_reads +=
                    details.ever_read.add(sector) && !details.ever_written.has(sector);
            }
            if (writes && details.written.add(sector)) {
                ++details.launch.written_sectors;
                details.launch.new_writes += details.ever_written.add(sector);
            }
        }
    }
}

// The warp's groups of loads end at any other access.
void note_batches(WarpDetail& warp, const Site& site, SiteDetail& detail)
{
    const bool load = is_global(site.count.space) && is_load(site.count.operation);
    if (load) {
        detail.batches += warp.last_load == 0;
        warp.last_load = warp.last_load ? warp.last_load : site.key;
        return;
    }
    if (warp.last_load && site.count.space == Space::shared && is_store(site.count.operation))
        ++details.sites[warp.last_load].waited;
    if (site.count.space != Space::constant)
        warp.last_load = 0;
}

uint64_t distinct_passes(const Warp& warp, uint32_t lanes)
{
    uintptr_t words[kLanes];
    int n = 0;
    for (; lanes; lanes &= lanes - 1)
        words[n++] = warp.address[__builtin_ctz(lanes)] >> 2;
    std::sort(words, words + n);
    n = int(std::unique(words, words + n) - words);
    uint64_t of_bank[32] = {}, most = 0;
    for (int i = 0; i < n; ++i)
        most = std::max(most, ++of_bank[words[i] % 32]);
    return most;
}

void note_atomics(SiteDetail& detail, const Warp& warp, uint32_t lanes, const SiteCounters& c)
{
    if (c.space == Space::shared) {
        detail.distinct_passes += distinct_passes(warp, lanes);
        return;
    }
    uintptr_t last = 0;
    for (; lanes; lanes &= lanes - 1) {
        const uintptr_t address = warp.address[__builtin_ctz(lanes)];
        if (address != last)
            ++detail.addresses[address];
        last = address;
    }
}

}  // namespace

void begin_detail()
{
    details.sites.clear();
    details.warps.clear();
    details.barriers.clear();
    details.reads = {};
    details.read.clear();
    details.written.clear();
    details.launch = {};
}

void note_detail(const Site& site, const Warp& warp, uint32_t lanes)
{
    const SiteCounters& c = site.count;
    SiteDetail& detail = details.sites[site.key];
    const uintptr_t first = warp.address[__builtin_ctz(lanes)];
    bool uniform = (lanes & (lanes - 1)) != 0;
    for (uint32_t rest = lanes; rest && uniform; rest &= rest - 1)
        uniform = warp.address[__builtin_ctz(rest)] == first;
    detail.uniform += uniform;
    WarpDetail& of_warp = detail_of(grid.block->number, warp.index);
    if (c.space != Space::constant)
        of_warp.active = true;
    note_batches(of_warp, site, detail);
    if (is_global(c.space))
        note_sectors(detail, warp, lanes, c);
    if (is_atomic(c.operation))
        note_atomics(detail, warp, lanes, c);
}

void note_step(uintptr_t pc, unsigned lanes)
{
    const auto [known, is_new] = details.own_code.try_emplace(pc);
    if (is_new)
        known->second = !Program::is_own_header(program.frames_at(pc).front().place.file);
    if (!known->second)
        return;
    ++details.launch.steps;
    details.launch.lane_steps += lanes;
}

void note_allocation(const SourceLine& line)
{
    AllocatingLine& allocations = details.allocations[{line.file, line.line}];
    allocations.times += allocations.times == 0 || allocations.last_launch < details.launches;
    allocations.last_launch = details.launches;
}

RepeatedAllocation take_repeated_allocation()
{
    RepeatedAllocation most;
    for (const auto& [place, line] : details.allocations)
        if (line.times > most.times)
            most = {place.first, place.second, line.times};
    details.allocations.clear();
    return most;
}

void note_barrier(const Block& block, const Place& place)
{
    Arrivals& arrivals = details.barriers[{place.file ? place.file : "", place.line}];
    for (int i = 0; i < block.warp_count; ++i) {
        if (!block.warps[i].live)
            continue;
        WarpDetail& warp = detail_of(block.number, i);
        ++arrivals.all;
        arrivals.idle += !warp.active;
        warp = {};
    }
}

Detail end_detail(std::vector<SiteCounters>& sites)
{
    for (SiteCounters& c : sites) {
        const auto found = details.sites.find(SiteTable::key_of(c.pc, c.space, c.operation, c.bytes));
        if (found == details.sites.end())
            continue;
        const SiteDetail& detail = found->second;
        c.launch_sectors = detail.sectors.of_launch;
        c.block_sectors = detail.sectors.of_blocks;
        c.uniform = detail.uniform;
        c.batches = detail.batches;
        c.waited = detail.waited;
        c.value_bits = detail.value_bits;
        c.distinct_passes = detail.distinct_passes;
        for (const auto& [address, requests] : detail.addresses)
            c.busiest = std::max(c.busiest, requests);
    }
    Detail& launch = details.launch;
    ++details.launches;
    launch.block_reads = details.reads.of_blocks;
    launch.blocks = launch.widest = grid.blocks;
    uint64_t most = 0;
    for (const auto& [place, arrivals] : details.barriers) {
        launch.arrivals += arrivals.all;
        launch.idle_arrivals += arrivals.idle;
        if (launch.line == 0 || arrivals.idle > most) {
            most = arrivals.idle;
            launch.file = place.first;
            launch.line = place.second;
        }
    }
    return launch;
}

void forget_detail()
{
    details.ever_read.clear();
    details.ever_written.clear();
}

}  // namespace emu

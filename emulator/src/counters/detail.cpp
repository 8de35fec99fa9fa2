#include "counters/detail.h"

#include "counters/allocations.h"
#include "counters/detail_types.h"
#include "counters/traffic.h"
#include "debug_info/never_destroyed.h"
#include "debug_info/program.h"
#include "state/grid.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace emu {
namespace {

[[gnu::init_priority(101)]] NeverDestroyed<Details> the_details;
Details& details = the_details.value;

WarpDetail& detail_of(uint64_t block, int warp)
{
    return details.warps[block * (kMaxThreads / kLanes) + uint64_t(warp)];
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

void note_values(SiteDetail& detail, const Warp& warp, uint32_t lanes, unsigned bytes)
{
    const uint64_t all_ones = bytes < 8 ? (uint64_t(1) << 8 * bytes) - 1 : ~uint64_t(0);
    for (; lanes; lanes &= lanes - 1) {
        const uint64_t value = value_at(warp.address[__builtin_ctz(lanes)], bytes);
        detail.value_bits |= value;
        if (bytes == 4 || bytes == 8) {
            detail.zeros += value == 0;
            detail.ones += value == all_ones;
        }
    }
}

void note_sectors(SiteDetail& detail, const Warp& warp, uint32_t lanes, const SiteCounters& c)
{
    const bool reads = !is_store(c.operation), writes = !is_load(c.operation);
    uintptr_t last = 0;
    for (; lanes; lanes &= lanes - 1) {
        const uintptr_t address = warp.address[__builtin_ctz(lanes)];
        for (uintptr_t sector = address / 32; sector <= (address + c.bytes - 1) / 32; ++sector) {
            if (sector == last)
                continue;
            last = sector;
            detail.sectors.add(sector, grid.block->number);
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

// Of loads, the words. A load is foreign if a volatile one finds what another block has stored since the grid's last
// barrier: then the block may have waited for the other one.
void note_words(SiteDetail& detail, const Warp& warp, uint32_t lanes, const SiteCounters& c)
{
    const uint64_t block = grid.block->number;
    if (details.writers_since != grid.start_stamp) {
        details.writers_since = grid.start_stamp;
        details.writers.clear();
    }
    for (; lanes; lanes &= lanes - 1) {
        const uintptr_t address = warp.address[__builtin_ctz(lanes)];
        bool foreign = is_volatile(c.operation);
        for (uintptr_t word = address / 4; word <= (address + c.bytes - 1) / 4; ++word) {
            if (is_store(c.operation)) {
                details.writers.note(word, block);
            } else {
                detail.words.add(word, block);
                details.words.add(word, block);
                foreign = foreign && details.writers.is_foreign(word, block);
            }
        }
        if (is_load(c.operation) && foreign) {
            ++detail.foreign;
            details.blocks[block].waits = true;
        }
    }
}

// Lane i accesses element i, counted from the first active lane, and lanes between active ones are idle.
bool has_gaps(const Warp& warp, uint32_t lanes, unsigned bytes)
{
    const int first = __builtin_ctz(lanes);
    const uint32_t from_first = lanes >> first;
    if ((from_first & (from_first + 1)) == 0)
        return false;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        if (warp.address[lane] != warp.address[first] + unsigned(lane - first) * bytes)
            return false;
    }
    return true;
}

bool copies_asynchronously(uintptr_t pc)
{
    const auto [known, is_new] = details.copying.try_emplace(pc);
    if (is_new)
        known->second =
            program.is_in_header(pc, "cuda_pipeline.h") || program.is_in_header(pc, "memcpy_async.h");
    return known->second;
}

bool same_line(uintptr_t a, uintptr_t b)
{
    const auto line_at = [](uintptr_t pc) {
        const auto [known, is_new] = details.lines.try_emplace(pc);
        if (is_new)
            known->second = program.line_at(pc).line;
        return known->second;
    };
    return line_at(a) == line_at(b);
}

// What the warp has loaded goes to shared memory at once.
void note_filling(WarpDetail& warp, SiteDetail& load, uintptr_t pc)
{
    ++load.waited;
    if (copies_asynchronously(pc))
        details.blocks[grid.block->number].copies = true;
    else
        warp.fills = true;
}

// The warp's groups of loads end at any other access. Of the copy of a struct, the compiler may announce the store first.
void note_batches(WarpDetail& warp, const Site& site, SiteDetail& detail)
{
    const uintptr_t pc = site.count.pc, last_store = warp.last_store;
    if (site.count.space == Space::constant)
        return;
    warp.last_store = 0;
    if (is_global(site.count.space) && is_load(site.count.operation)) {
        ++warp.loads;
        detail.batches += warp.last_load == 0;
        warp.last_load = warp.last_load ? warp.last_load : site.key;
        if (last_store && same_line(last_store, pc)) {
            note_filling(warp, detail, pc);
            warp.last_load = 0;
        }
        return;
    }
    if (site.count.space == Space::shared && is_store(site.count.operation)) {
        if (warp.last_load)
            note_filling(warp, details.sites[warp.last_load], pc);
        warp.last_store = pc;
    }
    warp.last_load = 0;
}

void note_atomics(SiteDetail& detail, const Warp& warp, uint32_t lanes, const SiteCounters& c)
{
    if (is_shared(c.space)) {
        detail.distinct_passes += distinct_passes(warp.address, lanes);
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

// The block has come to a barrier, or to its end.
void end_interval(BlockDetail& block)
{
    if (!block.waits)
        return;
    details.launch.block_waits += !block.copies;
    block = {};
}

}  // namespace

void begin_detail()
{
    details.sites.clear();
    details.warps.clear();
    details.blocks.clear();
    details.barriers.clear();
    details.words = {};
    details.writers.clear();
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
    if (is_global(c.space)) {
        detail.gapped += has_gaps(warp, lanes, c.bytes);
        note_sectors(detail, warp, lanes, c);
        if (is_load(c.operation))
            note_values(detail, warp, lanes, c.bytes);
        if (!is_atomic(c.operation))
            note_words(detail, warp, lanes, c);
    }
    if (is_atomic(c.operation))
        note_atomics(detail, warp, lanes, c);
}

void note_other_access(const Warp& warp)
{
    detail_of(grid.block->number, warp.index).active = true;
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

void note_barrier(const Block& block, const Place& place)
{
    Arrivals& arrivals = details.barriers[{place.file ? place.file : "", place.line}];
    for (int i = 0; i < block.warp_count; ++i) {
        if (!block.warps[i].live)
            continue;
        WarpDetail& warp = detail_of(block.number, i);
        ++arrivals.all;
        arrivals.idle += !warp.active;
        details.launch.fills += warp.fills;
        warp.active = warp.fills = false;
        warp.last_load = warp.last_store = 0;
    }
    end_interval(details.blocks[block.number]);
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
        c.block_words = detail.words.of_blocks;
        c.foreign = detail.foreign;
        c.uniform = detail.uniform;
        c.gapped = detail.gapped;
        c.batches = detail.batches;
        c.waited = detail.waited;
        c.same_values = std::max(detail.zeros, detail.ones);
        c.value_bits = detail.value_bits;
        c.distinct_passes = detail.distinct_passes;
        for (const auto& [address, requests] : detail.addresses)
            c.busiest = std::max(c.busiest, requests);
    }
    Detail& launch = details.launch;
    note_launch();
    launch.block_words = details.words.of_blocks;
    for (auto& [number, block] : details.blocks)
        end_interval(block);
    for (const auto& [number, warp] : details.warps)
        launch.longest = std::max(launch.longest, warp.loads);
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

#include "execution/issue.h"

#include "checks/access_log.h"
#include "checks/address_checks.h"
#include "checks/byte_fills.h"
#include "checks/distributed.h"
#include "checks/early_reads.h"
#include "checks/plain_accesses.h"
#include "checks/race.h"
#include "checks/static_shared.h"
#include "checks/unset_variables.h"
#include "checks/unwritten.h"
#include "counters/detail.h"
#include "counters/links.h"
#include "counters/shape.h"
#include "counters/site.h"
#include "debug_info/program.h"
#include "execution/lanes.h"
#include "execution/served_calls.h"
#include "machine/machine.h"
#include "memory/clock.h"
#include "memory/device_memory.h"
#include "state/grid.h"
#include "trace/trace.h"

namespace emu {
namespace {

// The kind of memory that a range of addresses belongs to.
struct Target {
    Space space = Space::global;
    Shadow* shadow = nullptr;  // constants have none
    bool known = false;        // false: not device memory, or more than one kind
};

Target target_of(uintptr_t low, uintptr_t high)
{
    Block& block = *grid.block;
    if (device_memory.contains(low, high))
        return {Space::global, &device_memory.shadow, true};
    if (block.dynamic_shared.contains(low, high)) {
        block.dynamic_high = high > block.dynamic_high ? high : block.dynamic_high;
        return {Space::shared, &block.dynamic_shared, true};
    }
    if (block.static_shared.contains(low, high)) {
        grid.static_low = low < grid.static_low ? low : grid.static_low;
        grid.static_high = high > grid.static_high ? high : grid.static_high;
        return {Space::shared, &block.static_shared, true};
    }
    if (device_memory.variables.contains(low, high)) {
        if (program.is_constant(low, high))
            return {Space::constant, nullptr, true};
        return {Space::module, &device_memory.variables, !program.may_hold_constants(low, high)};
    }
    if (program.contains(low, high))
        return {Space::constant, nullptr, true};  // literals and constant tables
    if (Shadow* remote = block.cluster ? find_remote(low, high) : nullptr)
        return {Space::distributed, remote, true};
    return {};
}

// The arguments of the launch, which each thread copies from the host's stack.
bool is_argument(uintptr_t address, unsigned bytes)
{
    const auto low = reinterpret_cast<uintptr_t>(grid.kernel.arguments);
    return address >= low && address + bytes <= low + grid.kernel.arguments_size;
}

void count(Site& site, const Warp& warp, Shape& shape)
{
    SiteCounters& c = site.count;
    const uintptr_t base = warp.address[__builtin_ctz(shape.lanes)];
    if (shape.site != site.key || (base - shape.base) % traffic_period(c.space) != 0) {
        shape.traffic = count_traffic(c.space, c.operation, warp.address, shape.lanes, c.bytes);
        shape.site = site.key;
        shape.base = base;
    }
    ++c.requests;
    c.lanes += unsigned(__builtin_popcount(shape.lanes));
    c.sectors += shape.traffic.sectors;
    c.ideal_sectors += shape.traffic.ideal_sectors;
    c.wavefronts += shape.traffic.wavefronts;
    c.ideal_wavefronts += shape.traffic.ideal_wavefronts;
    c.same_address += shape.traffic.same_address;
}

// The value in memory, folded to 32 bits; of a value of 16 bytes, the first 8.
uint32_t value_at(uintptr_t address, unsigned bytes)
{
    uint64_t value = 0;
    __builtin_memcpy(&value, reinterpret_cast<const void*>(address), bytes < 4 ? bytes : bytes < 8 ? 4 : 8);
    return uint32_t(value ^ value >> 32);
}

// A warp whose loads and atomics find only what they have found before is waiting for other warps.
void note_progress(Site& site, Warp& warp, uint32_t lanes)
{
    const uintptr_t address = warp.address[__builtin_ctz(lanes)];
    if (is_store(site.count.operation)) {
        grid.idle_requests = 0;
        grid.progress = true;
        warp.tries &= ~lanes;
        return;
    }
    uint32_t value = value_at(address, site.count.bytes);
    if (is_atomic(site.count.operation))  // each lane may change something
        for (uint32_t rest = lanes & (lanes - 1); rest; rest &= rest - 1)
            value = value * 31 + value_at(warp.address[__builtin_ctz(rest)], site.count.bytes);
    if (site.turn == grid.turn && site.last_address == address && site.last_value == value) {
        ++grid.idle_requests;
        grid.idle_address = address;
        if (is_atomic(site.count.operation)) {
            warp.tries |= lanes;
            warp.tries_at = site.count.pc;
        }
        return;
    }
    if (site.turn == grid.turn)
        warp.tries &= ~lanes;
    grid.idle_requests = 0;
    // In a new turn each load is repeated once. That alone is not progress.
    grid.progress |= site.turn == grid.turn || site.last_value != value;
    site.turn = grid.turn;
    site.last_address = address;
    site.last_value = value;
}

uint32_t lanes_below(const Warp& warp, uint32_t lanes, uintptr_t limit)
{
    uint32_t below = 0;
    for (; lanes; lanes &= lanes - 1)
        below |= uint32_t(warp.address[__builtin_ctz(lanes)] < limit) << __builtin_ctz(lanes);
    return below;
}

void check_initialisation(Warp& warp, uint32_t lanes, const Site& site, Shadow& shadow)
{
    const unsigned bytes = site.count.bytes;
    const Operation operation = site.count.operation;
    if (any_early_read && is_store(operation) && site.count.space == Space::shared)
        find_early_reads(warp, lanes, site);
    if (is_store(operation) || operation == Operation::atomic_store) {
        for (; lanes; lanes &= lanes - 1)
            shadow.mark_written(warp.address[__builtin_ctz(lanes)], bytes);
        return;
    }
    for (; lanes; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        if (!shadow.is_written(warp.address[lane], bytes) && !is_padding(shadow, warp.address[lane], bytes)) {
            report_uninitialised(warp, lane, site);
            shadow.mark_written(warp.address[lane], bytes);  // once is enough
        }
    }
}

// What few launches need.
void look_closer(const Site& site, const Warp& warp, uint32_t lanes)
{
    if (grid.has_peers) {
        note_for_peers(site, warp, lanes);
        find_unset_variable(site, warp, lanes);
    }
    find_filled(site, warp, lanes);
}

Issued issue_to(const Target& target, Warp& warp, Shape& shape)
{
    uint32_t lanes = shape.lanes;
    const int first = __builtin_ctz(lanes);
    const Operation operation = operation_of(warp.access[first]);
    const unsigned bytes = bytes_of(warp.access[first]);
    const uintptr_t pc = pc_of(warp.position[first]);
    const Space space = target.space;
    Site& site = sites.find(pc, space, operation, bytes);
    if (site.count.requests == 0 && target.shadow == &grid.block->static_shared &&
        !fits_static_shared(pc, warp.index, first))
        return {0, 0, space};
    const uintptr_t base = warp.address[first], low = base + shape.lowest,
                    high = base + shape.highest + bytes;
    site.low = low < site.low ? low : site.low;
    site.high = high > site.high ? high : site.high;
    site.stamp = now;
    if (grid.check_races)
        access_log.note(site, warp, lanes, low, high);
    count(site, warp, shape);
    if (grid.looks_closer)
        look_closer(site, warp, lanes);
    if (grid.trace)
        trace_request(site, warp, shape);

    bool good = ((base | shape.all_bits) & (bytes - 1)) == 0;
    if (space == Space::global)
        good &= low >= site.allocation_low && high <= site.allocation_high;
    else if (target.shadow == &grid.block->dynamic_shared)
        good &= high <= target.shadow->low + grid.dynamic_bytes;
    else if (space == Space::distributed)
        good = false;  // always looked at
    else if (space == Space::constant)
        good &= is_load(operation);
    if (!good) {
        lanes = check_addresses(warp, lanes, site);
        if (lanes == 0)
            return {0, 0, space};
    }
    grid.steps = 0;
    note_progress(site, warp, lanes);
    if (grid.explain)
        note_detail(site, warp, lanes);

    Issued issued{lanes, 0, space};
    if (!target.shadow)
        return issued;
    // Module memory is zero-initialised, and the host may write to managed memory unseen.
    const bool check_written = grid.check_initialised && space != Space::module;
    const bool managed = space == Space::global && high > device_memory.managed.low();
    Request rest{warp, lanes, operation, bytes, pc, space, *target.shadow};
    if (grid.check_races && !managed)
        rest.lanes = record_plain(rest, check_written);
    if (rest.lanes && check_written)
        check_initialisation(
            warp, managed ? lanes_below(warp, rest.lanes, device_memory.managed.low()) : rest.lanes, site,
            *target.shadow);
    if (rest.lanes && grid.check_races) {
        if (warp.doubtful & rest.lanes)
            settle_doubtful_reads(warp, rest.lanes, operation);
        issued.racing_stores = check_races(rest);
    }
    if (grid.check_races && operation == Operation::store && space != Space::shared)
        warp.fenced &= ~lanes;
    if (space == Space::distributed)
        note_remote_access(warp, lanes);
    return issued;
}

// The lanes access memory of several kinds, or memory that is not the device's: each kind is a request of its
// own.
Issued issue_apart(Warp& warp, uint32_t lanes)
{
    Issued all{0, 0, Space::global};
    while (lanes) {
        const int first = __builtin_ctz(lanes);
        const unsigned bytes = bytes_of(warp.access[first]);
        const Target target = target_of(warp.address[first], warp.address[first] + bytes);
        uint32_t same = 0;
        for (uint32_t rest = lanes; rest; rest &= rest - 1) {
            const int lane = __builtin_ctz(rest);
            const Target other = target_of(warp.address[lane], warp.address[lane] + bytes);
            if (other.known == target.known && other.space == target.space && other.shadow == target.shadow)
                same |= 1u << lane;
        }
        lanes &= ~same;
        if (target.known) {
            const Issued issued = issue_to(target, warp, find_shape(warp, same, pc_of(warp.position[first])));
            all.lanes |= issued.lanes;
            all.racing_stores |= issued.racing_stores;
            all.space = issued.space;
        } else if (is_argument(warp.address[first], bytes)) {
            all.lanes |= same;  // a class with a copy constructor, which is instrumented, passed by value
        } else {
            report_wild_accesses(warp, same);
        }
    }
    return all;
}

}  // namespace

Issued issue(Warp& warp, uint32_t lanes)
{
    const int first = __builtin_ctz(lanes);
    const Operation operation = operation_of(warp.access[first]);
    if (operation == Operation::basic_block) {
        if (grid.count_divergence) {
            const unsigned active = unsigned(__builtin_popcount(lanes));
            ++grid.warp_steps;
            ++grid.steps;
            grid.lane_steps += active;
            if (grid.explain)
                note_step(pc_of(warp.position[first]), active);
            if (grid.trace)
                trace_basic_block(warp, lanes, pc_of(warp.position[first]));
        } else {
            grid.steps += kUncountedBlocks;
        }
        return {lanes, 0, Space::global};
    }
    if (operation == Operation::active_mask) {
        for (uint32_t rest = lanes; rest; rest &= rest - 1)
            warp.collective[__builtin_ctz(rest)].value = lanes;
        return {lanes, 0, Space::global};
    }
    if (operation == Operation::failure) {
        for (uint32_t rest = lanes; rest; rest &= rest - 1) {
            const auto* failure = reinterpret_cast<const Failure*>(warp.address[__builtin_ctz(rest)]);
            failure->report(*failure, warp.index, __builtin_ctz(rest));
        }
        return {0, 0, Space::global};
    }
    if (operation == Operation::served_call)
        return {reinterpret_cast<const ServedCall*>(warp.address[first])->serve(warp, lanes), 0,
                Space::global};
    const unsigned bytes = bytes_of(warp.access[first]);
    if (bytes == kGuardBytes && program.is_guard(warp.address[first]))
        return {lanes, 0, Space::shared};
    Shape& shape = find_shape(warp, lanes, pc_of(warp.position[first]));
    const uintptr_t base = warp.address[first];
    const Target target = target_of(base + shape.lowest, base + shape.highest + bytes);
    return target.known ? issue_to(target, warp, shape) : issue_apart(warp, lanes);
}

}  // namespace emu

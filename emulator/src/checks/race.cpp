#include "checks/race.h"

#include "checks/distributed.h"
#include "checks/race_order.h"
#include "checks/race_report.h"
#include "checks/stream_order.h"
#include "debug_info/program.h"
#include "memory/clock.h"
#include "state/cluster.h"
#include "state/grid.h"

namespace emu {
namespace {

// Plain accesses between the read that begins an atomicCAS loop and the atomicCAS, at most.
constexpr int kBeforeSwap = 8;

// Atomic and volatile accesses do not race, with one exception: lanes of one warp may not rely on the order
// of volatile accesses to shared memory, since a warp need not run in lockstep.
bool is_exempt(const Request& request, uint32_t me, uint32_t other)
{
    const bool other_atomic = other & who::kAtomic, other_volatile = other & who::kVolatile;
    const bool atomic = is_atomic(request.operation), is_vol = is_volatile(request.operation);
    if (!(other_atomic || other_volatile) || !(atomic || is_vol))
        return false;
    const bool same_warp =
        who::block(other) == who::block(me) && who::thread(other) / kLanes == who::thread(me) / kLanes;
    return !(other_volatile && is_vol && request.space == Space::shared && same_warp);
}

Earlier writer_of(const Cell& cell)
{
    return {cell.writer, cell.write_stamp(), true};
}

Earlier reader_of(const Cell& cell)
{
    return {cell.reader, cell.read_stamp, false};
}

// Whether the last write of the cell is by a lane that comes before this one in the same request.
bool is_by_earlier_lane(const Request& request, const Cell& cell, int lane, uint32_t me)
{
    const uint32_t other = who::thread(cell.writer) % kLanes, below = (1u << lane) - 1;
    return who::level(cell.writer) == 0 && cell.write_stamp() == now && !((cell.writer ^ me) & who::kBlock) &&
           who::thread(cell.writer) / kLanes == who::thread(me) / kLanes &&
           (request.lanes & below) >> other & 1 &&
           request.warp.address[other] < request.warp.address[lane] + request.bytes &&
           request.warp.address[lane] < request.warp.address[other] + request.bytes;
}

bool overlaps(uint32_t a, uint32_t b)
{
    return a & b & who::kBytes;
}

void report_doubtful(const Warp& warp, int lane)
{
    const DoubtfulRead& read = warp.doubtful_read[lane];
    const bool global = !grid.block->static_shared.contains(read.address, read.address) &&
                        !grid.block->dynamic_shared.contains(read.address, read.address) &&
                        !remote_owner(read.address);
    report_race(global ? Space::global : Space::shared, Hazard::read_after_write,
                {read.pc, read.address, read.bytes, warp.index, lane}, read.writer);
}

void check_read(const Request& request, Cell& cell, int lane, uintptr_t address, uint32_t me, uint32_t how)
{
    Warp& warp = request.warp;
    const uint32_t writer = cell.writer;
    if (is_volatile(request.operation) && (writer & who::kReleased) &&
        cell.write_stamp() >= grid.start_stamp) {
        if (warp.acquired[lane] < cell.write_stamp())
            warp.acquired[lane] = cell.write_stamp();
        grid.block->any_acquired = true;
    }
    if (!overlaps(how, writer) || is_exempt(request, me, writer) ||
        is_ordered(warp, lane, me, cell.write_stamp(), writer, who::level(writer) > 0))
        return;
    if ((writer & who::kAtomic) && request.operation == Operation::load) {
        const uintptr_t first = warp.address[lane];  // a read of 8 bytes has two cells
        if (warp.doubtful >> lane & 1) {
            if (warp.doubtful_read[lane].address == first)
                return;
            report_doubtful(warp, lane);
        }
        warp.doubtful |= 1u << lane;
        warp.doubtful_read[lane] = {first, request.pc, writer_of(cell), request.bytes};
        return;
    }
    report_race(request.space, Hazard::read_after_write,
                {request.pc, address, request.bytes, warp.index, lane}, writer_of(cell));
}

// Returns whether there is an unordered store by another thread.
bool check_write(const Request& request, Cell& cell, int lane, uintptr_t address, uint32_t me, uint32_t how,
                 uint32_t oldest)
{
    const Warp& warp = request.warp;
    if (cell.read_stamp >= oldest && overlaps(how, cell.reader) && !is_atomic(request.operation) &&
        !is_exempt(request, me, cell.reader) &&
        !is_ordered(warp, lane, me, cell.read_stamp, cell.reader, cell.reader & who::kPartial))
        report_race(request.space, Hazard::write_after_read,
                    {request.pc, address, request.bytes, warp.index, lane}, reader_of(cell));
    const uint32_t writer = cell.writer;
    return cell.write_stamp() >= oldest && overlaps(how, writer) && !is_exempt(request, me, writer) &&
           !is_ordered(warp, lane, me, cell.write_stamp(), writer, who::level(writer) > 0);
}

void record_write(Cell& cell, uint32_t me, uint32_t how, uint32_t oldest)
{
    const uint32_t before = cell.writer;
    const bool partial = (how & who::kBytes) != who::kBytes;
    if (partial && cell.write_stamp() >= oldest && ((before ^ me) & who::kIdentity) &&
        !overlaps(before, how)) {
        cell.writer = (before & ~who::kLevel) | level_of(before, me) << who::kLevelShift | how;
    } else {
        const bool same = cell.write_stamp() >= oldest && !((before ^ me) & who::kIdentity);
        cell.writer = me | how | (same ? before & who::kBytes : 0);
    }
    cell.set_write_stamp(now);
}

// A _block atomic on what another block has changed.
void check_scope(const Request& request, const Cell& cell, int lane, uint32_t me, uint32_t oldest)
{
    const uint32_t writer = cell.writer;
    if (cell.write_stamp() < oldest || (who::level(writer) < 3 && who::block(writer) == who::block(me)) ||
        is_ordered(request.warp, lane, me, cell.write_stamp(), writer, false))
        return;
    const SourceLine place = program.line_at(request.pc);
    report_at("Race: a _block atomic on memory that another block changes", place.file.c_str(), place.line,
              request.warp.index, lane,
              "It is atomic only among the threads of its own block.\n"
              "Use the function without _block, as in atomicAdd().");
}

void check_atomic(const Request& request, Cell& cell, int lane, uintptr_t address, uint32_t me, uint32_t how,
                  uint32_t oldest)
{
    Warp& warp = request.warp;
    bool released = (cell.writer & who::kReleased) && cell.write_stamp() >= grid.start_stamp;
    if (released) {  // acquire
        if (warp.acquired[lane] < cell.write_stamp())
            warp.acquired[lane] = cell.write_stamp();
        grid.block->any_acquired = true;
    }
    if (check_write(request, cell, lane, address, me, how, oldest))
        report_race(request.space, Hazard::write_after_write,
                    {request.pc, address, request.bytes, warp.index, lane}, writer_of(cell));
    if (warp.block_scope >> lane & 1) {
        check_scope(request, cell, lane, me, oldest);
        warp.block_scope &= ~(1u << lane);
    }
    if (warp.fenced >> lane & 1) {
        release(me);
        released = true;
    }
    // Do not overwrite the record of the thread's own plain store that no barrier has ordered: it still races
    // with other threads' atomics.
    const bool hides_store =
        !released && cell.write_stamp() >= oldest && cell.write_stamp() >= grid.block->barrier_stamp &&
        !((cell.writer ^ me) & who::kIdentity) && !(cell.writer & (who::kAtomic | who::kVolatile));
    if (!hides_store)
        record_write(cell, me, how | (released ? who::kReleased : 0), grid.start_stamp);
}

// The bytes that an access covers in the word at `address`, as bits of a Cell.
uint32_t covered(uintptr_t address, unsigned bytes)
{
    return bytes >= 4 ? who::kBytes : ((1u << bytes) - 1) << (address & 3) << who::kBytesShift;
}

}  // namespace

uint32_t check_races(const Request& request)
{
    Warp& warp = request.warp;
    const uint32_t first = first_of(warp);
    const unsigned bytes = request.bytes;
    const uint32_t oldest = oldest_unordered(request.space);
    const uint32_t flags = is_atomic(request.operation)     ? who::kAtomic
                           : is_volatile(request.operation) ? who::kVolatile
                                                            : 0;
    uint32_t racing_stores = has_unordered && !is_shared(request.space) ? check_stream_order(request) : 0;
    for (uint32_t rest = request.lanes; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        const uint32_t me = first + uint32_t(lane);
        const uintptr_t address = warp.address[lane];
        const uint32_t how = flags | covered(address, bytes);
        for (uintptr_t word = address; word < address + bytes; word += 4) {
            Cell& cell = request.shadow.cell(word);
            if (is_load(request.operation)) {
                if (cell.write_stamp() >= oldest && ((cell.writer ^ me) & who::kIdentity))
                    check_read(request, cell, lane, address, me, how);
                const uint32_t read = how | (bytes < 4 ? who::kPartial : 0);
                if (cell.read_stamp < oldest) {
                    cell.reader = me | read;
                    cell.read_stamp = now;
                } else if (!((cell.reader ^ me) & who::kIdentity)) {
                    cell.reader |= read & (who::kBytes | who::kPartial);
                    cell.reader &= flags | ~who::kVolatile;
                    cell.read_stamp = now;
                } else {
                    merge_read(cell, warp, lane, me, read);
                }
            } else if (is_atomic(request.operation)) {
                check_atomic(request, cell, lane, address, me, how, oldest);
            } else {
                if ((cell.write_stamp() >= oldest && ((cell.writer ^ me) & who::kIdentity)) ||
                    (cell.read_stamp >= oldest && ((cell.reader ^ me) & who::kIdentity))) {
                    if (check_write(request, cell, lane, address, me, how, oldest)) {
                        racing_stores |= 1u << lane;
                        warp.earlier_writer[lane] = writer_of(cell);
                        warp.earlier_writer[lane].in_same_request =
                            is_by_earlier_lane(request, cell, lane, me);
                    }
                }
                uint32_t released = 0;
                if (flags && (warp.fenced >> lane & 1)) {
                    release(me);
                    released = who::kReleased;
                }
                record_write(cell, me, how | released, oldest);
            }
        }
    }
    return racing_stores;
}

void settle_doubtful_reads(Warp& warp, uint32_t lanes, Operation next)
{
    for (uint32_t rest = warp.doubtful & lanes; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        DoubtfulRead& read = warp.doubtful_read[lane];
        const bool plain = next == Operation::load || next == Operation::store;
        if (plain && warp.address[lane] != read.address && ++read.accesses_since <= kBeforeSwap)
            continue;
        warp.doubtful &= ~(1u << lane);
        if (next != Operation::compare_and_swap || warp.address[lane] != read.address)
            report_doubtful(warp, lane);
    }
}

void forget_releases()
{
    if (any_release)
        for (Release& r : releases)
            r = {};
    any_release = false;
}

}  // namespace emu

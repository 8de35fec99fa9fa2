#include "checks/stream_order.h"

#include "checks/relatives.h"
#include "checks/reports.h"
#include "checks/unwritten.h"
#include "debug_info/program.h"
#include "memory/clock.h"
#include "memory/device_memory.h"
#include "memory/host_guards.h"
#include "state/grid.h"
#include "state/one_at_a_time.h"

#include <algorithm>
#include <string_view>

namespace emu {
namespace {

std::string verb(bool writes)
{
    return writes ? "writes" : "reads";
}

std::string verb_of(const QueuedOperation& operation, bool writes)
{
    return operation.name == std::string_view("cudaFreeAsync") ? "frees" : verb(writes);
}

// `earlier` and the running operation touch the same memory. pc: of the kernel's access; 0: none.
void report_operations(const QueuedOperation& earlier, bool earlier_writes, bool writes, uintptr_t address,
                       uintptr_t pc)
{
    const QueuedOperation& now_running = all_queued().back();
    // A kernel that reads and writes the same element makes one mistake.
    if (!is_first_race(earlier, now_running))
        return;
    // Looked up only for what is reported: all elements of an array may race.
    const SourceLine launch = now_running.calls.line();
    const SourceLine access = pc ? program.line_at(pc) : SourceLine();
    std::string details =
        "both touch " + element_of_array(address) + "\n" + text_of(earlier) + " " + verb(earlier_writes) +
        " it, queued at " + file_and_line(earlier.calls.line()) + "\n" + text_of(now_running) + " " +
        verb_of(now_running, writes) + " it" + (access.file.empty() ? "" : " at " + file_and_line(access)) +
        ", queued at " + file_and_line(launch) +
        "\nThey are in different streams, and neither waits for the other. Put both into one "
        "stream, or\nlet the second stream wait: cudaEventRecord() in the first, "
        "cudaStreamWaitEvent() in the second.";
    report_host("Race between streams: " + text_of(now_running) + " " + verb_of(now_running, writes) +
                    " what " + text_of(earlier) + " may still be " + (earlier_writes ? "writing" : "reading"),
                launch.file, launch.line, details);
}

void report_host_access(const QueuedOperation& other, bool other_writes, bool writes, uintptr_t address,
                        const SourceLine& place)
{
    report_host(
        std::string("Race with the host: it ") + verb(writes) + " what " + text_of(other) + " may still be " +
            (other_writes ? "writing" : "reading"),
        place.file, place.line,
        "both touch " + element_of_array(address) + "\n" + text_of(other) + " " + verb(other_writes) +
            " it, queued at " + file_and_line(other.calls.line()) +
            "\nThe host has not waited for it. Before this line, call cudaStreamSynchronize() for its "
            "stream, or\ncudaDeviceSynchronize().");
    // It has been said; the access itself is now let through.
    host_guards.remove_if([](const HostGuard&) { return true; });
}

// The running operation reads or writes memory: looks for the others that do.
void check_range(uintptr_t address, std::size_t bytes, bool writes)
{
    const Shadow& shadow = device_memory.shadow;
    const uintptr_t end = address + bytes;
    for (uintptr_t at = address & ~uintptr_t(3); at < end; at += 4) {
        const Cell& cell = shadow.cell(at);
        const uintptr_t low = std::max(at, address);
        const uint32_t mine = who::bytes_of_word(at, address, end);
        if (const QueuedOperation* other =
                cell.writer & mine ? unordered(cell.write_stamp(), running_order()) : nullptr)
            return report_operations(*other, true, writes, low, 0);
        if (const QueuedOperation* other =
                writes && (cell.reader & mine) ? unordered(cell.read_stamp, running_order()) : nullptr)
            return report_operations(*other, false, writes, low, 0);
    }
    if (!writes)
        return;
    if (const CopyRead* other = copy_read(address, end, running_order()))
        report_operations(other->by, false, writes, std::max(address, other->range.low), 0);
}

}  // namespace

void operation_reads(uintptr_t address, std::size_t bytes)
{
    if (bytes > 0 && running_relative() >= 0 && device_memory.contains(address, address + bytes))
        relative_reads(address, bytes);
    if (!runs_operation() || bytes == 0 || !device_memory.contains(address, address + bytes))
        return;
    if (has_unordered)
        check_range(address, bytes, false);
    note_copy_read(address, address + bytes);
    host_guards.add(address, address + bytes, true, all_queued().back().queue, all_queued().back().number);
}

void operation_writes(uintptr_t address, std::size_t bytes)
{
    if (bytes > 0 && running_relative() >= 0 && device_memory.contains(address, address + bytes))
        relative_writes(address, bytes);
    if (!runs_operation() || bytes == 0 || !device_memory.contains(address, address + bytes))
        return;
    if (has_unordered)
        check_range(address, bytes, true);
    const uintptr_t end = address + bytes;
    for (uintptr_t at = address & ~uintptr_t(3); at < end; at += 4) {
        Cell& cell = device_memory.shadow.cell(at);
        const uint32_t mine = who::bytes_of_word(at, address, end);
        const bool same = cell.write_stamp() >= all_queued().back().stamp;
        cell.writer = who::kLevel | mine | (same ? cell.writer & who::kBytes : 0);
        cell.set_write_stamp(now);
    }
    host_guards.add(address, end, false, all_queued().back().queue, all_queued().back().number);
}

uint32_t check_stream_order(const Request& request)
{
    const bool writes = !is_load(request.operation);
    const bool relaxed = is_atomic(request.operation) || is_volatile(request.operation);
    const uint32_t stores_of_relatives = has_relatives ? check_relatives(request) : 0;
    if (request.space != Space::global || all_queued().empty())
        return stores_of_relatives;
    uint32_t stores = 0;
    for (uint32_t rest = request.lanes; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        const uintptr_t address = request.warp.address[lane], end = address + request.bytes;
        for (uintptr_t at = address & ~uintptr_t(3); at < end; at += 4) {
            const Cell& cell = request.shadow.cell(at);
            const uintptr_t low = std::max(at, address), high = std::min(at + 4, end);
            const uint32_t mine = who::bytes_of_word(at, address, end);
            const auto exempt = [&](uint32_t other) {
                return relaxed && (other & (who::kAtomic | who::kVolatile));
            };
            const auto report = [&](const QueuedOperation& other, bool other_writes) {
                report_operations(other, other_writes, writes, low, request.pc);
            };
            if (cell.write_stamp() < grid.start_stamp && (cell.writer & mine) && !exempt(cell.writer))
                if (const QueuedOperation* other = unordered(cell.write_stamp(), running_order())) {
                    if (request.operation == Operation::store)
                        stores |= 1u << lane;
                    else
                        report(*other, true);
                }
            if (!writes)
                continue;
            if (cell.read_stamp < grid.start_stamp && (cell.reader & mine) && !exempt(cell.reader))
                if (const QueuedOperation* other = unordered(cell.read_stamp, running_order()))
                    report(*other, false);
            if (const CopyRead* other = copy_read(low, high, running_order()))
                report(other->by, false);
        }
        if (stores >> lane & 1)
            request.warp.earlier_writer[lane] = {kUnorderedStore};
    }
    return stores | stores_of_relatives;
}

void report_unordered_store(const AccessPoint& point)
{
    // The kernel's own record has replaced the earlier one: names the last operation that is not ordered.
    for (auto other = all_queued().rbegin(); other != all_queued().rend(); ++other)
        if (!running_order().includes(other->queue, other->number)) {
            report_operations(*other, true, true, point.address, point.pc);
            return;
        }
}

void host_access(uintptr_t address, std::size_t bytes, bool writes, bool is_volatile, uintptr_t pc)
{
    if (bytes == 0 || !device_memory.managed.contains(address))
        return;
    // If another thread is in a call, this one may be what its kernel waits for.
    const std::unique_lock lock(one_thread_of_the_host, std::try_to_lock);
    if (!lock)
        return;
    const auto report = [&](const QueuedOperation& other, bool other_writes, uintptr_t where) {
        report_host_access(other, other_writes, writes, where, program.line_at(pc));
    };
    const uintptr_t end = address + bytes;
    for (uintptr_t at = address & ~uintptr_t(3); at < end; at += 4) {
        const Cell& cell = device_memory.shadow.cell(at);
        const uintptr_t low = std::max(at, address), high = std::min(at + 4, end);
        const uint32_t mine = who::bytes_of_word(at, address, end);
        if (const QueuedOperation* other =
                cell.writer & mine ? unordered(cell.write_stamp(), host_order()) : nullptr) {
            // The host may wait for a flag that a kernel sets.
            if (!(is_volatile && (cell.writer & (who::kVolatile | who::kAtomic))))
                return report(*other, true, low);
            Progress until;
            until.add(other->queue, other->number);
            return host_has_waited_for(until);
        }
        if (!writes || is_volatile)
            continue;
        if (const QueuedOperation* other =
                cell.reader & mine ? unordered(cell.read_stamp, host_order()) : nullptr)
            return report(*other, false, low);
        if (const CopyRead* other = copy_read(low, high, host_order()))
            return report(other->by, false, low);
    }
}

bool host_touches_guarded(uintptr_t address, bool writes, const SourceLine& place)
{
    const HostGuard* guard = host_guards.at(address);
    if (!guard)
        return false;
    const bool copy_writes = !guard->readable;
    for (const QueuedOperation& each : all_queued())
        if (each.queue == guard->queue && each.number == guard->number) {
            report_host_access(each, copy_writes, writes, address, place);
            return true;
        }
    host_guards.remove_if([](const HostGuard&) { return true; });
    return true;
}

}  // namespace emu

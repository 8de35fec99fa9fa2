#include "checks/stream_order.h"

#include "checks/relatives.h"
#include "checks/reports.h"
#include "checks/unwritten.h"
#include "debug_info/never_destroyed.h"
#include "debug_info/program.h"
#include "memory/clock.h"
#include "memory/device_memory.h"
#include "memory/host_guards.h"
#include "state/grid.h"
#include "state/one_at_a_time.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace emu {

bool has_unordered = false;
bool host_may_race = false;

namespace {

struct Range {
    uintptr_t low = 0, high = 0;

    bool overlaps(uintptr_t from, uintptr_t to) const { return from < high && low < to; }
};

struct QueuedOperation {
    uint32_t stamp;  // all stamps from this one to the next operation's are its own
    int queue;
    uint64_t number;  // in the queue
    const char* name;
    bool is_kernel;
    HostCalls calls;
};

// What a copy reads. The shadow forgets a read when the next one comes.
struct CopyRead {
    Range range;
    QueuedOperation by;
};

constexpr std::size_t kMostOperations = 1 << 14;  // more than this, and the oldest count as done

struct Order {
    std::vector<QueuedOperation> operations;  // sorted by stamp
    std::vector<CopyRead> copy_reads;         // of which the host has not waited for
    Progress host, running, all;
    std::set<std::pair<uint32_t, uint32_t>> reported_pairs;  // by their stamps
};
[[gnu::init_priority(101)]] NeverDestroyed<Order> the_order;
auto& operations = the_order.value.operations;
auto& copy_reads = the_order.value.copy_reads;
Progress &host = the_order.value.host, &running_order = the_order.value.running, &all = the_order.value.all;
auto& reported_pairs = the_order.value.reported_pairs;
bool watching = false, running = false;
int host_functions = 0;  // that run

// The operation that a stamp belongs to, or nullptr if it is done for sure.
const QueuedOperation* operation_of(uint32_t stamp)
{
    const auto after =
        std::upper_bound(operations.begin(), operations.end(), stamp,
                         [](uint32_t s, const QueuedOperation& each) { return s < each.stamp; });
    return after == operations.begin() ? nullptr : &*std::prev(after);
}

// The operation that a stamp belongs to, if `order` does not include it.
const QueuedOperation* unordered(uint32_t stamp, const Progress& order)
{
    const QueuedOperation* found =
        operations.empty() || stamp < operations.front().stamp ? nullptr : operation_of(stamp);
    return found && !order.includes(found->queue, found->number) ? found : nullptr;
}

bool is_done(const QueuedOperation& each)
{
    return host.includes(each.queue, each.number);
}

void drop_done()
{
    std::erase_if(copy_reads, [](const CopyRead& each) { return is_done(each.by); });
    if (host.includes(all)) {
        reported_pairs.clear();
        operations.clear();
        return;
    }
    // Stamps are looked up by the operation that they follow: only the first ones can go.
    const auto first = std::find_if_not(operations.begin(), operations.end(), is_done);
    if (first - operations.begin() > long(operations.size() / 2))
        operations.erase(operations.begin(), first);
    if (operations.size() >= kMostOperations) {
        operations.erase(operations.begin(), operations.begin() + long(kMostOperations / 2));
        std::erase_if(copy_reads,
                      [](const CopyRead& each) { return each.by.stamp < operations.front().stamp; });
    }
}

// A copy that reads there and that `order` does not include.
const CopyRead* copy_read(uintptr_t low, uintptr_t high, const Progress& order)
{
    for (const CopyRead& each : copy_reads)
        if (each.range.overlaps(low, high) && !order.includes(each.by.queue, each.by.number))
            return &each;
    return nullptr;
}

void look_at_host()
{
    host_may_race =
        watching && host_functions == 0 && device_memory.managed.in_use() > 0 && !host.includes(all);
}

std::string text_of(const QueuedOperation& operation)
{
    return (operation.is_kernel ? "the kernel " : "") + std::string(operation.name);
}

std::string queued_at(const QueuedOperation& operation)
{
    return text_of(operation) + ", queued at " + file_and_line(operation.calls.line());
}

// Of the word at `at`, the bytes that lie in [low, high), as a cell has them.
uint32_t bytes_of_word(uintptr_t at, uintptr_t low, uintptr_t high)
{
    low = std::max(at, low), high = std::min(at + 4, high);
    return ((1u << (high - low)) - 1) << (low - at) << who::kBytesShift;
}

std::string verb(bool writes)
{
    return writes ? "writes" : "reads";
}

std::string verb_of(const QueuedOperation& operation, bool writes)
{
    return operation.name == std::string_view("cudaFreeAsync") ? "frees" : verb(writes);
}

// `earlier` and the running operation touch the same memory. line: of the kernel's access; 0: none.
void report_operations(const QueuedOperation& earlier, bool earlier_writes, bool writes, uintptr_t address,
                       const SourceLine& access)
{
    const QueuedOperation& now_running = operations.back();
    // A kernel that reads and writes the same element makes one mistake.
    if (!reported_pairs.insert({earlier.stamp, now_running.stamp}).second)
        return;
    const SourceLine launch = now_running.calls.line();
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
        const uint32_t mine = bytes_of_word(at, address, end);
        if (const QueuedOperation* other =
                cell.writer & mine ? unordered(cell.write_stamp(), running_order) : nullptr)
            return report_operations(*other, true, writes, low, {});
        if (const QueuedOperation* other =
                writes && (cell.reader & mine) ? unordered(cell.read_stamp, running_order) : nullptr)
            return report_operations(*other, false, writes, low, {});
    }
    if (!writes)
        return;
    if (const CopyRead* other = copy_read(address, end, running_order))
        report_operations(other->by, false, writes, std::max(address, other->range.low), {});
}

}  // namespace

const Progress& host_order()
{
    return host;
}

const Progress& all_operations()
{
    return all;
}

void host_has_waited_for(const Progress& order)
{
    host.join(order);
    host_guards.remove_if([](const HostGuard& each) { return host.includes(each.queue, each.number); });
    drop_done();
    look_at_host();
}

void begin_operation(const char* name, bool is_kernel, int queue, const Progress& order)
{
    if (watching) {
        drop_done();
        has_unordered = !order.includes(all);
        running_order = order;
        running = true;
        operations.push_back({next_stamp(), queue, order.last(queue), name, is_kernel, host_calls()});
    }
    all.join(order);
    look_at_host();
}

void end_operation()
{
    running = has_unordered = false;
}

void operation_reads(uintptr_t address, std::size_t bytes)
{
    if (bytes > 0 && running_relative() >= 0 && device_memory.contains(address, address + bytes))
        relative_reads(address, bytes);
    if (!running || bytes == 0 || !device_memory.contains(address, address + bytes))
        return;
    if (has_unordered)
        check_range(address, bytes, false);
    if (!copy_reads.empty() && copy_reads.back().by.stamp == operations.back().stamp &&
        copy_reads.back().range.high == address)
        copy_reads.back().range.high = address + bytes;
    else
        copy_reads.push_back({{address, address + bytes}, operations.back()});
    host_guards.add(address, address + bytes, true, operations.back().queue, operations.back().number);
}

void operation_writes(uintptr_t address, std::size_t bytes)
{
    if (bytes > 0 && running_relative() >= 0 && device_memory.contains(address, address + bytes))
        relative_writes(address, bytes);
    if (!running || bytes == 0 || !device_memory.contains(address, address + bytes))
        return;
    if (has_unordered)
        check_range(address, bytes, true);
    const uintptr_t end = address + bytes;
    for (uintptr_t at = address & ~uintptr_t(3); at < end; at += 4) {
        Cell& cell = device_memory.shadow.cell(at);
        const uint32_t mine = bytes_of_word(at, address, end);
        const bool same = cell.write_stamp() >= operations.back().stamp;
        cell.writer = who::kLevel | mine | (same ? cell.writer & who::kBytes : 0);
        cell.set_write_stamp(now);
    }
    host_guards.add(address, end, false, operations.back().queue, operations.back().number);
}

uint32_t check_stream_order(const Request& request)
{
    const bool writes = !is_load(request.operation);
    const bool relaxed = is_atomic(request.operation) || is_volatile(request.operation);
    const uint32_t stores_of_relatives = has_relatives ? check_relatives(request) : 0;
    if (request.space != Space::global || operations.empty())
        return stores_of_relatives;
    uint32_t stores = 0;
    for (uint32_t rest = request.lanes; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        const uintptr_t address = request.warp.address[lane], end = address + request.bytes;
        for (uintptr_t at = address & ~uintptr_t(3); at < end; at += 4) {
            const Cell& cell = request.shadow.cell(at);
            const uintptr_t low = std::max(at, address), high = std::min(at + 4, end);
            const uint32_t mine = bytes_of_word(at, address, end);
            const auto exempt = [&](uint32_t other) {
                return relaxed && (other & (who::kAtomic | who::kVolatile));
            };
            const auto report = [&](const QueuedOperation& other, bool other_writes) {
                report_operations(other, other_writes, writes, low, program.line_at(request.pc));
            };
            if (cell.write_stamp() < grid.start_stamp && (cell.writer & mine) && !exempt(cell.writer))
                if (const QueuedOperation* other = unordered(cell.write_stamp(), running_order)) {
                    if (request.operation == Operation::store)
                        stores |= 1u << lane;
                    else
                        report(*other, true);
                }
            if (!writes)
                continue;
            if (cell.read_stamp < grid.start_stamp && (cell.reader & mine) && !exempt(cell.reader))
                if (const QueuedOperation* other = unordered(cell.read_stamp, running_order))
                    report(*other, false);
            if (const CopyRead* other = copy_read(low, high, running_order))
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
    for (auto other = operations.rbegin(); other != operations.rend(); ++other)
        if (!running_order.includes(other->queue, other->number)) {
            report_operations(*other, true, true, point.address, program.line_at(point.pc));
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
        const uint32_t mine = bytes_of_word(at, address, end);
        if (const QueuedOperation* other =
                cell.writer & mine ? unordered(cell.write_stamp(), host) : nullptr) {
            // The host may wait for a flag that a kernel sets.
            if (!(is_volatile && (cell.writer & (who::kVolatile | who::kAtomic))))
                return report(*other, true, low);
            Progress until;
            until.add(other->queue, other->number);
            return host_has_waited_for(until);
        }
        if (!writes || is_volatile)
            continue;
        if (const QueuedOperation* other = cell.reader & mine ? unordered(cell.read_stamp, host) : nullptr)
            return report(*other, false, low);
        if (const CopyRead* other = copy_read(low, high, host))
            return report(other->by, false, low);
    }
}

bool host_touches_guarded(uintptr_t address, bool writes, const SourceLine& place)
{
    const HostGuard* guard = host_guards.at(address);
    if (!guard)
        return false;
    const bool copy_writes = !guard->readable;
    for (const QueuedOperation& each : operations)
        if (each.queue == guard->queue && each.number == guard->number) {
            report_host_access(each, copy_writes, writes, address, place);
            return true;
        }
    host_guards.remove_if([](const HostGuard&) { return true; });
    return true;
}

std::string first_outside(const Progress& order)
{
    for (const QueuedOperation& each : operations)
        if (!order.includes(each.queue, each.number) && !host.includes(each.queue, each.number))
            return queued_at(each);
    return "";
}

void watch_stream_order()
{
    watching = true;
    look_at_host();
}

HostFunctionOfStream::HostFunctionOfStream(const Progress& earlier) : earlier_(earlier)
{
    ++host_functions;
    host_guards.open();
    look_at_host();
}

HostFunctionOfStream::~HostFunctionOfStream()
{
    --host_functions;
    host_guards.close();
    // The function may have told the host so, by a variable or a condition variable.
    host_has_waited_for(running ? Progress(running_order) : earlier_);
}

void forget_operations()
{
    // What runs goes on; its stamps begin with the clock.
    if (operations.empty())
        return;
    operations.erase(operations.begin(), operations.end() - 1);
    operations.back().stamp = 0;
    copy_reads.clear();
    reported_pairs.clear();
    has_unordered = false;
}

}  // namespace emu

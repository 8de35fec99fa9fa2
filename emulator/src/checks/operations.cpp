#include "checks/operations.h"

#include "checks/reports.h"
#include "debug_info/never_destroyed.h"
#include "memory/clock.h"
#include "memory/device_memory.h"
#include "memory/host_guards.h"

#include <algorithm>
#include <set>
#include <utility>

namespace emu {

bool has_unordered = false;
bool host_may_race = false;

namespace {

constexpr std::size_t kMostOperations = 1 << 14;  // more than this, and the oldest count as done

struct OrderOfOperations {
    std::vector<QueuedOperation> operations;  // sorted by stamp
    std::vector<CopyRead> reads_by_copies;    // of which the host has not waited for
    Progress host, running, all;
    std::set<std::pair<uint32_t, uint32_t>> reported_pairs;  // by their stamps
};
[[gnu::init_priority(101)]] NeverDestroyed<OrderOfOperations> the_order;
auto& operations = the_order.value.operations;
auto& reads_by_copies = the_order.value.reads_by_copies;
Progress &host = the_order.value.host, &order_of_running = the_order.value.running,
         &all = the_order.value.all;
auto& reported_pairs = the_order.value.reported_pairs;
bool watching = false, running = false;
int host_functions = 0;  // that run

// The operation that a stamp belongs to, or nullptr if it is done for sure.
const QueuedOperation* operation_at(uint32_t stamp)
{
    const auto after =
        std::upper_bound(operations.begin(), operations.end(), stamp,
                         [](uint32_t s, const QueuedOperation& each) { return s < each.stamp; });
    return after == operations.begin() ? nullptr : &*std::prev(after);
}

bool is_done(const QueuedOperation& each)
{
    return host.includes(each.queue, each.number);
}

void drop_done()
{
    std::erase_if(reads_by_copies, [](const CopyRead& each) { return is_done(each.by); });
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
        std::erase_if(reads_by_copies,
                      [](const CopyRead& each) { return each.by.stamp < operations.front().stamp; });
    }
}

void look_at_host()
{
    host_may_race =
        watching && host_functions == 0 && device_memory.managed.in_use() > 0 && !host.includes(all);
}

}  // namespace

const QueuedOperation* unordered(uint32_t stamp, const Progress& order)
{
    const QueuedOperation* found =
        operations.empty() || stamp < operations.front().stamp ? nullptr : operation_at(stamp);
    return found && !order.includes(found->queue, found->number) ? found : nullptr;
}

const CopyRead* copy_read(uintptr_t low, uintptr_t high, const Progress& order)
{
    for (const CopyRead& each : reads_by_copies)
        if (each.range.overlaps(low, high) && !order.includes(each.by.queue, each.by.number))
            return &each;
    return nullptr;
}

std::string text_of(const QueuedOperation& operation)
{
    return (operation.is_kernel ? "the kernel " : "") + std::string(operation.name);
}

bool runs_operation()
{
    return running;
}

const Progress& running_order()
{
    return order_of_running;
}

const std::vector<QueuedOperation>& all_queued()
{
    return operations;
}

void note_copy_read(uintptr_t low, uintptr_t high)
{
    if (!reads_by_copies.empty() && reads_by_copies.back().by.stamp == operations.back().stamp &&
        reads_by_copies.back().range.high == low)
        reads_by_copies.back().range.high = high;
    else
        reads_by_copies.push_back({{low, high}, operations.back()});
}

bool is_first_race(const QueuedOperation& earlier, const QueuedOperation& later)
{
    return reported_pairs.insert({earlier.stamp, later.stamp}).second;
}

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
        order_of_running = order;
        running = true;
        operations.push_back({next_stamp(), queue, order.last(queue), name, is_kernel, host_calls()});
    }
    all.join(order);
    look_at_host();
}

void rename_operation(const char* pointer, const char* kernel)
{
    if (running && operations.back().name == pointer)  // else a kernel that it launched
        operations.back().name = kernel;
}

void end_operation()
{
    running = has_unordered = false;
}

std::string first_outside(const Progress& order)
{
    for (const QueuedOperation& each : operations)
        if (!order.includes(each.queue, each.number) && !host.includes(each.queue, each.number))
            return text_of(each) + ", queued at " + short_file_and_line(each.calls.line());
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
    host_has_waited_for(running ? Progress(order_of_running) : earlier_);
}

void forget_operations()
{
    // What runs goes on; its stamps begin with the clock.
    if (operations.empty())
        return;
    operations.erase(operations.begin(), operations.end() - 1);
    operations.back().stamp = 0;
    reads_by_copies.clear();
    reported_pairs.clear();
    has_unordered = false;
}

}  // namespace emu

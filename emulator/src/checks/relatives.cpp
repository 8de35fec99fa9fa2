#include "checks/relatives.h"

#include "checks/reports.h"
#include "checks/stream_order.h"
#include "checks/unwritten.h"
#include "debug_info/never_destroyed.h"
#include "debug_info/program.h"
#include "memory/clock.h"
#include "memory/device_memory.h"
#include "state/grid.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace emu {

bool has_relatives = false;

namespace {

// What a copy reads: the shadow forgets a read when the next one comes.
struct ReadOfMember {
    uintptr_t low, high;
    int by;
};

struct Family {
    std::vector<Relative> members;  // in the order of their stamps; parents come before their children
    std::vector<ReadOfMember> copy_reads;
    std::set<std::tuple<std::string, std::string, int>> reported;  // names, and the line of the access
};
[[gnu::init_priority(101)]] NeverDestroyed<Family> the_family;
auto& members = the_family.value.members;
auto& copy_reads = the_family.value.copy_reads;
auto& reported = the_family.value.reported;

int running_member()
{
    return int(members.size()) - 1;
}

// The member whose accesses have this stamp; -1: older than all.
int member_of(uint32_t stamp)
{
    const auto after = std::upper_bound(members.begin(), members.end(), stamp,
                                        [](uint32_t s, const Relative& each) { return s < each.stamp; });
    return int(after - members.begin()) - 1;
}

// Whether an access of the parent comes before the launch.
bool is_before(const LaunchPoint& launch, uint32_t stamp, uint32_t access)
{
    if (stamp < launch.acquired)
        return true;
    if (who::level(access) == 3 || who::block(access) != who::block(launch.who))
        return false;
    if (stamp < launch.barrier_stamp)
        return true;
    const bool same_warp = who::thread(access) / kLanes == who::thread(launch.who) / kLanes;
    if (who::level(access) <= 1 && same_warp && stamp < launch.sync_stamp)
        return true;
    return who::level(access) == 0 && who::thread(access) == who::thread(launch.who) && stamp < launch.stamp;
}

// Two different members that have the same parent, or their ancestors that do; -1: one of the two is the other's
// ancestor.
struct Siblings {
    int earlier = -1, later = -1;
};

Siblings siblings_of(int earlier, int later)
{
    Siblings found;
    while (earlier != later) {
        int& last = earlier > later ? earlier : later;
        (earlier > later ? found.earlier : found.later) = last;
        last = members[std::size_t(last)].parent;
    }
    return found;
}

// Whether the running member comes after an access of an earlier one.
bool is_ordered(int earlier, uint32_t stamp, uint32_t access)
{
    const Siblings siblings = siblings_of(earlier, running_member());
    if (siblings.later < 0)
        return true;
    const Relative& later = members[std::size_t(siblings.later)];
    if (later.tail)
        return true;
    if (siblings.earlier < 0)
        return is_before(later.point, stamp, access);
    const Relative& other = members[std::size_t(siblings.earlier)];
    if (later.node >= 0)
        return later.before[std::size_t(other.node)];
    return later.queue != 0 && later.queue == other.queue;
}

// The earlier member whose access with this stamp nothing orders; -1: there is none.
int unordered_member(uint32_t stamp, uint32_t access)
{
    if (members.empty() || stamp < members.front().stamp || stamp >= members.back().stamp)
        return -1;
    const int found = member_of(stamp);
    return is_ordered(found, stamp, access) ? -1 : found;
}

int unordered_copy(uintptr_t low, uintptr_t high)
{
    for (const ReadOfMember& each : copy_reads)
        if (each.by != running_member() && each.low < high && low < each.high &&
            !is_ordered(each.by, members[std::size_t(each.by)].stamp, who::kLevel))
            return each.by;
    return -1;
}

const char* advice_for(int earlier)
{
    const Siblings siblings = siblings_of(earlier, running_member());
    if (members[std::size_t(siblings.later)].node >= 0)
        return "No path of edges leads from one node of the graph to the other: add a dependency.";
    if (siblings.earlier < 0)
        return "A child grid comes after what its launching thread has done before the launch, and nothing "
               "else "
               "of its\nparent: __syncthreads() before the launch adds what the block has done. After the "
               "launch "
               "the parent\nmust not touch what the child does. cudaStreamTailLaunch starts the child when "
               "its "
               "parent has ended.";
    return "Nothing orders the two grids: launch both into one stream of one block, or the second into\n"
           "cudaStreamTailLaunch.";
}

std::string memory_at(uintptr_t address)
{
    return device_memory.contains(address) ? element_of_array(address) : "a __device__ variable";
}

// line: of the running grid's access; 0: a copy or fill.
void report(int earlier, bool earlier_writes, bool writes, uintptr_t address, const SourceLine& access)
{
    const Relative& other = members[std::size_t(earlier)];
    const Relative& mine = members.back();
    if (!reported.insert({other.name, mine.name, access.line ? access.line : mine.launched.line}).second)
        return;
    const auto verb = [](bool w) { return w ? "writes" : "reads"; };
    const auto ending = [](bool w) { return w ? "writing" : "reading"; };
    const auto started = [](const Relative& each) {
        return each.launched.file.empty() ? "" : ", started at " + file_and_line(each.launched);
    };
    const SourceLine& place = access.file.empty() ? mine.launched : access;
    report_host((mine.node >= 0 ? "Race between nodes of a graph: " : "Race between grids: ") + mine.name +
                    " " + verb(writes) + " what " + other.name + " may still be " + ending(earlier_writes),
                place.file, place.line,
                "both touch " + memory_at(address) + "\n" + other.name + started(other) + ", " +
                    verb(earlier_writes) + " it\n" + mine.name + started(mine) + ", " + verb(writes) +
                    " it\n" + advice_for(earlier));
}

// One word of a lane's access. Returns whether it stores where an unordered relative has stored.
bool check_word(const Request& request, const Cell& cell, uintptr_t at, uintptr_t address, uintptr_t end)
{
    const bool writes = !is_load(request.operation);
    const bool relaxed = is_atomic(request.operation) || is_volatile(request.operation);
    const uint32_t mine = who::bytes_of_word(at, address, end);
    const uintptr_t low = std::max(at, address);
    const auto counts = [&](uint32_t other) {
        return (other & mine) && !(relaxed && (other & (who::kAtomic | who::kVolatile)));
    };
    bool stores = false;
    if (counts(cell.writer))
        if (const int other = unordered_member(cell.write_stamp(), cell.writer); other >= 0) {
            stores = request.operation == Operation::store;
            if (!stores)
                report(other, true, writes, low, program.line_at(request.pc));
        }
    if (!writes)
        return false;
    if (counts(cell.reader))
        if (const int other = unordered_member(cell.read_stamp, cell.reader); other >= 0)
            report(other, false, true, low, program.line_at(request.pc));
    if (!copy_reads.empty())
        if (const int other = unordered_copy(low, std::min(at + 4, end)); other >= 0)
            report(other, false, true, low, program.line_at(request.pc));
    return stores;
}

}  // namespace

int begin_relative(Relative relative)
{
    if (relative.stamp == 0)
        relative.stamp = next_stamp();
    members.push_back(std::move(relative));
    has_relatives = members.size() > 1;
    return running_member();
}

int running_relative()
{
    return running_member();
}

void end_family()
{
    members.clear();
    copy_reads.clear();
    reported.clear();
    has_relatives = false;
}

uint32_t check_relatives(const Request& request)
{
    uint32_t stores = 0;
    for (uint32_t rest = request.lanes; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        const uintptr_t address = request.warp.address[lane], end = address + request.bytes;
        for (uintptr_t at = address & ~uintptr_t(3); at < end; at += 4) {
            const Cell& cell = request.shadow.cell(at);
            if (check_word(request, cell, at, address, end)) {
                stores |= 1u << lane;
                request.warp.earlier_writer[lane] = {kUnorderedStore, cell.write_stamp()};
            }
        }
    }
    return stores;
}

bool report_relative_store(const AccessPoint& point, uint32_t stamp)
{
    if (!has_relatives || stamp < members.front().stamp)
        return false;
    report(member_of(stamp), true, true, point.address, program.line_at(point.pc));
    return true;
}

void relative_reads(uintptr_t address, std::size_t bytes)
{
    if (members.empty())
        return;
    const uintptr_t end = address + bytes;
    for (uintptr_t at = address & ~uintptr_t(3); at < end; at += 4) {
        const Cell& cell = device_memory.shadow.cell(at);
        const int other = cell.writer & who::bytes_of_word(at, address, end)
                              ? unordered_member(cell.write_stamp(), cell.writer)
                              : -1;
        if (other >= 0) {
            report(other, true, false, std::max(at, address), {});
            break;
        }
    }
    copy_reads.push_back({address, end, running_member()});
}

void relative_writes(uintptr_t address, std::size_t bytes)
{
    if (members.empty())
        return;
    const uintptr_t end = address + bytes;
    int other = unordered_copy(address, end);
    if (other >= 0)
        report(other, false, true, address, {});
    for (uintptr_t at = address & ~uintptr_t(3); at < end; at += 4) {
        Cell& cell = device_memory.shadow.cell(at);
        const uint32_t mine = who::bytes_of_word(at, address, end);
        for (const bool wrote : {true, false}) {
            const uint32_t access = wrote ? cell.writer : cell.reader;
            if (other >= 0 || !(access & mine))
                continue;
            other = unordered_member(wrote ? cell.write_stamp() : cell.read_stamp, access);
            if (other >= 0)
                report(other, wrote, true, std::max(at, address), {});
        }
        cell.writer = who::kLevel | mine;
        cell.set_write_stamp(now);
    }
}

void forget_relatives()
{
    // What runs goes on; its stamps begin with the clock. Its ancestors are no longer known.
    if (members.empty())
        return;
    copy_reads.clear();
    has_relatives = false;
    for (Relative& each : members)
        each.stamp = 0;
}

}  // namespace emu

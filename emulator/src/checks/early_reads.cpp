#include "checks/early_reads.h"

#include "checks/race_order.h"
#include "debug_info/never_destroyed.h"
#include "debug_info/program.h"

#include <vector>

namespace emu {

bool any_early_read = false;

namespace {

struct EarlyRead {
    const Block* block;
    uintptr_t low, high;
    uint32_t who, stamp;
    SourceLine place;
    std::string what, reader, details;
};
[[gnu::init_priority(101)]] NeverDestroyed<std::vector<EarlyRead>> the_reads;
auto& reads = the_reads.value;

void tell(const EarlyRead& read, const std::string& cause)
{
    publish(read.what, read.place.file, read.place.line,
            framed(read.what, read.reader + "\n" + cause + read.details));
}

// Of a later write by another thread. Empty: it does not show that a barrier is missing.
std::string cause_of(const EarlyRead& read, const Warp& warp, int lane, uintptr_t pc)
{
    const uint32_t me = first_of(warp) + uint32_t(lane);
    const SourceLine place = program.line_at(pc);
    const bool same_line = place.line == read.place.line && place.file == read.place.file;  // x[i] += ...
    if (me == read.who || same_line || is_ordered(warp, lane, me, read.stamp, read.who, false))
        return "";
    const bool same_warp = who::thread(me) / kLanes == who::thread(read.who) / kLanes;
    return "A barrier is missing: " + thread_and_block(warp.index * kLanes + lane) +
           " writes it only after this read, at " + short_file_and_line(place) + ".\nPut " +
           (same_warp ? "__syncwarp() or __syncthreads()" : "__syncthreads()") +
           " between the write and the read, where all threads reach it.\n";
}

}  // namespace

void keep_early_read(const std::string& what, const AccessPoint& point, const std::string& details)
{
    const SourceLine place = program.line_at(point.pc);
    if (!is_first(what, place, Weight::if_used))
        return;
    reads.push_back({grid.block, point.address, point.address + point.bytes,
                     who::of(uint32_t(point.thread()), grid.block->number), now, place, what,
                     "at " + function_and_line(point.pc) + "\nby " + thread_and_block(point.thread()),
                     details});
    any_early_read = true;
}

void find_early_reads(const Warp& warp, uint32_t lanes, const Site& site)
{
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        const uintptr_t low = warp.address[lane], high = low + site.count.bytes;
        std::erase_if(reads, [&](const EarlyRead& read) {
            if (read.block != grid.block || low >= read.high || high <= read.low)
                return false;
            tell(read, cause_of(read, warp, lane, site.count.pc));
            return true;
        });
    }
    any_early_read = !reads.empty();
}

void tell_early_reads(const Block* block)
{
    std::erase_if(reads, [&](const EarlyRead& read) {
        if (block && read.block != block)
            return false;
        tell(read, "");
        return true;
    });
    any_early_read = !reads.empty();
}

}  // namespace emu

#include "checks/access_log.h"

#include "debug_info/never_destroyed.h"

#include <algorithm>
#include <cstdlib>

namespace emu {

[[gnu::init_priority(101)]] static NeverDestroyed<AccessLog> the_log;
AccessLog& access_log = the_log.value;

void AccessLog::begin(Site& site, const Warp& warp, uint32_t lanes, uintptr_t low, uintptr_t high)
{
    site.record = ++count_;
    Record& record = records_[count_ % kRecords];
    record.number = record.latest = count_;
    record.pc = site.count.pc;
    record.block = grid.block->number;
    record.low = low;
    record.high = high;
    record.first_lane = warp.address[__builtin_ctz(lanes)];
    record.last_lane = warp.address[31 - __builtin_clz(lanes)];
    record.stamp = now;
    record.lanes = lanes;
    record.warp = warp.index;
    record.bytes = site.count.bytes;
    record.is_load = is_load(site.count.operation);
    record.is_single = true;
}

AccessLog::Match AccessLog::match(const Record& record, const Earlier& earlier, uintptr_t address,
                                  unsigned bytes)
{
    const uintptr_t end = address + bytes;
    if (record.stamp != earlier.stamp || record.is_load == earlier.write || record.low >= end ||
        record.high <= address)
        return Match::no;
    const uint32_t level = who::level(earlier.who);
    if (level < 3 && ((who::of(0, record.block) ^ earlier.who) & who::kBlock))
        return Match::no;
    if (level < 2 && record.warp != int(who::thread(earlier.who)) / kLanes)
        return Match::no;
    if (level > 0)
        return Match::maybe;
    const int lane = int(who::thread(earlier.who)) % kLanes;
    if (!(record.lanes >> lane & 1))
        return Match::no;
    if (!record.is_single)
        return Match::maybe;

    // The addresses of the lanes are mostly evenly spaced. They are known where they are.
    const int first = __builtin_ctz(record.lanes), last = 31 - __builtin_clz(record.lanes);
    uintptr_t at = record.first_lane;
    if (first != last) {
        const auto distance = static_cast<std::ptrdiff_t>(record.last_lane - record.first_lane);
        const bool spans = std::size_t(std::abs(distance)) + record.bytes == record.high - record.low;
        if (!spans || distance % (last - first) != 0)
            return Match::maybe;
        at += uintptr_t(distance / (last - first) * (lane - first));
    }
    return at < end && at + record.bytes > address ? Match::yes : Match::no;
}

std::vector<uintptr_t> AccessLog::places_of(const Earlier& earlier, uintptr_t address, unsigned bytes,
                                            uintptr_t pc) const
{
    if (earlier.in_same_request)
        return {pc};
    std::vector<uintptr_t> places;
    uint64_t certain = 0;  // the number of the latest record that matches for certain
    for (uint64_t number = count_; number > 0 && count_ - number < kRecords; --number) {
        const Record& record = records_[number % kRecords];
        const bool is_this = number == count_ && record.pc == pc && record.is_single;
        if (is_this || record.number != number || (certain && record.latest <= certain))
            continue;
        const Match found = match(record, earlier, address, bytes);
        if (found == Match::no)
            continue;
        if (std::find(places.begin(), places.end(), record.pc) == places.end())
            places.push_back(record.pc);
        if (found == Match::yes && !certain)
            certain = number;
    }
    return places;
}

void AccessLog::forget()
{
    for (Record& record : records_)
        record = {};
}

}  // namespace emu

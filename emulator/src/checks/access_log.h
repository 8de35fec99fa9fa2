// The latest requests of the launch, from which a report learns the line of the earlier access of a race: the shadow
// remembers who accessed a word and when, but not where in the code.
#pragma once

#include "counters/site.h"
#include "memory/clock.h"
#include "state/grid.h"

#include <cstdint>
#include <vector>

namespace emu {

class AccessLog {
public:
    // Notes a request, before its accesses are checked. low, high: the bytes that it covers.
    void note(Site& site, const Warp& warp, uint32_t lanes, uintptr_t low, uintptr_t high)
    {
        Record& last = records_[site.record % kRecords];
        if (last.number == site.record && last.stamp == now && last.warp == warp.index &&
            last.block == grid.block->number) {
            last.low = low < last.low ? low : last.low;
            last.high = high > last.high ? high : last.high;
            last.lanes |= lanes;
            last.latest = count_;
            last.is_single = false;
            return;
        }
        begin(site, warp, lanes, low, high);
    }

    // The places in the code where the earlier access of these bytes may have been. There is one, unless its warp has
    // accessed them at several places since it last synchronised; none, if the log does not reach back so far.
    // pc: of the access that is checked, which the latest request in the log does.
    std::vector<uintptr_t> places_of(const Earlier& earlier, uintptr_t address, unsigned bytes,
                                     uintptr_t pc) const;

    // Whether the log still has these two records, and both are of one block.
    bool is_of_one_block(uint64_t record, uint64_t other) const
    {
        const Record &a = records_[record % kRecords], &b = records_[other % kRecords];
        return a.number == record && b.number == other && a.block == b.block;
    }

    // The clock restarts.
    void forget();

private:
    // A request; or several by the same warp, at the same place in the code, with no synchronisation in between.
    struct Record {
        uint64_t number = 0;  // from 1; 0: none
        uint64_t latest = 0;  // the number of the latest record when the latest of these requests was made
        uintptr_t pc = 0;
        uint64_t block = 0;
        uintptr_t low = 0, high = 0;              // the bytes accessed
        uintptr_t first_lane = 0, last_lane = 0;  // the addresses of these lanes in the first request
        uint32_t stamp = 0, lanes = 0;
        int warp = 0;
        unsigned bytes = 0;
        bool is_load = false, is_single = false;
    };
    enum class Match { no, maybe, yes };

    void begin(Site& site, const Warp& warp, uint32_t lanes, uintptr_t low, uintptr_t high);
    static Match match(const Record& record, const Earlier& earlier, uintptr_t address, unsigned bytes);

    static constexpr std::size_t kRecords = 1 << 15;
    std::vector<Record> records_ = std::vector<Record>(kRecords);
    uint64_t count_ = 0;
};

extern AccessLog& access_log;  // never destroyed

}  // namespace emu

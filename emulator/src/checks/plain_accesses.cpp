#include "checks/plain_accesses.h"

#include "checks/race_order.h"
#include "checks/stream_order.h"

namespace emu {
namespace {

// Whether a record of reads since the last synchronisation stands for this one, too, and would not change by it. By
// level (see `who`): the bits that must be equal.
bool stands_for(uint32_t reader, uint32_t read)
{
    constexpr uint32_t kLane = kLanes - 1;
    constexpr uint32_t kEqual[] = {~0u, ~(who::kLevel | kLane), ~(who::kLevel | who::kThread),
                                   ~(who::kLevel | who::kThread | who::kBlock)};
    return !((reader ^ read) & kEqual[who::level(reader)]);
}

template <bool is_load>
uint32_t record_words(const Request& request, uint32_t written)
{
    const Warp& warp = request.warp;
    const Shadow& shadow = request.shadow;
    const uint32_t first = first_of(warp), oldest = oldest_unordered(request.space), stamp = now;
    const unsigned words = request.bytes / 4;
    for (uint32_t rest = request.lanes; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        const uint32_t me = first + uint32_t(lane), how = me | who::kBytes;
        Cell* cell = &shadow.cell(warp.address[lane]);
        for (const Cell* end = cell + words; cell < end; ++cell) {
            if (cell->write_stamp() >= oldest && ((cell->writer ^ me) & who::kIdentity))
                return rest;
            if (is_load) {
                if (written & ~cell->write)
                    return rest;
                if (cell->read_stamp == stamp && stands_for(cell->reader, how))
                    continue;
                if (cell->read_stamp >= oldest && ((cell->reader ^ me) & who::kIdentity)) {
                    merge_read(*cell, warp, lane, me, who::kBytes);
                } else {
                    cell->reader = how | (cell->read_stamp >= oldest ? cell->reader & who::kPartial : 0);
                    cell->read_stamp = stamp;
                }
            } else {
                if (cell->read_stamp >= oldest && ((cell->reader ^ me) & who::kIdentity))
                    return rest;
                cell->writer = how;
                cell->set_write_stamp(stamp);
                cell->write |= written;
            }
        }
    }
    return 0;
}

}  // namespace

uint32_t record_plain(const Request& request, bool written)
{
    if (request.bytes < 4 || (request.warp.doubtful & request.lanes) ||
        (has_unordered && !is_shared(request.space)))
        return request.lanes;
    const uint32_t bits = written ? Cell::kWritten : 0;
    switch (request.operation) {
        case Operation::load:
            return record_words<true>(request, bits);
        case Operation::store:
            return record_words<false>(request, bits);
        default:
            return request.lanes;
    }
}
}  // namespace emu

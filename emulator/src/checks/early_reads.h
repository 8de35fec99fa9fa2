// Reads of shared memory that no thread had written. Another thread may write it before the block's next barrier: then the
// mistake is that no barrier stands between the two, and the report says so. So it is kept until that is known.
#pragma once

#include "checks/reports.h"
#include "counters/site.h"
#include "state/warp.h"

#include <cstdint>
#include <string>

namespace emu {

// A read of the running block's own shared memory. what, details: as report_access() takes them.
void keep_early_read(const std::string& what, const AccessPoint& point, const std::string& details);
// Lanes of the running block store to shared memory.
void find_early_reads(const Warp& warp, uint32_t lanes, const Site& site);
// A barrier or the end of the block, or of the grid (null): reports the reads that are left.
void tell_early_reads(const Block* block);
extern bool any_early_read;

}  // namespace emu

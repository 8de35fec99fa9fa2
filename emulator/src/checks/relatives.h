// Grids, copies and fills that belong to one operation of a stream: child grids, and the nodes of a graph. They run one
// after the other here. On a GPU some of them may overlap: finds those that touch the same memory although nothing
// orders them.
#pragma once

#include "checks/race.h"
#include "checks/reports.h"
#include "debug_info/line_table.h"

#include <cstdint>
#include <string>
#include <vector>

namespace emu {

// What is done when a thread launches a child grid: which accesses of the parent's threads come before it.
struct LaunchPoint {
    uint32_t who = 0;            // the thread and its block
    uint32_t stamp = 0;          // the thread's own earlier accesses have older stamps
    uint32_t barrier_stamp = 0;  // likewise those of its block before the last barrier,
    uint32_t sync_stamp = 0;     // of its warp before the last __syncwarp(),
    uint32_t acquired = 0;       // and of others that have released them by a fence and a flag
};

struct Relative {
    std::string name;     // "the kernel f"
    SourceLine launched;  // where
    int parent = -1;      // the grid that launched it; -1: the host did
    LaunchPoint point;
    uint64_t queue = 0;  // those of one parent with the same queue run one after the other; 0: alone
    bool tail = false;   // after its parent and all others of it
    // Of a graph's node: those before it, by their `node`.
    int node = -1;
    std::vector<bool> before;
    uint32_t stamp = 0;  // its own accesses have this one, or newer ones; 0: from now on
};

// Set if the running grid, copy or fill has relatives that ran before it.
extern bool has_relatives;

// The next relative runs. Returns its number. The first one begins a family: end_family() ends it.
int begin_relative(Relative relative);
int running_relative();  // -1: there is no family
void end_family();

// As check_stream_order() does.
uint32_t check_relatives(const Request& request);
// If the last unordered store of this lane was against a relative's: reports it.
bool report_relative_store(const AccessPoint& point, uint32_t stamp);

// The running copy or fill touches this memory.
void relative_reads(uintptr_t address, std::size_t bytes);
void relative_writes(uintptr_t address, std::size_t bytes);

// The stamps have been lost: what was done so far counts as ordered.
void forget_relatives();

}  // namespace emu

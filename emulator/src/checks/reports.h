// Error reports, in the words of compute-sanitizer.
#pragma once

#include "cuda_emulator/launch_counters.h"
#include "debug_info/line_table.h"

#include <cstdint>
#include <string>

namespace emu {

// An access of a thread of the running block.
struct AccessPoint {
    uintptr_t pc;
    uintptr_t address;
    unsigned bytes;
    int warp_index, lane;
};

enum class Hazard { read_after_write, write_after_read, write_after_write };

// `what` is the first line; `details` are the lines after place and thread, one per line of text.
void report_access(const std::string& what, const AccessPoint& point, const std::string& details);
void report_race(Space space, Hazard hazard, const AccessPoint& point, uint32_t other);
// An error at a call that knows its own place.
void report_at(const std::string& what, const char* file, int line, int warp_index, int lane,
               const std::string& details);
// An error of the host, or of the whole grid: without a thread. file may be empty.
void report_host(const std::string& what, const std::string& file, int line, const std::string& details);
// Memory that the program has not freed. place: where it was allocated, or nullptr.
void report_leak(uintptr_t address, std::size_t bytes, const SourceLine* place);

std::string access_name(Space space, bool write);

}  // namespace emu

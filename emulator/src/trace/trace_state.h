// The trace's file, what it is limited to, and how far it has come.
#pragma once

#include "cuda_emulator/options.h"
#include "state/warp.h"
#include "trace/json_line.h"
#include "trace/trace_file.h"
#include "trace/traced_arrays.h"
#include "trace/traced_places.h"

#include <cstdint>
#include <string>
#include <unordered_map>

namespace emu {

struct Trace {
    TraceFile file;
    TraceOptions limits;
    TracedArrays arrays;
    TracedPlaces places;
    uint64_t launches = 0, records = 0, requests = 0, left_out = 0;
    bool on = true;                                   // trace_launches()
    bool has_kernel = false;                          // the one that it is limited to was launched
    bool launch_told = false;                         // the current launch has its record
    bool changed = false;                             // since the last flush
    std::unordered_map<uint64_t, uint64_t> steps;     // of this launch, by block and warp
    std::unordered_map<uint64_t, uint64_t> barriers;  // by block
};
extern Trace& trace;

// The last line of a whole file.
std::string last_line_of_trace();
// Whether there is room for another record; if not, it counts as left out.
bool has_room();
// If the file cannot be written any more, says so and goes on without it.
void flush_trace();
void put(const JsonLine& line);

// The name as the launch spells it, or without its namespace and template arguments.
bool is_wanted_kernel();
bool is_wanted_block();
bool is_wanted_warp(const Warp& warp);
bool is_wanted_place(const PlaceInSource& place);
// Whether what the warp does at this place is to be recorded. It is a step of the warp in any case.
bool is_wanted(const Warp& warp, const PlaceInSource& place, uint64_t* step);
// The number of what the warp does now.
uint64_t next_step(const Warp& warp);

// The launch's record comes before the first one that belongs to it.
void tell_launch();
void tell_array(const TracedArray& array);
// What each record of a warp begins with.
JsonLine line_of(const char* kind, const Warp& warp, uint64_t step, const PlaceInSource& place);

}  // namespace emu

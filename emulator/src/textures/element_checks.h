// Checks and records what a warp reads and writes by textures and surfaces, element by element.
#pragma once

#include "counters/site.h"
#include "cuda_emulator/launch_counters.h"
#include "state/warp.h"

#include <cstdint>

namespace emu {

// Counts a request, of which each lane accesses `bytes` at a time.
Site& count_request(const Warp& warp, uintptr_t pc, Space space, Operation operation, unsigned bytes,
                    uint32_t lanes);

// Warp::address of these lanes has the addresses of their elements. Loads: reports elements that were never written, or
// that this launch has written, which CUDA does not define. All: reports races. Returns the lanes whose stores are an
// error if they change the value (Warp::earlier_writer).
uint32_t check_elements(Warp& warp, uint32_t lanes, Site& site);

// An error at the line of a call. ends_thread: GPUs do not continue, either.
void report_call(uintptr_t pc, const Warp& warp, int lane, const char* what, const std::string& details);

}  // namespace emu

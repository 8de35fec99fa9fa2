// Tensor instructions and their loads and stores: calls that all lanes of a warp must make together.
#pragma once

#include "state/warp.h"

#include <cstdint>

namespace emu {

// What a lane brings to the call; on its stack. The arguments that all lanes must agree on are compared as bytes.
struct TensorCall {
    const char* name;  // as in messages: "mma.sync"
    bool counts;       // as a tensor instruction
    const void* common;
    unsigned common_bytes;
    // Once for the warp, when all lanes have come. A lane that an error has ended is nullptr. False: an error was reported.
    bool (*run)(TensorCall* const* lanes, const Warp& warp, const Place& place);
};

// Waits for the other lanes of the warp. Does nothing in host code.
void make_tensor_call(TensorCall& call, Place place);

// The lanes `here` wait at one call. If no other lane can come any more: runs it, or reports the missing lanes and ends those
// that wait. False: others may still come.
bool complete_tensor_call(Warp& warp, uint32_t here);
// The lanes at the same call as this one.
uint32_t lanes_at_tensor_call(const Warp& warp, int lane);
// What to say of a lane that waits at a call while the others wait elsewhere.
void report_missing_lanes(const Warp& warp, int lane);

}  // namespace emu

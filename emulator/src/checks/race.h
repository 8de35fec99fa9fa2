// Finds races: conflicting accesses that nothing orders.
//
// Two accesses of a word conflict if they come from different threads and one of them is a write. They are
// ordered by
// - the start of the launch;
// - __syncthreads() within a block, __syncwarp() within a warp;
// - a fence and a flag: the first thread passes a fence and writes the flag, the other one reads it, both by
//   atomic or volatile accesses.
// Atomic and volatile accesses do not race with each other.
#pragma once

#include "cuda_emulator/launch_counters.h"
#include "memory/shadow.h"
#include "state/warp.h"

namespace emu {

// A warp's request as the checks see it.
struct Request {
    Warp& warp;
    uint32_t lanes;
    Operation operation;
    unsigned bytes;
    uintptr_t pc;
    Space space;
    Shadow& shadow;
};

// Checks the accesses and records them. Returns the lanes whose stores may race with another store
// (Warp::earlier_writer). That is an error only if they write a different value, which is known once they
// have stored.
uint32_t check_races(const Request& request);

// `lanes` have stopped again, or ended, after a DoubtfulRead: reports it, unless the lane now does an
// atomicCAS on the same address, or may still come to it: after no more than a few plain accesses elsewhere.
void settle_doubtful_reads(Warp& warp, uint32_t lanes, Operation next);

// Forgets all releases. Called at each launch.
void forget_releases();

}  // namespace emu

// Finds accesses that nothing orders.
//
// Two accesses of a word by different threads, one of them a write, are ordered by: the start of the launch;
// __syncthreads() within a block; __syncwarp() within a warp; a fence and a flag: the first thread passes a fence and
// writes a flag by an atomic or volatile access, the other one reads the flag by an atomic or volatile access.
// Atomic and volatile accesses do not race with one another.
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

// Checks and records. Returns the lanes whose stores may race with another store: an error only if the value that
// they write is another one, which shows when they have gone on; see Warp::earlier_writer.
uint32_t check_races(const Request& request);

// The lanes that stopped again (or ended) after a DoubtfulRead: reports it, unless the lane now does an atomicCAS on
// the same address.
void settle_doubtful_reads(Warp& warp, uint32_t lanes, Operation next);

// Forgets what threads released to others; at each launch.
void forget_releases();

}  // namespace emu

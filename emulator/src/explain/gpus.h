// The GPUs whose floors the emulator tells, and what their resources can do (gpus.inc).
#pragma once

#include <string>
#include <vector>

namespace emu {

// device_memory: bytes/s; l2: bytes/s; l2_bytes: its size; l1_port, l1: bytes per clock and multiprocessor; shared:
// wavefronts likewise; shared_atomics: lanes likewise; one_address: atomics/s on one address of global memory;
// launch: launches/s in one stream; barrier: arrivals of warps at barriers per clock and multiprocessor; issue: instructions per clock and multiprocessor; bus: bytes/s, each direction;
// link: bytes/s from one GPU to the others, and as many to it.
enum class Rate {
    device_memory,
    l2,
    l2_bytes,
    l1_port,
    l1,
    shared,
    shared_atomics,
    one_address,
    launch,
    barrier,
    issue,
    bus,
    link,
    count
};

struct Gpu {
    Gpu(const char* called, int sms, double hz) : name(called), multiprocessors(sms), clock(hz) {}

    std::string name;
    int multiprocessors;
    double clock;                        // Hz
    double rate[int(Rate::count)] = {};  // 0: unknown
    std::string from[int(Rate::count)] = {};

    double of(Rate r) const { return rate[int(r)]; }
    const std::string& source(Rate r) const { return from[int(r)]; }
    double cycles_per_second() const { return clock * multiprocessors; }  // of all multiprocessors
};

// With each GPU comes one that has no L2, "H200-without-L2": its floors grow evenly with the size of the input.
const std::vector<Gpu>& all_gpus();
// nullptr: none has this name. Letters may be small or capital.
const Gpu* find_gpu(const std::string& name);

}  // namespace emu

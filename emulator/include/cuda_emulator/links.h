// What travels between devices.
#pragma once

#include <cstdint>

namespace emu {

// The data that travel from the memory of one device to another one. A kernel's request of another device's memory
// counts its sectors of 32 bytes: what it reads travels to the kernel's device, what it writes and the operands of its
// atomics travel from there. A collective of NCCL counts what a ring of the ranks sends from each to the next.
struct LinkCounters {
    struct Traffic {
        uint64_t requests = 0;  // of warps; or copies, or collectives
        uint64_t bytes = 0;
    };
    int from = 0, to = 0;                  // devices; to == -1: a device of another process
    Traffic copies{};                      // from memory to memory, directly
    Traffic staged_copies{};               // through the host, as neither device has access to the other
    Traffic reads{}, writes{}, atomics{};  // of kernels
    Traffic collectives{};                 // NCCL's, send and receive among them
};

}  // namespace emu

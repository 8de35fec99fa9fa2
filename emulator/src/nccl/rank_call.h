// A rank's part of a call of NCCL: work of its stream, which reads a buffer and writes another one.
#pragma once

#include "nccl/communicator.h"
#include "nccl/message.h"

#include <cstdint>
#include <string>
#include <vector>

namespace emu {

struct RankCall {
    Terms terms;
    ncclComm_t comm = nullptr;
    const void* send = nullptr;
    void* receive = nullptr;
    cudaStream_t stream = nullptr;
    int peer = 0;  // of a send or a receive
    std::string place{}, file{};
    int line = 0;
    bool is_replayed = false;  // by a graph
    int color = 0, key = 0;    // of a split
    ncclComm_t* part = nullptr;

    int rank() const { return comm->rank; }
    int ranks() const { return comm->team->ranks; }
    std::size_t bytes_sent() const;      // that the rank reads
    std::size_t bytes_received() const;  // that it writes
};

inline uintptr_t number(const void* pointer)
{
    return reinterpret_cast<uintptr_t>(pointer);
}

// All of them, which belong to one group: every rank of this thread makes its contribution, then each waits for the
// others' and writes what it gets. In a stream that is captured, the graph does so.
ncclResult_t run(const std::vector<RankCall>& calls);

}  // namespace emu

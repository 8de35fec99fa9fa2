// What a rank contributes to a call of NCCL.
#pragma once

#include "api/stream_work.h"
#include "nccl/values.h"

#include <cstdint>
#include <string>
#include <vector>

namespace emu {

enum class Call { all_reduce, reduce, broadcast, all_gather, reduce_scatter, send, receive, split };

const char* name_of(Call call);

// All ranks must make the same call with the same of these.
struct Terms {
    Call call = Call::all_reduce;
    uint64_t count = 0;
    ncclDataType_t type = ncclInt8;
    ncclRedOp_t op = ncclSum;
    int root = 0;

    bool operator==(const Terms&) const = default;
};
// "ncclAllReduce(count 1000, ncclFloat32, ncclSum)"
std::string text_of(const Terms& terms);

struct Message {
    Terms terms;
    std::string place;        // of the call, "file.cu:12"
    std::vector<char> bytes;  // of the buffer that is sent
    uint64_t completed = 0;   // collectives that the rank had completed before
    Point point = {};         // of its stream, if the rank is one of this process
};

// As a file holds it.
std::string packed(const Message& message);
bool unpack(const std::string& packed, Message& message);

}  // namespace emu

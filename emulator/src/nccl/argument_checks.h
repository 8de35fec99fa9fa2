#pragma once

#include "nccl/rank_call.h"

namespace emu {

// Whether the arguments are right: known types, a rank, buffers of the communicator's device that hold so much. If not,
// reports it.
ncclResult_t check(const RankCall& call);

}  // namespace emu

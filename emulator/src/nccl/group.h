// ncclGroupStart() and ncclGroupEnd(): what a thread calls between them is done at the end.
#pragma once

#include "nccl/communicator.h"
#include "nccl/rank_call.h"

#include <vector>

namespace emu {

// Does it now, or at the end of this thread's group.
ncclResult_t join_in_group(const Joining& joining);
ncclResult_t do_in_group(const RankCall& call);
// A call of the group was refused with this result: so is the group.
ncclResult_t refuse_in_group(ncclResult_t result);

// At the end of the program, or while it waits for a device: a group of this thread that has not ended.
void report_open_group();

}  // namespace emu

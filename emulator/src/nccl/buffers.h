// The device memory that an call of NCCL reads and writes, checked as a copy's is.
#pragma once

#include "nccl/rank_call.h"

#include <vector>

namespace emu {

std::vector<char> read_buffer(const RankCall& call);

// In the call's stream, after all ranks have come to these points of theirs.
void write_buffer(const RankCall& call, const std::vector<char>& bytes, const std::vector<Point>& points);

}  // namespace emu

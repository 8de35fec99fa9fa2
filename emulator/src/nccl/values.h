// The types of elements that NCCL knows, and its reductions.
#pragma once

#include "nccl.h"

#include <cstddef>
#include <string>
#include <vector>

namespace emu {

// 0: NCCL has no such type, or the emulator does not.
std::size_t bytes_of(ncclDataType_t type);
std::string name_of(ncclDataType_t type);
bool is_valid(ncclRedOp_t op);
std::string name_of(ncclRedOp_t op);

// Reduces element by element, in the order of the ranks: each step rounds to the type. An average of floating-point
// numbers is the sum of each number times 1 / ranks, one of integers is the sum divided by the ranks.
std::vector<char> reduced(const std::vector<const char*>& of_rank, std::size_t count, ncclDataType_t type,
                          ncclRedOp_t op);

}  // namespace emu

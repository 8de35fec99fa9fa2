// The host's memory.
#pragma once

#include <cstddef>

namespace ladders {

// Bytes of host memory that a program can still take.
std::size_t free_host_memory();

}  // namespace ladders

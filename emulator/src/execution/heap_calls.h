// malloc(), free(), new and delete in kernels: memory of the device's heap.
#pragma once

#include "state/warp.h"

#include <cstdint>

namespace emu {

// The lanes have stopped at such a call, which the scheduler carries out for them.
void serve_heap_calls(Warp& warp, uint32_t lanes);

}  // namespace emu

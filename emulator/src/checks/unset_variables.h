// Finds a kernel that reads a __constant__ or __device__ variable on a device where the host has not set it, though it has on
// another one: each device has a copy of its own.
#pragma once

#include "counters/site.h"
#include "state/warp.h"

#include <cstdint>

namespace emu {

// A request of a kernel, of a program with several devices.
void find_unset_variable(const Site& site, const Warp& warp, uint32_t lanes);

}  // namespace emu

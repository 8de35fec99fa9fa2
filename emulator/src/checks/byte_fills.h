// Finds elements that cudaMemset() was to set: it sets bytes, so cudaMemset(p, 1, n) makes an int of 0x01010101.
//
// A fill is watched only if its value is not meant for bytes: it is small and positive, or does not fit into one; and if the
// array has elements of an arithmetic type of at least 4 bytes. All other patterns may be wanted.
#pragma once

#include "counters/site.h"
#include "state/warp.h"

#include <cstddef>
#include <cstdint>

namespace emu {

// A cudaMemset() has set these bytes.
void watch_fill(uintptr_t address, std::size_t bytes, int value);
bool any_fill_is_watched();
// A request of a kernel, and a copy by the host. An element that still has the fill's bytes is told, once in a program.
void find_filled(const Site& site, const Warp& warp, uint32_t lanes);
void find_filled(uintptr_t from, std::size_t bytes);
// The host has written there, or the memory ends.
void forget_fills(uintptr_t low, uintptr_t high);
void forget_all_fills();

}  // namespace emu

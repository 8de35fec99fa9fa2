// In which order warps and blocks run. A correct program gives the same result in every order.
#pragma once

#include <cstdint>

namespace emu {

// Read the options; at each launch.
void set_orders(uint64_t blocks);

// The k-th warp to look at, of `count`, when it is the turn of `current`.
int nth_warp(int k, int count, int current);

// The k-th block to start.
uint64_t nth_block(uint64_t k);

}  // namespace emu

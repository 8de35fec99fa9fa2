// The order in which warps and blocks run. A correct program gives the same result in every order.
#pragma once

#include <cstdint>

namespace emu {

// Reads the options. Called at each launch.
void set_orders(uint64_t blocks);

// The k-th of `count` warps to try, when it is the turn of warp `current`.
int nth_warp(int k, int count, int current);

// The k-th block to start.
uint64_t nth_block(uint64_t k);

}  // namespace emu

#include "execution/run_order.h"

#include "cuda_emulator/options.h"

#include <numeric>

namespace emu {
namespace {

Order warp_order = Order::forward, block_order = Order::forward;

// Marsaglia, Xorshift RNGs, 2003.
struct Generator {
    uint64_t state = 1;

    void seed(uint64_t s) { state = s * 0x9E3779B97F4A7C15 | 1; }
    uint64_t operator()()
    {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return state;
    }
};
Generator random_warp;
uint64_t block_count = 1, block_step = 1, first_block = 0;

}  // namespace

void set_orders(uint64_t blocks)
{
    warp_order = options().warp_order;
    block_order = options().block_order;
    random_warp.seed(options().warp_seed);
    block_count = blocks;
    if (block_order == Order::random) {  // a step coprime to the count visits every block once
        Generator random;
        random.seed(options().block_seed);
        first_block = random() % blocks;
        do
            block_step = random() % blocks + 1;
        while (std::gcd(block_step, blocks) != 1);
    }
}

int nth_warp(int k, int count, int current)
{
    switch (warp_order) {
        case Order::forward:
            return (current + k) % count;
        case Order::reverse:
            return count - 1 - (current + k) % count;
        case Order::random:
            break;
    }
    static int from = 0;
    if (k == 0)
        from = int(random_warp() % uint64_t(count));
    return (from + k) % count;
}

uint64_t nth_block(uint64_t k)
{
    switch (block_order) {
        case Order::forward:
            return k;
        case Order::reverse:
            return block_count - 1 - k;
        case Order::random:
            break;
    }
    __extension__ typedef unsigned __int128 Wide;
    return uint64_t((Wide(k) * block_step + first_block) % block_count);
}

}  // namespace emu

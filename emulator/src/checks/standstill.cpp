#include "checks/standstill.h"

namespace emu {
namespace {

uint64_t mixed(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9E3779B97F4A7C15;
    return hash ^ hash >> 32;
}

// A stopped thread's registers are on its stack.
uint64_t state_of(const Warp& warp, int lane, uint64_t hash)
{
    const auto from = reinterpret_cast<uintptr_t>(warp.stack_pointer[lane]);
    hash = mixed(hash, from);
    for (uintptr_t at = from; at + sizeof(uint64_t) <= warp.stack_top[lane]; at += sizeof(uint64_t))
        hash = mixed(hash, *reinterpret_cast<const uint64_t*>(at));
    return hash;
}

}  // namespace

bool Standstill::is_proven(const std::vector<Block*>& resident)
{
    uint64_t hash = 0;
    for (const Block* block : resident)
        for (int i = 0; i < block->warp_count; ++i)
            for (uint32_t rest = block->warps[i].live; rest; rest &= rest - 1)
                hash = state_of(block->warps[i], __builtin_ctz(rest), hash);
    if (samples_ > 0 && hash == remembered_)
        return true;
    if ((samples_ & (samples_ - 1)) == 0)
        remembered_ = hash;
    ++samples_;
    return false;
}

}  // namespace emu

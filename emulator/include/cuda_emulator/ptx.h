// Inline PTX: what the rewriter makes of asm() calls these functions (rewriter/ptx.cpp).
#pragma once

#include "integer_intrinsics.h"
#include "thread_index.h"

#include <cstring>

namespace emu::ptx {

using u32 = unsigned;
using u64 = unsigned long long;

inline u32 thread_in_block()
{
    const uint3 thread = emu_thread_index(), size = emu_block_size();
    return thread.x + size.x * (thread.y + size.y * thread.z);
}
inline u32 laneid()
{
    return thread_in_block() % 32;
}
inline u32 warpid()
{
    return thread_in_block() / 32;
}
inline u32 nwarpid()
{
    const uint3 size = emu_block_size();
    return (size.x * size.y * size.z + 31) / 32;
}
// Blocks run one after the other, and count as spread over the 8 multiprocessors in turn.
constexpr u32 nsmid()
{
    return 8;
}
inline u32 smid()
{
    const uint3 block = emu_block_index(), size = emu_grid_size();
    return (block.x + size.x * (block.y + size.y * block.z)) % nsmid();
}
inline u32 lanemask_eq()
{
    return 1u << laneid();
}
inline u32 lanemask_lt()
{
    return lanemask_eq() - 1;
}
inline u32 lanemask_le()
{
    return lanemask_lt() | lanemask_eq();
}
inline u32 lanemask_gt()
{
    return ~lanemask_le();
}
inline u32 lanemask_ge()
{
    return ~lanemask_lt();
}

inline u32 bfe_u32(u32 a, u32 position, u32 length)
{
    position &= 0xff, length &= 0xff;
    const u64 field = position > 31 ? 0 : u64(a) >> position;
    return u32(length > 31 ? field : field & ((u64(1) << length) - 1));
}
inline int bfe_s32(int a, u32 position, u32 length)
{
    position &= 0xff, length &= 0xff;
    if (length == 0)
        return 0;
    const long long field = (long long)a >> (position > 31 ? 32 : position);
    return int(length > 31 ? field : (long long)(u64(field) << (64 - length)) >> (64 - length));
}
// The lowest `length` bits of a take the place of those of b from `position` on.
inline u32 bfi_b32(u32 a, u32 b, u32 position, u32 length)
{
    position &= 0xff, length &= 0xff;
    const u64 ones = length > 31 ? 0xffffffffu : (u64(1) << length) - 1;
    const u64 mask = position > 31 ? 0 : ones << position;
    return u32((b & ~mask) | (position > 31 ? 0 : (u64(a) << position) & mask));
}
// Shifts by 32 or more give 0, or the sign.
inline u32 shl_b32(u32 a, u32 n)
{
    return n > 31 ? 0 : a << n;
}
inline u32 shr_u32(u32 a, u32 n)
{
    return n > 31 ? 0 : a >> n;
}
inline int shr_s32(int a, u32 n)
{
    return a >> (n > 31 ? 31 : n);
}

template <class To, class From>
inline To bits_as(From value)
{
    static_assert(sizeof(To) == sizeof(From));
    To result;
    std::memcpy(&result, &value, sizeof result);
    return result;
}

}  // namespace emu::ptx

// Inline PTX: what the rewriter makes of asm() calls these functions (rewriter/ptx.cpp). Here: registers.
#pragma once

#include "integer_intrinsics.h"
#include "ptx_arithmetic.h"
#include "ptx_convert.h"
#include "ptx_memory.h"
#include "tensor.h"
#include "thread_index.h"

namespace emu::ptx {

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

// Of this launch: its number in the program.
u64 gridid();
u32 dynamic_smem_size();

}  // namespace emu::ptx

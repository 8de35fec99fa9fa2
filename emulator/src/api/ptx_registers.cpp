// Registers and state spaces of inline PTX.
#include "cuda_emulator/ptx.h"
#include "debug_info/program.h"
#include "execution/lanes.h"
#include "memory/device_memory.h"
#include "state/grid.h"

namespace {

// Shared addresses of 32 bits: static shared memory from 0 on, dynamic from here on. The lowest bits are those of the true
// address, as programs compute bank numbers and swizzles from them.
constexpr uint64_t kDynamic = 1 << 24, kLowestBits = 1023, kNoMemory = uint64_t(1) << 63;

uintptr_t start_of(const emu::Shadow& shadow)
{
    return shadow.low & ~uintptr_t(kLowestBits);
}

uintptr_t number(const void* address)
{
    return reinterpret_cast<uintptr_t>(address);
}

}  // namespace

namespace emu::ptx {

bool carry()
{
    return on_fiber(EMU_FRAME) && running.warp->carry[running.lane];
}

void set_carry(bool value)
{
    if (on_fiber(EMU_FRAME))
        running.warp->carry[running.lane] = value;
}

u64 gridid()
{
    return grid.number;
}

u32 dynamic_smem_size()
{
    return u32(grid.dynamic_bytes);
}

u32 lane_of_thread()
{
    return u32(running.lane);
}

u64 shared(u64 address)
{
    if (!grid.runs || address >> 32)
        return address | kNoMemory;
    return address >= kDynamic ? start_of(grid.block->dynamic_shared) + (address - kDynamic)
                               : start_of(grid.block->static_shared) + address;
}

bool is_shared(const void* address)
{
    const uintptr_t at = number(address);
    return grid.runs && (grid.block->dynamic_shared.contains(at, at + 1) ||
                         grid.block->static_shared.contains(at, at + 1));
}

bool is_const(const void* address)
{
    return program.is_constant(number(address), number(address) + 1);
}

bool is_global(const void* address)
{
    const uintptr_t at = number(address);
    return device_memory.contains(at) || (device_memory.variables.contains(at, at + 1) && !is_const(address));
}

bool is_local(const void* address)
{
    return on_fiber(address);
}

void request_several(u64 address, unsigned bytes, bool is_load, void* pc, void* frame)
{
    if (on_fiber(frame) && !on_fiber(reinterpret_cast<const void*>(address)))
        stop(address, pack(is_load ? Operation::load : Operation::store, bytes), pc, frame);
}

}  // namespace emu::ptx

std::size_t __cvta_generic_to_shared(const void* address)
{
    const uintptr_t at = number(address);
    if (!emu::grid.runs)
        return at | kNoMemory;
    const emu::Shadow &fixed = emu::grid.block->static_shared, &dynamic = emu::grid.block->dynamic_shared;
    const bool is_dynamic = at - start_of(dynamic) < dynamic.bytes + kLowestBits;
    const bool is_static = at - start_of(fixed) < fixed.bytes + kLowestBits;
    return is_dynamic ? at - start_of(dynamic) + kDynamic : is_static ? at - start_of(fixed) : at | kNoMemory;
}

void* __cvta_shared_to_generic(std::size_t address)
{
    return reinterpret_cast<void*>(emu::ptx::shared(address));
}

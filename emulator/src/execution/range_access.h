// Accesses of more than one element by one statement: copies of structs, memcpy().
#pragma once

#include "checks/host_stores.h"
#include "checks/stream_order.h"
#include "state/warp.h"

#include <cstddef>

namespace emu {

constexpr std::size_t kWidestAccess = 16;  // bytes of an access on a GPU

constexpr std::size_t lowest_bit(std::size_t x)
{
    return x & (~x + 1);
}

// Whether the bytes are shared memory of the current block.
bool is_in_shared(uintptr_t address, std::size_t n);

// Stops the current lane before each piece of so many bytes. Does nothing for local memory.
void access_pieces(const void* address, std::size_t n, std::size_t bytes, Operation operation, const void* pc,
                   const void* frame);

// The same for a struct; in host code watches the access. alignment: of the type, in bytes; 0 if it is not known.
void access_range(const void* address, std::size_t n, Operation operation, const void* pc, const void* frame,
                  std::size_t alignment = 0);

// The host's access, which matters only while the device may be using the same memory, or if it stores to a __constant__
// variable.
inline void watch_host(const void* address, std::size_t n, Operation operation, const void* pc)
{
    if (host_may_race)
        host_access(reinterpret_cast<uintptr_t>(address), n, !is_load(operation), is_volatile(operation),
                    reinterpret_cast<uintptr_t>(pc));
    if (!is_load(operation))
        watch_store_by_host(address, pc);
}

}  // namespace emu

// Accesses of more than one element by one statement: copies of structs, memcpy().
#pragma once

#include "checks/host_stores.h"
#include "checks/stream_order.h"
#include "state/warp.h"

#include <cstddef>

namespace emu {

// Stops the current lane before each element. Does nothing in host code or for local memory.
void access_range(const void* address, std::size_t n, Operation operation, const void* pc, const void* frame);

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

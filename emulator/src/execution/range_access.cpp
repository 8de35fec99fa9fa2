#include "execution/range_access.h"

#include "cuda_emulator/frame.h"
#include "execution/lanes.h"
#include "memory/device_memory.h"

#include <cstring>

namespace emu {
namespace {

// A struct that was stored member by member has padding that nobody stores, and is copied as a whole: if any of its
// bytes has been written, all count as written.
void settle_padding(uintptr_t address, std::size_t n)
{
    for (Shadow* shadow : {&device_memory.shadow, &grid.block->static_shared, &grid.block->dynamic_shared})
        if (shadow->contains(address, address + n)) {
            if (!shadow->all_written(address, n) && shadow->any_written(address, n))
                shadow->set_written(address, n);
            return;
        }
}

}  // namespace

void access_range(const void* address, std::size_t n, Operation operation, const void* pc, const void* frame)
{
    if (!on_fiber(frame))
        return watch_host(address, n, operation, pc);
    if (on_fiber(address) || n == 0)
        return;
    // A struct whose alignment is less than its size comes here. A GPU moves it in pieces, as wide as size
    // and address allow.
    const auto first = reinterpret_cast<uintptr_t>(address);
    const std::size_t widest = n <= 16 ? 4 : 16;
    std::size_t bytes = n | first | widest;
    bytes &= ~bytes + 1;
    if (grid.check_initialised && is_load(operation))
        settle_padding(first, n);
    for (std::size_t i = 0; i < n; i += bytes)
        stop(first + i, pack(operation, unsigned(bytes)), pc, frame);
}

}  // namespace emu

namespace {

using emu::access_range;
using emu::Operation;

// The loads and the stores of a copy count as two places in the code.
void access_both(void* to, const void* from, unsigned long n, void* pc, const void* frame)
{
    access_range(from, n, Operation::load, pc, frame);
    access_range(to, n, Operation::store, static_cast<char*>(pc) + 1, frame);
}

void watch_host_copy(void* to, const void* from, unsigned long n, void* pc, const void* frame)
{
    if (emu::on_fiber(frame) || n == 0)
        return;
    emu::watch_host(from, n, Operation::load, pc);
    emu::watch_host(to, n, Operation::store, pc);
}

}  // namespace

#define PC __builtin_return_address(0)
#define FRAME EMU_FRAME

extern "C" {

// What clang calls. clang 14 calls plain memcpy(), renamed by rewriter/block_order.cpp.
void* __tsan_memcpy(void* to, const void* from, unsigned long n)
{
    access_both(to, from, n, PC, FRAME);
    return std::memcpy(to, from, n);
}
void* __tsan_memmove(void* to, const void* from, unsigned long n)
{
    access_both(to, from, n, PC, FRAME);
    return std::memmove(to, from, n);
}
void* __tsan_memset(void* to, int value, unsigned long n)
{
    access_range(to, n, Operation::store, PC, FRAME);
    return std::memset(to, value, n);
}

// What g++ calls, renamed by rewriter/block_order.cpp. Within kernels it is not instrumented.
void* emu_memcpy(void* to, const void* from, unsigned long n)
{
    watch_host_copy(to, from, n, PC, FRAME);
    return std::memcpy(to, from, n);
}
void* emu_memmove(void* to, const void* from, unsigned long n)
{
    watch_host_copy(to, from, n, PC, FRAME);
    return std::memmove(to, from, n);
}
void* emu_memset(void* to, int value, unsigned long n)
{
    if (!emu::on_fiber(FRAME) && n > 0)
        emu::watch_host(to, n, Operation::store, PC);
    return std::memset(to, value, n);
}

}  // extern "C"

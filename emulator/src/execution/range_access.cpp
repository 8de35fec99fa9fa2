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

bool is_in_shared(uintptr_t address, std::size_t n)
{
    return grid.block->static_shared.contains(address, address + n) ||
           grid.block->dynamic_shared.contains(address, address + n);
}

void access_pieces(const void* address, std::size_t n, std::size_t bytes, Operation operation, const void* pc,
                   const void* frame)
{
    if (on_fiber(address))
        return;
    const auto first = reinterpret_cast<uintptr_t>(address);
    if (grid.check_initialised && is_load(operation))
        settle_padding(first, n);
    for (std::size_t i = 0; i < n; i += bytes)
        stop(first + i, pack(operation, unsigned(bytes)), pc, frame);
}

void access_range(const void* address, std::size_t n, Operation operation, const void* pc, const void* frame,
                  std::size_t alignment)
{
    if (!on_fiber(frame))
        return watch_host(address, n, operation, pc);
    // As nvcc does: in shared memory in the widest pieces that size and address allow, since it knows where an array
    // lies; elsewhere by the alignment of the type. Where the compiler has not told that, by the address.
    const auto first = reinterpret_cast<uintptr_t>(address);
    const std::size_t limit = is_in_shared(first, n) ? first
                              : alignment > 0        ? alignment
                                                     : first | (n <= kWidestAccess ? 4 : kWidestAccess);
    access_pieces(address, n, lowest_bit(n | limit | kWidestAccess), operation, pc, frame);
}

}  // namespace emu

namespace {

using emu::access_range;
using emu::Operation;

// The loads and the stores of a copy count as two places in the code. After the call may be another line.
void access_both(void* to, const void* from, unsigned long n, void* pc, const void* frame)
{
    access_range(from, n, Operation::load, static_cast<char*>(pc) - 1, frame);
    access_range(to, n, Operation::store, pc, frame);
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

// Announce the access to a struct of this alignment (rewriter/struct_alignments.cpp).
#define STRUCT_RANGE(alignment)                                            \
    void emu_read_range_##alignment(const void* address, unsigned long n)  \
    {                                                                      \
        access_range(address, n, Operation::load, PC, FRAME, alignment);   \
    }                                                                      \
    void emu_write_range_##alignment(const void* address, unsigned long n) \
    {                                                                      \
        access_range(address, n, Operation::store, PC, FRAME, alignment);  \
    }

STRUCT_RANGE(1)
STRUCT_RANGE(2)
STRUCT_RANGE(4)
STRUCT_RANGE(8)
STRUCT_RANGE(16)
void emu_read16_8(const void* address)
{
    access_range(address, 16, Operation::load, PC, FRAME, 8);
}
void emu_write16_8(const void* address)
{
    access_range(address, 16, Operation::store, PC, FRAME, 8);
}

}  // extern "C"

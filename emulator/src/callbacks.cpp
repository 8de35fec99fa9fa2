// The functions that instrumented code calls before each access: the names are those of ThreadSanitizer's runtime,
// which this replaces. Host code in a .cu file calls them too, and then they return at once.
#include "grid.h"

#include <cstring>

namespace {

using emu::Operation;

// Takes part in an access that has one place in the source but moves more than one element: `bytes` at a time.
__attribute__((noinline)) void stop_for_range(uintptr_t address, std::size_t n, unsigned bytes,
                                              Operation operation, const void* pc, const void* frame)
{
    for (std::size_t i = 0; i < n; i += bytes)
        emu::stop(address + i, emu::pack(operation, bytes), pc, frame);
}

inline bool is_local(const void* address)
{
    return emu::on_fiber(address);
}

// A struct whose alignment is less than its size is moved by its members: as wide as size and address allow.
inline void access_range(const void* address, std::size_t n, Operation operation, const void* pc,
                         const void* frame)
{
    if (!emu::on_fiber(frame) || is_local(address) || n == 0)
        return;
    const std::size_t widest = n <= 16 ? 4 : 16;
    std::size_t bytes = n | reinterpret_cast<uintptr_t>(address) | widest;
    bytes &= ~bytes + 1;
    stop_for_range(reinterpret_cast<uintptr_t>(address), n, unsigned(bytes), operation, pc, frame);
}

}  // namespace

#define PC __builtin_return_address(0)
#define FRAME __builtin_frame_address(0)

#define CALLBACK(function, bytes, operation)                                                                \
    void function(void* address)                                                                            \
    {                                                                                                       \
        if (!emu::on_fiber(FRAME) || is_local(address))                                                     \
            return;                                                                                         \
        emu::stop(reinterpret_cast<uintptr_t>(address), emu::pack(Operation::operation, bytes), PC, FRAME); \
    }

#define RANGE(function, bytes, operation)                              \
    void function(void* address)                                       \
    {                                                                  \
        access_range(address, bytes, Operation::operation, PC, FRAME); \
    }

#define CALLBACKS(bytes)                                                 \
    CALLBACK(__tsan_read##bytes, bytes, load)                            \
    CALLBACK(__tsan_write##bytes, bytes, store)                          \
    CALLBACK(__tsan_volatile_read##bytes, bytes, volatile_load)          \
    CALLBACK(__tsan_volatile_write##bytes, bytes, volatile_store)        \
    RANGE(__tsan_unaligned_volatile_read##bytes, bytes, volatile_load)   \
    RANGE(__tsan_unaligned_volatile_write##bytes, bytes, volatile_store) \
    RANGE(__tsan_unaligned_read##bytes, bytes, load)                     \
    RANGE(__tsan_unaligned_write##bytes, bytes, store)

extern "C" {

CALLBACKS(1)
CALLBACKS(2)
CALLBACKS(4)
CALLBACKS(8)
CALLBACKS(16)

void __tsan_read_range(void* address, unsigned long n)
{
    access_range(address, n, Operation::load, PC, FRAME);
}
void __tsan_write_range(void* address, unsigned long n)
{
    access_range(address, n, Operation::store, PC, FRAME);
}

void* __tsan_memcpy(void* to, const void* from, unsigned long n)
{
    access_range(from, n, Operation::load, PC, FRAME);
    access_range(to, n, Operation::store, static_cast<char*>(PC) + 1, FRAME);
    return std::memcpy(to, from, n);
}

void* __tsan_memmove(void* to, const void* from, unsigned long n)
{
    access_range(from, n, Operation::load, PC, FRAME);
    access_range(to, n, Operation::store, static_cast<char*>(PC) + 1, FRAME);
    return std::memmove(to, from, n);
}

void* __tsan_memset(void* to, int value, unsigned long n)
{
    access_range(to, n, Operation::store, PC, FRAME);
    return std::memset(to, value, n);
}

void __sanitizer_cov_trace_pc()
{
    if (!emu::on_fiber(FRAME) || !emu::grid.count_divergence)
        return;
    emu::stop(0, emu::pack(Operation::basic_block, 0), PC, FRAME);
}

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}

}  // extern "C"

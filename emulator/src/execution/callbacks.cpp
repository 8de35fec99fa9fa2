// The functions that instrumented code calls before each access. They have the names of ThreadSanitizer's
// runtime, which they replace. Host code in a .cu file calls them too; they then return at once.
#include "cuda_emulator/frame.h"
#include "execution/lanes.h"
#include "execution/range_access.h"
#include "state/grid.h"

namespace {

using emu::access_range;
using emu::Operation;

inline bool is_local(const void* address)
{
    return emu::on_fiber(address);
}

}  // namespace

#define PC __builtin_return_address(0)
#define FRAME EMU_FRAME

#define CALLBACK(function, bytes, operation)                                                                \
    void function(void* address)                                                                            \
    {                                                                                                       \
        if (!emu::on_fiber(FRAME)) {                                                                        \
            emu::watch_host(address, bytes, Operation::operation, PC);                                      \
            return;                                                                                         \
        }                                                                                                   \
        if (is_local(address))                                                                              \
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

// The store of an object's pointer to its virtual functions.
void __tsan_vptr_update(void** address, void*)
{
    if (!emu::on_fiber(FRAME))
        return emu::watch_host(address, sizeof *address, Operation::store, PC);
    if (!is_local(address))
        emu::stop(reinterpret_cast<uintptr_t>(address), emu::pack(Operation::store, sizeof *address), PC,
                  FRAME);
}

void __tsan_read_range(void* address, unsigned long n)
{
    access_range(address, n, Operation::load, PC, FRAME);
}
void __tsan_write_range(void* address, unsigned long n)
{
    access_range(address, n, Operation::store, PC, FRAME);
}

void __sanitizer_cov_trace_pc()
{
    if (!emu::on_fiber(FRAME) || (!emu::grid.count_divergence && emu::goes_on(FRAME)))
        return;
    emu::stop(0, emu::pack(Operation::basic_block, 0), PC, FRAME);
}

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_read(void**) {}

}  // extern "C"

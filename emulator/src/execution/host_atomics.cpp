// std::atomic and the guards of static variables in the host code of a .cu file: the compiler turns them into
// calls of ThreadSanitizer's runtime too. These functions do the plain operations. Kernels use CUDA's atomic
// functions.
#include "cuda_emulator/frame.h"
#include "execution/lanes.h"
#include "execution/range_access.h"

#include <cstdint>

namespace {

using Word8 = std::uint8_t;
using Word16 = std::uint16_t;
using Word32 = std::uint32_t;
using Word64 = std::uint64_t;

// The host may wait for a flag that a kernel sets.
inline void watch(const volatile void* address, std::size_t bytes, emu::Operation operation, const void* pc)
{
    if (!emu::on_fiber(EMU_FRAME))
        emu::watch_host(const_cast<const void*>(address), bytes, operation, pc);
}

}  // namespace

// Always the strictest memory order, which is correct for every caller.
#define ATOMICS(bits)                                                                                        \
    Word##bits __tsan_atomic##bits##_load(const volatile Word##bits* p, int)                                 \
    {                                                                                                        \
        watch(p, sizeof *p, emu::Operation::volatile_load, __builtin_return_address(0));                     \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                         \
    }                                                                                                        \
    void __tsan_atomic##bits##_store(volatile Word##bits* p, Word##bits value, int)                          \
    {                                                                                                        \
        watch(p, sizeof *p, emu::Operation::volatile_store, __builtin_return_address(0));                    \
        __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                                        \
    }                                                                                                        \
    Word##bits __tsan_atomic##bits##_exchange(volatile Word##bits* p, Word##bits value, int)                 \
    {                                                                                                        \
        watch(p, sizeof *p, emu::Operation::volatile_store, __builtin_return_address(0));                    \
        return __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);                                              \
    }                                                                                                        \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile Word##bits* p, Word##bits* expected,          \
                                                      Word##bits desired, int, int)                          \
    {                                                                                                        \
        watch(p, sizeof *p, emu::Operation::volatile_store, __builtin_return_address(0));                    \
        return __atomic_compare_exchange_n(p, expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    }                                                                                                        \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile Word##bits* p, Word##bits* expected,            \
                                                    Word##bits desired, int, int)                            \
    {                                                                                                        \
        watch(p, sizeof *p, emu::Operation::volatile_store, __builtin_return_address(0));                    \
        return __atomic_compare_exchange_n(p, expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    }                                                                                                        \
    Word##bits __tsan_atomic##bits##_compare_exchange_val(volatile Word##bits* p, Word##bits expected,       \
                                                          Word##bits desired, int, int)                      \
    {                                                                                                        \
        watch(p, sizeof *p, emu::Operation::volatile_store, __builtin_return_address(0));                    \
        __atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);       \
        return expected;                                                                                     \
    }                                                                                                        \
    FETCH(bits, add)                                                                                         \
    FETCH(bits, sub)                                                                                         \
    FETCH(bits, and)                                                                                         \
    FETCH(bits, or)                                                                                          \
    FETCH(bits, xor)                                                                                         \
    FETCH(bits, nand)

#define FETCH(bits, operation)                                                                        \
    Word##bits __tsan_atomic##bits##_fetch_##operation(volatile Word##bits* p, Word##bits value, int) \
    {                                                                                                 \
        watch(p, sizeof *p, emu::Operation::volatile_store, __builtin_return_address(0));             \
        return __atomic_fetch_##operation(p, value, __ATOMIC_SEQ_CST);                                \
    }

extern "C" {

ATOMICS(8)
ATOMICS(16)
ATOMICS(32)
ATOMICS(64)
void __tsan_atomic_thread_fence(int)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int)
{
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

}  // extern "C"

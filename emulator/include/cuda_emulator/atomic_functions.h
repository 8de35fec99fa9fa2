// CUDA's atomic functions, for the types that CUDA supports.
//
// All lanes run on one OS thread, so a plain operation is atomic. Each function calls the emulator first,
// which issues the warp's request: it counts and checks it, and then lets the lanes continue one by one.
#pragma once

#include "frame.h"
#include "host_defines.h"
#include "vectors.h"

#include <type_traits>

namespace emu {

enum class AtomicKind : unsigned char { update, exchange, compare_and_swap };
// Returns after the warp has issued the request. Local memory is an error.
void issue_atomic(void* address, unsigned bytes, AtomicKind kind, void* pc, void* frame);
// The same for cuda::atomic and cuda::atomic_ref, which may lie in local memory.
void issue_atomic_of_object(void* address, unsigned bytes, AtomicKind kind, void* pc, void* frame);

#define EMU_HERE __builtin_return_address(0), EMU_FRAME
#define EMU_ATOMIC __attribute__((noinline)) EMU_NO_SANITIZE inline

#define EMU_ATOMIC_OF_KIND(kind, function, T, expression)             \
    EMU_ATOMIC T function(T* address, T value)                        \
    {                                                                 \
        issue_atomic(address, sizeof(T), AtomicKind::kind, EMU_HERE); \
        const T old = *address;                                       \
        *address = (expression);                                      \
        return old;                                                   \
    }
#define EMU_UPDATE(function, T, expression) EMU_ATOMIC_OF_KIND(update, function, T, expression)
#define EMU_COMPARE_AND_SWAP(T)                                                   \
    EMU_ATOMIC T atomicCAS(T* address, T compare, T value)                        \
    {                                                                             \
        issue_atomic(address, sizeof(T), AtomicKind::compare_and_swap, EMU_HERE); \
        const T old = *address;                                                   \
        if (old == compare)                                                       \
            *address = value;                                                     \
        return old;                                                               \
    }

namespace atomics {

using ull = unsigned long long;

EMU_UPDATE(atomicAdd, int, int(unsigned(old) + unsigned(value)))
EMU_UPDATE(atomicAdd, unsigned, old + value)
EMU_UPDATE(atomicAdd, ull, old + value)
EMU_UPDATE(atomicAdd, float, old + value)
EMU_UPDATE(atomicSub, int, int(unsigned(old) - unsigned(value)))
EMU_UPDATE(atomicSub, unsigned, old - value)
EMU_ATOMIC_OF_KIND(exchange, atomicExch, int, value)
EMU_ATOMIC_OF_KIND(exchange, atomicExch, unsigned, value)
EMU_ATOMIC_OF_KIND(exchange, atomicExch, ull, value)
EMU_ATOMIC_OF_KIND(exchange, atomicExch, float, value)
EMU_UPDATE(atomicMin, int, value < old ? value : old)
EMU_UPDATE(atomicMin, unsigned, value < old ? value : old)
EMU_UPDATE(atomicMin, ull, value < old ? value : old)
EMU_UPDATE(atomicMin, long long, value < old ? value : old)
EMU_UPDATE(atomicMax, int, value > old ? value : old)
EMU_UPDATE(atomicMax, unsigned, value > old ? value : old)
EMU_UPDATE(atomicMax, ull, value > old ? value : old)
EMU_UPDATE(atomicMax, long long, value > old ? value : old)
EMU_UPDATE(atomicInc, unsigned, old >= value ? 0 : old + 1)
EMU_UPDATE(atomicDec, unsigned, old == 0 || old > value ? value : old - 1)
EMU_UPDATE(atomicAnd, int, old& value)
EMU_UPDATE(atomicAnd, unsigned, old& value)
EMU_UPDATE(atomicAnd, ull, old& value)
EMU_UPDATE(atomicOr, int, old | value)
EMU_UPDATE(atomicOr, unsigned, old | value)
EMU_UPDATE(atomicOr, ull, old | value)
EMU_UPDATE(atomicXor, int, old ^ value)
EMU_UPDATE(atomicXor, unsigned, old ^ value)
EMU_UPDATE(atomicXor, ull, old ^ value)
EMU_COMPARE_AND_SWAP(int)
EMU_COMPARE_AND_SWAP(unsigned)
EMU_COMPARE_AND_SWAP(ull)
EMU_COMPARE_AND_SWAP(unsigned short)

// A template, so that overload resolution prefers a program's own atomicAdd(double*, double), written for old
// GPUs.
template <class T>
EMU_ATOMIC std::enable_if_t<std::is_same_v<T, double>, T> atomicAdd(T* address,
                                                                    std::enable_if_t<true, T> value)
{
    issue_atomic(address, sizeof value, AtomicKind::update, EMU_HERE);
    const T old = *address;
    *address = old + value;
    return old;
}

// Vectors: CUDA makes the addition of each member atomic.
EMU_ATOMIC float2 atomicAdd(float2* address, float2 value)
{
    issue_atomic(address, sizeof value, AtomicKind::update, EMU_HERE);
    const float x = address->x, y = address->y;
    address->x = x + value.x, address->y = y + value.y;
    return {x, y};
}
EMU_ATOMIC float4 atomicAdd(float4* address, float4 value)
{
    issue_atomic(address, sizeof value, AtomicKind::update, EMU_HERE);
    const float x = address->x, y = address->y, z = address->z, w = address->w;
    address->x = x + value.x, address->y = y + value.y, address->z = z + value.z, address->w = w + value.w;
    return {x, y, z, w};
}

}  // namespace atomics

#undef EMU_UPDATE
#undef EMU_ATOMIC_OF_KIND
#undef EMU_COMPARE_AND_SWAP
#undef EMU_ATOMIC
#undef EMU_HERE

}  // namespace emu

using namespace emu::atomics;

namespace emu {

// The next atomic function of this thread is atomic only among the threads of its block.
void limit_to_block();
// The next atomic function of this thread, if it is atomicExch(), only stores: nothing uses its result. The rewriter calls
// this.
void ignore_old_value();

#define EMU_BLOCK_SCOPE(function)                                              \
    template <class T, class... Values>                                        \
    __attribute__((always_inline))                                             \
    EMU_NO_SANITIZE inline auto function##_block(T* address, Values... values) \
    {                                                                          \
        limit_to_block();                                                      \
        return function(address, values...);                                   \
    }

namespace atomics {

EMU_BLOCK_SCOPE(atomicAdd)
EMU_BLOCK_SCOPE(atomicSub)
EMU_BLOCK_SCOPE(atomicExch)
EMU_BLOCK_SCOPE(atomicMin)
EMU_BLOCK_SCOPE(atomicMax)
EMU_BLOCK_SCOPE(atomicInc)
EMU_BLOCK_SCOPE(atomicDec)
EMU_BLOCK_SCOPE(atomicAnd)
EMU_BLOCK_SCOPE(atomicOr)
EMU_BLOCK_SCOPE(atomicXor)
EMU_BLOCK_SCOPE(atomicCAS)

}  // namespace atomics

#undef EMU_BLOCK_SCOPE

}  // namespace emu

// There is one device.
#define atomicAdd_system atomicAdd
#define atomicSub_system atomicSub
#define atomicExch_system atomicExch
#define atomicMin_system atomicMin
#define atomicMax_system atomicMax
#define atomicInc_system atomicInc
#define atomicDec_system atomicDec
#define atomicAnd_system atomicAnd
#define atomicOr_system atomicOr
#define atomicXor_system atomicXor
#define atomicCAS_system atomicCAS

// atomicAdd() of half and bfloat16.
#pragma once

#include "atomic_functions.h"
#include "frame.h"
#include "small_float.h"

namespace emu::atomics {

// Work on the bits, by functions of the emulator's library, which are not instrumented.
template <class F>
__attribute__((noinline)) EMU_NO_SANITIZE SmallFloat<F> atomicAdd(SmallFloat<F>* address, SmallFloat<F> value)
{
    issue_atomic(address, sizeof *address, AtomicKind::update, __builtin_return_address(0), EMU_FRAME);
    const SmallFloat<F> old = *address;
    address->__x = F::bits(F::value(old.__x) + F::value(value.__x), Rounding::nearest);
    return old;
}

template <class F>
__attribute__((noinline)) EMU_NO_SANITIZE SmallFloat2<F> atomicAdd(SmallFloat2<F>* address,
                                                                   SmallFloat2<F> value)
{
    issue_atomic(address, sizeof *address, AtomicKind::update, __builtin_return_address(0), EMU_FRAME);
    const SmallFloat2<F> old = *address;
    address->x.__x = F::bits(F::value(old.x.__x) + F::value(value.x.__x), Rounding::nearest);
    address->y.__x = F::bits(F::value(old.y.__x) + F::value(value.y.__x), Rounding::nearest);
    return old;
}

}  // namespace emu::atomics

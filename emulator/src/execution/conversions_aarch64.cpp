#ifdef __aarch64__
// Conversions of NaN to integers: code that the rewriter has checked (rewriter/arithmetic_aarch64.h) calls emu_not_a_number.
#include "execution/fiber.h"

#include <cstddef>

// Stores the result 16 bytes above the caller's stack pointer: in kernels the lowest number, in host code Arm's 0. Changes
// no register but x30, and the flags.
asm(R"(
.text
.globl emu_not_a_number
.type emu_not_a_number, %function
emu_not_a_number:
    stp x0, x1, [sp, #-32]!
    str x2, [sp, #16]
    adrp x0, _ZN3emu6stacksE
    add x0, x0, :lo12:_ZN3emu6stacksE
    ldp x1, x2, [x0]
    mov x0, sp
    sub x0, x0, x1
    cmp x0, x2
    cset x0, lo
    lsl x0, x0, #63
    str x0, [sp, #48]
    ldr x2, [sp, #16]
    ldp x0, x1, [sp], #32
    ret
.size emu_not_a_number, .-emu_not_a_number
)");

static_assert(offsetof(emu::Stacks, low) == 0 && offsetof(emu::Stacks, bytes) == 8);
#endif

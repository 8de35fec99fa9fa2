#include "execution/fiber.h"

#include "memory/shadow.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

#ifndef __x86_64__
#error \
    "The CUDA emulator switches fibers by x86-64 assembly: port emu_switch() and new_fiber() to this processor."
#endif

// Saves the registers that the System V ABI makes a callee preserve. The processor predicts the ret well:
// lanes in lockstep stop and continue at the same places.
asm(R"(
.text
.globl emu_switch
.type emu_switch, @function
emu_switch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
.size emu_switch, .-emu_switch
)");

namespace emu {

Stacks stacks;

void Stacks::reserve()
{
    bytes = kStackGuard + std::size_t(kMaxResidentBlocks) * kMaxThreads * kStackBytes;
    void* range = reserve_zeroed(bytes, "the threads' stacks");
    madvise(range, bytes, MADV_NOHUGEPAGE);  // a stack uses a page or two
    low = reinterpret_cast<uintptr_t>(range);
}

void* new_fiber(uintptr_t stack_top, void (*entry)())
{
    void** sp = reinterpret_cast<void**>(stack_top & ~uintptr_t(15));
    *--sp = nullptr;  // where entry's return address would be: ends backtraces
    *--sp = reinterpret_cast<void*>(entry);
    constexpr int kSavedRegisters = 6;
    sp -= kSavedRegisters;
    std::memset(sp, 0, kSavedRegisters * sizeof *sp);
    return sp;
}

}  // namespace emu

#ifdef __aarch64__
#include "machine/machine.h"

#include <csignal>
#include <cstring>

// Saves the registers that the procedure call standard (AAPCS64) makes a callee preserve.
asm(R"(
.text
.globl emu_switch
.type emu_switch, %function
emu_switch:
    sub sp, sp, #160
    stp x29, x30, [sp]
    stp x19, x20, [sp, #16]
    stp x21, x22, [sp, #32]
    stp x23, x24, [sp, #48]
    stp x25, x26, [sp, #64]
    stp x27, x28, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mov x9, sp
    str x9, [x0]
    mov sp, x1
    ldp x29, x30, [sp]
    ldp x19, x20, [sp, #16]
    ldp x21, x22, [sp, #32]
    ldp x23, x24, [sp, #48]
    ldp x25, x26, [sp, #64]
    ldp x27, x28, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    add sp, sp, #160
    ret
.size emu_switch, .-emu_switch
)");

// The caller of a function that returns such a class passes the address of the result in x8.
asm(R"(
.text
.globl emu_return_bytes
.type emu_return_bytes, %function
emu_return_bytes:
    cbz x1, 2f
    mov x9, x8
1:
    ldrb w10, [x0], #1
    strb w10, [x9], #1
    subs x1, x1, #1
    b.ne 1b
2:
    ret
.size emu_return_bytes, .-emu_return_bytes
)");

namespace emu {
namespace {

// brk #0xd10, which rewriter/arithmetic_aarch64.cpp puts before a division, for a divisor of 0.
constexpr uint32_t kDivisionMark = 0xd4200000 | 0xd10 << 5;

uint32_t instruction_at(uintptr_t pc)
{
    uint32_t instruction;
    std::memcpy(&instruction, reinterpret_cast<const void*>(pc), sizeof instruction);
    return instruction;
}

// Arm Architecture Reference Manual, 'Loads and Stores'.
bool is_store(uint32_t instruction)
{
    const bool is_load = instruction >> 22 & 1, is_vector = instruction >> 26 & 1;
    const bool is_one_register = (instruction >> 27 & 7) == 7;  // of any addressing mode
    const bool is_atomic =
        is_one_register && !is_vector && (instruction >> 21 & 1) && (instruction >> 10 & 3) == 0;
    const bool extends_sign = is_one_register && !is_vector && (instruction >> 22 & 3) == 2;
    return is_atomic || !(is_load || extends_sign);
}

// The record of the exception's cause. Emulators of the processor may leave it out.
const esr_context* cause_of(const ucontext_t& context)
{
    const auto* const records = reinterpret_cast<const char*>(context.uc_mcontext.__reserved);
    for (std::size_t at = 0; at + sizeof(_aarch64_ctx) <= sizeof context.uc_mcontext.__reserved;) {
        const auto* record = reinterpret_cast<const _aarch64_ctx*>(records + at);
        if (record->magic == ESR_MAGIC)
            return reinterpret_cast<const esr_context*>(record);
        if (record->magic == 0 || record->size < sizeof *record)
            break;
        at += record->size;
    }
    return nullptr;
}

}  // namespace

const int kDivisionSignal = SIGTRAP;

void* new_fiber(uintptr_t stack_top, void (*entry)())
{
    constexpr int kSavedRegisters = 20;
    void** sp = reinterpret_cast<void**>(stack_top & ~uintptr_t(15)) - kSavedRegisters;
    std::memset(sp, 0, kSavedRegisters * sizeof *sp);
    sp[1] = reinterpret_cast<void*>(entry);  // x30; x29 is 0: ends backtraces
    return sp;
}

uintptr_t program_counter(const ucontext_t& context)
{
    return context.uc_mcontext.pc;
}

uintptr_t stack_pointer(const ucontext_t& context)
{
    return context.uc_mcontext.sp;
}

void continue_with(ucontext_t& context, void (*function)())
{
    context.uc_mcontext.sp = stack_pointer(context) / 16 * 16;
    context.uc_mcontext.regs[29] = context.uc_mcontext.regs[30] = 0;
    context.uc_mcontext.pc = reinterpret_cast<uintptr_t>(function);
}

bool is_fault_of_store(const ucontext_t& context)
{
    constexpr uint64_t kWrites = 1 << 6;  // WnR
    if (const esr_context* cause = cause_of(context))
        return cause->esr & kWrites;
    return is_store(instruction_at(program_counter(context)));
}

bool is_division_by_zero(const ucontext_t& context)
{
    return instruction_at(program_counter(context)) == kDivisionMark;
}

bool continue_division(ucontext_t& context)
{
    context.uc_mcontext.pc += sizeof(uint32_t);
    return true;
}

bool jumps_to_itself(uintptr_t pc)
{
    constexpr uint32_t kJump = 0x14000000;  // b .
    return pc % sizeof(uint32_t) == 0 && instruction_at(pc) == kJump;
}

std::ptrdiff_t offset_of_thread_storage(uintptr_t, std::size_t, std::size_t alignment)
{
    // Behind the two words to which the thread pointer points.
    constexpr std::size_t kThreadControlBlock = 16;
    return std::ptrdiff_t((kThreadControlBlock + alignment - 1) / alignment * alignment);
}

}  // namespace emu
#endif

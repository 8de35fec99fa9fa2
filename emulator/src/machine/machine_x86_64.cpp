#ifdef __x86_64__
#include "machine/machine.h"

#include <csignal>
#include <cstring>

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

const int kDivisionSignal = SIGFPE;

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

uintptr_t program_counter(const ucontext_t& context)
{
    return uintptr_t(context.uc_mcontext.gregs[REG_RIP]);
}

uintptr_t stack_pointer(const ucontext_t& context)
{
    return uintptr_t(context.uc_mcontext.gregs[REG_RSP]);
}

void continue_with(ucontext_t& context, void (*function)())
{
    constexpr uintptr_t kRedZone = 128;
    auto& registers = context.uc_mcontext.gregs;
    registers[REG_RSP] = greg_t((stack_pointer(context) - kRedZone) / 16 * 16 - 8);  // as after a call
    registers[REG_RIP] = greg_t(reinterpret_cast<uintptr_t>(function));
}

bool is_fault_of_store(const ucontext_t& context)
{
    constexpr greg_t kWrites = 2;  // in the error code of a page fault
    return context.uc_mcontext.gregs[REG_ERR] & kWrites;
}

bool is_division_by_zero(const ucontext_t&)
{
    return true;
}

bool continue_division(ucontext_t&)
{
    return false;
}

bool jumps_to_itself(uintptr_t pc)
{
    const auto* code = reinterpret_cast<const unsigned char*>(pc);
    return code[0] == 0xeb && code[1] == 0xfe;
}

std::ptrdiff_t offset_of_thread_storage(uintptr_t thread_pointer, std::size_t bytes, std::size_t alignment)
{
    // Right below the thread pointer, where the ABI puts the program's own.
    return std::ptrdiff_t((thread_pointer - bytes) / alignment * alignment - thread_pointer);
}

}  // namespace emu

// By the System V ABI, the caller of a function that returns such a class passes the address of the result first, and gets
// it back.
extern "C" void* emu_return_bytes(void* to, const void* from, std::size_t n)
{
    return std::memcpy(to, from, n);
}
#endif

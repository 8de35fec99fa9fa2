// What depends on the processor: 64-bit x86 (machine_x86_64.cpp) or 64-bit Arm (machine_aarch64.cpp), both on Linux. Of
// these two files the compiler sees the one of its machine. Also there: cuda_emulator/frame.h, execution/conversions_*.cpp, and
// the rewriter's machine.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ucontext.h>

namespace emu {

// Prepares a stack that calls `entry` when it is first switched to. `entry` must not return.
void* new_fiber(uintptr_t stack_top, void (*entry)());

// Saves the running fiber's registers on its stack and the stack pointer in *from, then continues the fiber
// whose saved stack pointer is `to`.
extern "C" void emu_switch(void** from, void* to);

// The registers of what a signal has interrupted.
uintptr_t program_counter(const ucontext_t& context);
uintptr_t stack_pointer(const ucontext_t& context);
// Lets it continue by a call of `function`, which must not return.
void continue_with(ucontext_t& context, void (*function)());
// Whether the instruction that faulted there stores.
bool is_fault_of_store(const ucontext_t& context);
// Whether the signal is a division by zero: SIGFPE, or what the rewriter has put before divisions (kDivisionSignal).
bool is_division_by_zero(const ucontext_t& context);
extern const int kDivisionSignal;
// Continues the interrupted division: it gives what the processor gives. Returns false if that is a fault.
bool continue_division(ucontext_t& context);

// A loop without any callback: a jump to itself.
constexpr std::size_t kJumpBytes = sizeof(uint32_t);
bool jumps_to_itself(uintptr_t pc);

// The program's own thread-local storage (its PT_TLS segment): at this distance from the thread pointer.
std::ptrdiff_t offset_of_thread_storage(uintptr_t thread_pointer, std::size_t bytes, std::size_t alignment);

// What code reads of the guard of a static variable (Program::is_guard()).
#ifdef __aarch64__
constexpr unsigned kGuardBytes = 8;
#else
constexpr unsigned kGuardBytes = 1;
#endif

// Pages have 4 KiB on x86, and 4, 16 or 64 KiB on Arm, as the kernel was built.
std::size_t page_bytes();
// The address rounded down and up to a page.
uintptr_t page_below(uintptr_t address);
uintptr_t page_above(uintptr_t address);

}  // namespace emu

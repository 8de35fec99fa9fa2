// memcpy() and memset() of .cu files have the emulator's own names in the object file: calls that are in the source differ
// from those that a compiler makes of the copy of a struct (execution/memory_calls.cpp).
#pragma once

extern "C" {
void* memcpy(void* to, const void* from, __SIZE_TYPE__ n) noexcept __asm__("emu_cuda_memcpy");
void* memset(void* to, int value, __SIZE_TYPE__ n) noexcept __asm__("emu_cuda_memset");
}

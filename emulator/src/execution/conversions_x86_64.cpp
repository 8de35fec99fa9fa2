#ifdef __x86_64__
// Conversions to integers of values that do not fit: code that the rewriter has checked (rewriter/conversions.h) calls
// emu_convert.
#include "cuda_emulator/frame.h"
#include "execution/lanes.h"

#include <cstdint>
#include <cstring>

// On the stack: the return address, the kind of the conversion, and the value in whose place the result comes. Keeps
// all registers and the processor's flags, as the instruction does that it stands for.
asm(R"(
.text
.globl emu_convert
.type emu_convert, @function
emu_convert:
    pushfq
    pushq %rax
    pushq %rcx
    pushq %rdx
    pushq %rsi
    pushq %rdi
    pushq %r8
    pushq %r9
    pushq %r10
    pushq %r11
    pushq %rbp
    movq %rsp, %rbp
    subq $512, %rsp
    andq $-64, %rsp
    fxsave64 (%rsp)
    movq 96(%rbp), %rdi
    movq 104(%rbp), %rsi
    cld
    call emu_converted
    movq %rax, 104(%rbp)
    fxrstor64 (%rsp)
    movq %rbp, %rsp
    popq %rbp
    popq %r11
    popq %r10
    popq %r9
    popq %r8
    popq %rdi
    popq %rsi
    popq %rdx
    popq %rcx
    popq %rax
    popfq
    ret $8
.size emu_convert, .-emu_convert
)");

namespace {

// As the rewriter numbers them: 2 * Result + 1 if from double.
enum Result { int32, low_unsigned, uint32, int64, uint64 };

constexpr uint64_t kLowest = uint64_t(1) << 63;
constexpr double kTwoTo63 = 9223372036854775808.0;

template <class T>
uint64_t on_x86(Result result, T value)
{
    // Out of range, these give what the instruction gives.
    const volatile T exact = value;
    return result == int32 || result == low_unsigned ? uint32_t(int32_t(exact)) : uint64_t(int64_t(exact));
}

uint64_t clamped(double value, double lowest, double highest)
{
    return uint64_t(int64_t(value < lowest ? lowest : value > highest ? highest : value));
}

// What an H200 gives.
uint64_t on_device(Result result, double value, bool is_double)
{
    const bool is_nan = value != value;
    switch (result) {
        case int32:
            return is_nan ? (is_double ? 0x80000000 : 0)
                          : uint32_t(clamped(value, -2147483648.0, 2147483647.0));
        case low_unsigned:
        case uint32:
            return is_nan ? (is_double ? 0x80000000 : 0) : clamped(value, 0, 4294967295.0);
        case int64:
            return is_nan || value < -kTwoTo63 ? kLowest
                   : value >= kTwoTo63         ? kLowest - 1
                                               : uint64_t(int64_t(value));
        case uint64:
            return is_nan ? kLowest : value < 0 ? 0 : value >= kTwoTo63 ? kLowest - 1 : uint64_t(value);
    }
    __builtin_unreachable();
}

}  // namespace

extern "C" __attribute__((used)) uint64_t emu_converted(unsigned kind, uint64_t bits)
{
    const auto result = Result(kind / 2);
    const bool is_double = kind & 1, on_fiber = emu::on_fiber(EMU_FRAME);
    if (is_double) {
        double value;
        std::memcpy(&value, &bits, sizeof value);
        return on_fiber ? on_device(result, value, true) : on_x86(result, value);
    }
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return on_fiber ? on_device(result, value, false) : on_x86(result, value);
}
#endif

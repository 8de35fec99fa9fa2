// Floating point numbers of 16 bits, half and bfloat16, and pairs of them.
//
// Arithmetic is done in float and rounded once: a float has enough digits to give the same result as a GPU.
#pragma once

#include "rounding.h"
#include "vectors.h"

#include <cstdint>
#include <math.h>
#include <type_traits>

namespace emu {

struct HalfFormat {
    static uint16_t bits(double value, Rounding rounding);
    static float value(uint16_t bits);
};
struct Bfloat16Format {
    static uint16_t bits(double value, Rounding rounding);
    static float value(uint16_t bits);
};

template <class Format>
struct SmallFloat {
    uint16_t __x;

    SmallFloat() = default;
    template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
    __forceinline__ SmallFloat(T value) : __x(Format::bits(double(value), Rounding::nearest))
    {
    }
    static __forceinline__ SmallFloat from_bits(uint16_t bits)
    {
        SmallFloat result;
        result.__x = bits;
        return result;
    }
    static __forceinline__ SmallFloat rounded(double value, Rounding rounding)
    {
        return from_bits(Format::bits(value, rounding));
    }
    __forceinline__ operator float() const { return Format::value(__x); }

#define EMU_ARITHMETIC(op)                                                    \
    friend __forceinline__ SmallFloat operator op(SmallFloat a, SmallFloat b) \
    {                                                                         \
        return SmallFloat(float(a) op float(b));                              \
    }                                                                         \
    __forceinline__ SmallFloat& operator op##=(SmallFloat b)                  \
    {                                                                         \
        return *this = *this op b;                                            \
    }
#define EMU_COMPARISON(op)                                              \
    friend __forceinline__ bool operator op(SmallFloat a, SmallFloat b) \
    {                                                                   \
        return float(a) op float(b);                                    \
    }
    EMU_ARITHMETIC(+)
    EMU_ARITHMETIC(-)
    EMU_ARITHMETIC(*)
    EMU_ARITHMETIC(/)
    EMU_COMPARISON(==)
    EMU_COMPARISON(!=)
    EMU_COMPARISON(<)
    EMU_COMPARISON(>)
    EMU_COMPARISON(<=)
    EMU_COMPARISON(>=)
#undef EMU_COMPARISON
    friend __forceinline__ SmallFloat operator-(SmallFloat a)
    {
        return from_bits(a.__x ^ 0x8000);
    }
    friend __forceinline__ SmallFloat operator+(SmallFloat a)
    {
        return a;
    }
    __forceinline__ SmallFloat& operator++()
    {
        return *this += SmallFloat(1);
    }
    __forceinline__ SmallFloat& operator--()
    {
        return *this -= SmallFloat(1);
    }
};

// A pair is loaded and stored by one access of 4 bytes.
template <class Format>
struct alignas(4) SmallFloat2 {
    using Single = SmallFloat<Format>;
    Single x, y;

#ifndef __clang__  // for clang EMU_COPIES defines it
    SmallFloat2() = default;
    SmallFloat2(const SmallFloat2&) = default;
#endif
    __forceinline__ SmallFloat2(Single x_, Single y_) : x(x_), y(y_) {}
    EMU_COPIES(SmallFloat2, (x = v.x, y = v.y))

#undef EMU_ARITHMETIC
#define EMU_ARITHMETIC(op)                                                       \
    friend __forceinline__ SmallFloat2 operator op(SmallFloat2 a, SmallFloat2 b) \
    {                                                                            \
        return {a.x op b.x, a.y op b.y};                                         \
    }                                                                            \
    __forceinline__ SmallFloat2& operator op##=(SmallFloat2 b)                   \
    {                                                                            \
        return *this = *this op b;                                               \
    }
    EMU_ARITHMETIC(+)
    EMU_ARITHMETIC(-)
    EMU_ARITHMETIC(*)
    EMU_ARITHMETIC(/)
#undef EMU_ARITHMETIC
    friend __forceinline__ SmallFloat2 operator-(SmallFloat2 a)
    {
        return {-a.x, -a.y};
    }
    friend __forceinline__ bool operator==(SmallFloat2 a, SmallFloat2 b)
    {
        return a.x == b.x && a.y == b.y;
    }
    friend __forceinline__ bool operator!=(SmallFloat2 a, SmallFloat2 b)
    {
        return a.x != b.x && a.y != b.y;
    }
};

}  // namespace emu

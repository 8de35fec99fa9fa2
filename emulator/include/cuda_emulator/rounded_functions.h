// Arithmetic and conversions with a rounding mode in their names: nearest even (_rn), zero (_rz), up (_ru),
// down (_rd).
#pragma once

#include "rounding.h"

#include <math.h>

// _rn is the host's default mode.
#define EMU_BINARY(T, name, operation, expression)        \
    inline T name##_rn(T a, T b)                          \
    {                                                     \
        return expression;                                \
    }                                                     \
    inline T name##_rz(T a, T b)                          \
    {                                                     \
        return emu::operation(a, b, emu::Rounding::zero); \
    }                                                     \
    inline T name##_ru(T a, T b)                          \
    {                                                     \
        return emu::operation(a, b, emu::Rounding::up);   \
    }                                                     \
    inline T name##_rd(T a, T b)                          \
    {                                                     \
        return emu::operation(a, b, emu::Rounding::down); \
    }
// A subtraction is the addition of the negated operand.
#define EMU_SUBTRACTION(T, name)                             \
    inline T name##_rn(T a, T b)                             \
    {                                                        \
        return a - b;                                        \
    }                                                        \
    inline T name##_rz(T a, T b)                             \
    {                                                        \
        return emu::rounded_add(a, -b, emu::Rounding::zero); \
    }                                                        \
    inline T name##_ru(T a, T b)                             \
    {                                                        \
        return emu::rounded_add(a, -b, emu::Rounding::up);   \
    }                                                        \
    inline T name##_rd(T a, T b)                             \
    {                                                        \
        return emu::rounded_add(a, -b, emu::Rounding::down); \
    }
#define EMU_UNARY(T, name, rounded, expression)                  \
    inline T name##_rn(T a)                                      \
    {                                                            \
        return expression;                                       \
    }                                                            \
    inline T name##_rz(T a)                                      \
    {                                                            \
        constexpr emu::Rounding kRounding = emu::Rounding::zero; \
        return rounded;                                          \
    }                                                            \
    inline T name##_ru(T a)                                      \
    {                                                            \
        constexpr emu::Rounding kRounding = emu::Rounding::up;   \
        return rounded;                                          \
    }                                                            \
    inline T name##_rd(T a)                                      \
    {                                                            \
        constexpr emu::Rounding kRounding = emu::Rounding::down; \
        return rounded;                                          \
    }
#define EMU_FMA(T, name)                                       \
    inline T name##_rn(T a, T b, T c)                          \
    {                                                          \
        return fma(a, b, c);                                   \
    }                                                          \
    inline T name##_rz(T a, T b, T c)                          \
    {                                                          \
        return emu::rounded_fma(a, b, c, emu::Rounding::zero); \
    }                                                          \
    inline T name##_ru(T a, T b, T c)                          \
    {                                                          \
        return emu::rounded_fma(a, b, c, emu::Rounding::up);   \
    }                                                          \
    inline T name##_rd(T a, T b, T c)                          \
    {                                                          \
        return emu::rounded_fma(a, b, c, emu::Rounding::down); \
    }

EMU_BINARY(float, __fadd, rounded_add, a + b)
EMU_BINARY(float, __fmul, rounded_multiply, a* b)
EMU_BINARY(float, __fdiv, rounded_divide, a / b)
EMU_SUBTRACTION(float, __fsub)
EMU_FMA(float, __fmaf)
EMU_UNARY(float, __frcp, emu::rounded_divide(1.0f, a, kRounding), 1.0f / a)
EMU_UNARY(float, __fsqrt, emu::rounded_sqrt(a, kRounding), sqrtf(a))
EMU_BINARY(double, __dadd, rounded_add, a + b)
EMU_BINARY(double, __dmul, rounded_multiply, a* b)
EMU_BINARY(double, __ddiv, rounded_divide, a / b)
EMU_SUBTRACTION(double, __dsub)
EMU_FMA(double, __fma)
EMU_UNARY(double, __drcp, emu::rounded_divide(1.0, a, kRounding), 1.0 / a)
EMU_UNARY(double, __dsqrt, emu::rounded_sqrt(a, kRounding), sqrt(a))
#undef EMU_BINARY
#undef EMU_SUBTRACTION
#undef EMU_UNARY
#undef EMU_FMA

inline float __frsqrt_rn(float x)
{
    return float(1.0 / sqrt(double(x)));
}

#define EMU_CONVERSION(To, From, name, expression)                  \
    inline To name##_rn(From x)                                     \
    {                                                               \
        constexpr emu::Rounding kRounding = emu::Rounding::nearest; \
        return expression;                                          \
    }                                                               \
    inline To name##_rz(From x)                                     \
    {                                                               \
        constexpr emu::Rounding kRounding = emu::Rounding::zero;    \
        return expression;                                          \
    }                                                               \
    inline To name##_ru(From x)                                     \
    {                                                               \
        constexpr emu::Rounding kRounding = emu::Rounding::up;      \
        return expression;                                          \
    }                                                               \
    inline To name##_rd(From x)                                     \
    {                                                               \
        constexpr emu::Rounding kRounding = emu::Rounding::down;    \
        return expression;                                          \
    }
EMU_CONVERSION(int, float, __float2int, emu::to_int(x, kRounding))
EMU_CONVERSION(unsigned, float, __float2uint, emu::to_unsigned(x, kRounding))
EMU_CONVERSION(long long, float, __float2ll, emu::to_long_long(x, kRounding))
EMU_CONVERSION(unsigned long long, float, __float2ull, emu::to_unsigned_long_long(x, kRounding))
EMU_CONVERSION(int, double, __double2int, emu::to_int(x, kRounding))
EMU_CONVERSION(unsigned, double, __double2uint, emu::to_unsigned(x, kRounding))
EMU_CONVERSION(long long, double, __double2ll, emu::to_long_long(x, kRounding))
EMU_CONVERSION(unsigned long long, double, __double2ull, emu::to_unsigned_long_long(x, kRounding))
EMU_CONVERSION(float, double, __double2float, emu::to_float(x, kRounding))
EMU_CONVERSION(float, int, __int2float, emu::to_float(double(x), kRounding))
EMU_CONVERSION(float, unsigned, __uint2float, emu::to_float(double(x), kRounding))
EMU_CONVERSION(float, long long, __ll2float, emu::to_float(x, kRounding))
EMU_CONVERSION(float, unsigned long long, __ull2float, emu::to_float(x, kRounding))
EMU_CONVERSION(double, long long, __ll2double, emu::to_double(x, kRounding))
EMU_CONVERSION(double, unsigned long long, __ull2double, emu::to_double(x, kRounding))
#undef EMU_CONVERSION

inline double __int2double_rn(int x)
{
    return x;
}
inline double __uint2double_rn(unsigned x)
{
    return x;
}

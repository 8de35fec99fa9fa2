// The intrinsics that exist for both half and bfloat16.
#pragma once

#include "small_float.h"

#define EMU_SINGLE     \
    template <class F> \
    __forceinline__ emu::SmallFloat<F>
#define EMU_PAIR       \
    template <class F> \
    __forceinline__ emu::SmallFloat2<F>
#define EMU_BOOL       \
    template <class F> \
    __forceinline__ bool

#define EMU_BINARY(single, single_rn, pair, pair_rn, op)             \
    EMU_SINGLE single(emu::SmallFloat<F> a, emu::SmallFloat<F> b)    \
    {                                                                \
        return a op b;                                               \
    }                                                                \
    EMU_SINGLE single_rn(emu::SmallFloat<F> a, emu::SmallFloat<F> b) \
    {                                                                \
        return a op b;                                               \
    }                                                                \
    EMU_PAIR pair(emu::SmallFloat2<F> a, emu::SmallFloat2<F> b)      \
    {                                                                \
        return a op b;                                               \
    }                                                                \
    EMU_PAIR pair_rn(emu::SmallFloat2<F> a, emu::SmallFloat2<F> b)   \
    {                                                                \
        return a op b;                                               \
    }
EMU_BINARY(__hadd, __hadd_rn, __hadd2, __hadd2_rn, +)
EMU_BINARY(__hsub, __hsub_rn, __hsub2, __hsub2_rn, -)
EMU_BINARY(__hmul, __hmul_rn, __hmul2, __hmul2_rn, *)
EMU_BINARY(__hdiv, __hdiv_rn, __h2div, __h2div_rn, /)
#undef EMU_BINARY

// Computed in double, which holds product and sum exactly enough for a single rounding.
EMU_SINGLE __hfma(emu::SmallFloat<F> a, emu::SmallFloat<F> b, emu::SmallFloat<F> c)
{
    return fma(double(float(a)), double(float(b)), double(float(c)));
}
EMU_PAIR __hfma2(emu::SmallFloat2<F> a, emu::SmallFloat2<F> b, emu::SmallFloat2<F> c)
{
    return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}

#define EMU_SATURATED(name, expression, parameters) \
    EMU_SINGLE name parameters                      \
    {                                               \
        return __saturate_small(expression);        \
    }
EMU_SINGLE __saturate_small(emu::SmallFloat<F> x)
{
    return fminf(fmaxf(float(x), 0.0f), 1.0f);
}
EMU_SATURATED(__hadd_sat, a + b, (emu::SmallFloat<F> a, emu::SmallFloat<F> b))
EMU_SATURATED(__hsub_sat, a - b, (emu::SmallFloat<F> a, emu::SmallFloat<F> b))
EMU_SATURATED(__hmul_sat, a* b, (emu::SmallFloat<F> a, emu::SmallFloat<F> b))
EMU_SATURATED(__hfma_sat, __hfma(a, b, c), (emu::SmallFloat<F> a, emu::SmallFloat<F> b, emu::SmallFloat<F> c))
#undef EMU_SATURATED

#define EMU_UNARY(single, pair, expression) \
    EMU_SINGLE single(emu::SmallFloat<F> a) \
    {                                       \
        const float x = float(a);           \
        return expression;                  \
    }                                       \
    EMU_PAIR pair(emu::SmallFloat2<F> a)    \
    {                                       \
        return {single(a.x), single(a.y)};  \
    }
EMU_UNARY(__hneg, __hneg2, -x)
EMU_UNARY(__habs, __habs2, fabsf(x))
EMU_UNARY(hsqrt, h2sqrt, sqrtf(x))
EMU_UNARY(hrsqrt, h2rsqrt, 1.0f / sqrtf(x))
EMU_UNARY(hrcp, h2rcp, 1.0f / x)
EMU_UNARY(hexp, h2exp, expf(x))
EMU_UNARY(hexp2, h2exp2, exp2f(x))
EMU_UNARY(hexp10, h2exp10, powf(10.0f, x))
EMU_UNARY(hlog, h2log, logf(x))
EMU_UNARY(hlog2, h2log2, log2f(x))
EMU_UNARY(hlog10, h2log10, log10f(x))
EMU_UNARY(hsin, h2sin, sinf(x))
EMU_UNARY(hcos, h2cos, cosf(x))
EMU_UNARY(htanh, h2tanh, tanhf(x))
EMU_UNARY(hfloor, h2floor, floorf(x))
EMU_UNARY(hceil, h2ceil, ceilf(x))
EMU_UNARY(htrunc, h2trunc, truncf(x))
EMU_UNARY(hrint, h2rint, rintf(x))
#undef EMU_UNARY

// Comparing two pairs gives a pair of 1 and 0. The __hb forms give whether both comparisons hold.
#define EMU_COMPARE(op, single, pair, both)                     \
    EMU_BOOL single(emu::SmallFloat<F> a, emu::SmallFloat<F> b) \
    {                                                           \
        return a op b;                                          \
    }                                                           \
    EMU_PAIR pair(emu::SmallFloat2<F> a, emu::SmallFloat2<F> b) \
    {                                                           \
        return {float(a.x op b.x), float(a.y op b.y)};          \
    }                                                           \
    EMU_BOOL both(emu::SmallFloat2<F> a, emu::SmallFloat2<F> b) \
    {                                                           \
        return a.x op b.x && a.y op b.y;                        \
    }
EMU_COMPARE(==, __heq, __heq2, __hbeq2)
EMU_COMPARE(!=, __hne, __hne2, __hbne2)
EMU_COMPARE(<, __hlt, __hlt2, __hblt2)
EMU_COMPARE(<=, __hle, __hle2, __hble2)
EMU_COMPARE(>, __hgt, __hgt2, __hbgt2)
EMU_COMPARE(>=, __hge, __hge2, __hbge2)
#undef EMU_COMPARE

EMU_BOOL __hisnan(emu::SmallFloat<F> a)
{
    return a != a;
}
template <class F>
__forceinline__ int __hisinf(emu::SmallFloat<F> a)
{
    return isinf(float(a)) ? (float(a) < 0 ? -1 : 1) : 0;
}
EMU_SINGLE __hmin(emu::SmallFloat<F> a, emu::SmallFloat<F> b)
{
    return fminf(a, b);
}
EMU_SINGLE __hmax(emu::SmallFloat<F> a, emu::SmallFloat<F> b)
{
    return fmaxf(a, b);
}
EMU_PAIR __hmin2(emu::SmallFloat2<F> a, emu::SmallFloat2<F> b)
{
    return {__hmin(a.x, b.x), __hmin(a.y, b.y)};
}
EMU_PAIR __hmax2(emu::SmallFloat2<F> a, emu::SmallFloat2<F> b)
{
    return {__hmax(a.x, b.x), __hmax(a.y, b.y)};
}

template <class F>
__forceinline__ float __low2float(emu::SmallFloat2<F> a)
{
    return a.x;
}
template <class F>
__forceinline__ float __high2float(emu::SmallFloat2<F> a)
{
    return a.y;
}
EMU_PAIR __lowhigh2highlow(emu::SmallFloat2<F> a)
{
    return {a.y, a.x};
}

#undef EMU_SINGLE
#undef EMU_PAIR
#undef EMU_BOOL

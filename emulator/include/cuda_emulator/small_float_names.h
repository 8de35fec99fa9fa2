// The functions whose names contain the type's name, for cuda_fp16.h and cuda_bf16.h. No #pragma once: each
// of them includes this file with its own names:
//   EMU_TYPE, EMU_TYPE2   the types
//   EMU_NAME(a, b)        a<type>b, and EMU_NAME2(a, b) a<type>2b, with the type's name in functions
//   EMU_TO_PAIR           the function that makes a pair of one number

#define EMU_FUNCTION __forceinline__

EMU_FUNCTION EMU_TYPE EMU_NAME(__float2, )(float x)
{
    return x;
}
EMU_FUNCTION EMU_TYPE EMU_NAME(__float2, _rn)(float x)
{
    return x;
}
EMU_FUNCTION EMU_TYPE EMU_NAME(__float2, _rz)(float x)
{
    return EMU_TYPE::rounded(x, emu::Rounding::zero);
}
EMU_FUNCTION EMU_TYPE EMU_NAME(__float2, _rd)(float x)
{
    return EMU_TYPE::rounded(x, emu::Rounding::down);
}
EMU_FUNCTION EMU_TYPE EMU_NAME(__float2, _ru)(float x)
{
    return EMU_TYPE::rounded(x, emu::Rounding::up);
}
EMU_FUNCTION EMU_TYPE EMU_NAME(__double2, )(double x)
{
    return x;
}
EMU_FUNCTION float EMU_NAME(__, 2float)(EMU_TYPE x)
{
    return x;
}

#define EMU_INTEGER(T, name, convert)                                          \
    EMU_FUNCTION EMU_TYPE EMU_NAME(__##name##2, _rn)(T x)                      \
    {                                                                          \
        return x;                                                              \
    }                                                                          \
    EMU_FUNCTION T EMU_NAME(__, 2##name##_rn)(EMU_TYPE x)                      \
    {                                                                          \
        return static_cast<T>(emu::convert(float(x), emu::Rounding::nearest)); \
    }                                                                          \
    EMU_FUNCTION T EMU_NAME(__, 2##name##_rz)(EMU_TYPE x)                      \
    {                                                                          \
        return static_cast<T>(emu::convert(float(x), emu::Rounding::zero));    \
    }                                                                          \
    EMU_FUNCTION T EMU_NAME(__, 2##name##_rd)(EMU_TYPE x)                      \
    {                                                                          \
        return static_cast<T>(emu::convert(float(x), emu::Rounding::down));    \
    }                                                                          \
    EMU_FUNCTION T EMU_NAME(__, 2##name##_ru)(EMU_TYPE x)                      \
    {                                                                          \
        return static_cast<T>(emu::convert(float(x), emu::Rounding::up));      \
    }
EMU_INTEGER(int, int, to_int)
EMU_INTEGER(unsigned, uint, to_unsigned)
EMU_INTEGER(short, short, to_int)
EMU_INTEGER(unsigned short, ushort, to_unsigned)
EMU_INTEGER(long long, ll, to_long_long)
EMU_INTEGER(unsigned long long, ull, to_unsigned_long_long)
#undef EMU_INTEGER

EMU_FUNCTION short EMU_NAME(__, _as_short)(EMU_TYPE x)
{
    return short(x.__x);
}
EMU_FUNCTION unsigned short EMU_NAME(__, _as_ushort)(EMU_TYPE x)
{
    return x.__x;
}
EMU_FUNCTION EMU_TYPE EMU_NAME(__short_as_, )(short bits)
{
    return EMU_TYPE::from_bits(static_cast<unsigned short>(bits));
}
EMU_FUNCTION EMU_TYPE EMU_NAME(__ushort_as_, )(unsigned short bits)
{
    return EMU_TYPE::from_bits(bits);
}

// Pairs.
EMU_FUNCTION EMU_TYPE2 EMU_NAME2(make_, )(EMU_TYPE x, EMU_TYPE y)
{
    return {x, y};
}
EMU_FUNCTION EMU_TYPE2 EMU_NAME2(__halves2, )(EMU_TYPE x, EMU_TYPE y)
{
    return {x, y};
}
EMU_FUNCTION EMU_TYPE2 EMU_TO_PAIR(EMU_TYPE x)
{
    return {x, x};
}
EMU_FUNCTION EMU_TYPE2 EMU_NAME2(__float2, _rn)(float x)
{
    return {x, x};
}
EMU_FUNCTION EMU_TYPE2 EMU_NAME2(__floats2, _rn)(float x, float y)
{
    return {x, y};
}
EMU_FUNCTION EMU_TYPE2 EMU_NAME2(__float22, _rn)(float2 v)
{
    return {v.x, v.y};
}
EMU_FUNCTION float2 EMU_NAME2(__, 2float2)(EMU_TYPE2 v)
{
    return make_float2(v.x, v.y);
}
EMU_FUNCTION EMU_TYPE EMU_NAME(__low2, )(EMU_TYPE2 v)
{
    return v.x;
}
EMU_FUNCTION EMU_TYPE EMU_NAME(__high2, )(EMU_TYPE2 v)
{
    return v.y;
}
EMU_FUNCTION EMU_TYPE2 EMU_NAME2(__low2, )(EMU_TYPE2 v)
{
    return {v.x, v.x};
}
EMU_FUNCTION EMU_TYPE2 EMU_NAME2(__high2, )(EMU_TYPE2 v)
{
    return {v.y, v.y};
}
EMU_FUNCTION EMU_TYPE2 EMU_NAME2(__lows2, )(EMU_TYPE2 a, EMU_TYPE2 b)
{
    return {a.x, b.x};
}
EMU_FUNCTION EMU_TYPE2 EMU_NAME2(__highs2, )(EMU_TYPE2 a, EMU_TYPE2 b)
{
    return {a.y, b.y};
}

#undef EMU_FUNCTION

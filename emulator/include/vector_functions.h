// make_int4(x, y, z, w) and the like. They are not constexpr, as in CUDA: g++ would store a constant vector
// by four stores. For C files, vector_types.h has them.
#pragma once

#define __VECTOR_FUNCTIONS_H__

#include "vector_types.h"

#ifdef __cplusplus

#define EMU_MAKE(T, name)                             \
    inline name##1 make_##name##1(T x)                \
    {                                                 \
        return {x};                                   \
    }                                                 \
    inline name##2 make_##name##2(T x, T y)           \
    {                                                 \
        return {x, y};                                \
    }                                                 \
    inline name##3 make_##name##3(T x, T y, T z)      \
    {                                                 \
        return {x, y, z};                             \
    }                                                 \
    inline name##4 make_##name##4(T x, T y, T z, T w) \
    {                                                 \
        return {x, y, z, w};                          \
    }

EMU_MAKE(signed char, char)
EMU_MAKE(unsigned char, uchar)
EMU_MAKE(short, short)
EMU_MAKE(unsigned short, ushort)
EMU_MAKE(int, int)
EMU_MAKE(unsigned, uint)
EMU_MAKE(long, long)
EMU_MAKE(unsigned long, ulong)
EMU_MAKE(long long, longlong)
EMU_MAKE(unsigned long long, ulonglong)
EMU_MAKE(float, float)
EMU_MAKE(double, double)

#undef EMU_MAKE

#endif  // __cplusplus

// CUDA's vector types and make_int4() and the like for C files, whose types have no functions of their own. The layouts
// are those of vectors.h.
#pragma once

#define EMU_VECTORS(T, name, aligned_2, aligned_4)             \
    typedef struct name##1                                     \
    {                                                          \
        T x;                                                   \
    }                                                          \
    name##1;                                                   \
    typedef struct __attribute__((aligned(aligned_2))) name##2 \
    {                                                          \
        T x, y;                                                \
    }                                                          \
    name##2;                                                   \
    typedef struct name##3                                     \
    {                                                          \
        T x, y, z;                                             \
    }                                                          \
    name##3;                                                   \
    typedef struct __attribute__((aligned(aligned_4))) name##4 \
    {                                                          \
        T x, y, z, w;                                          \
    }                                                          \
    name##4;                                                   \
    static inline name##1 make_##name##1(T x)                  \
    {                                                          \
        const name##1 v = {x};                                 \
        return v;                                              \
    }                                                          \
    static inline name##2 make_##name##2(T x, T y)             \
    {                                                          \
        const name##2 v = {x, y};                              \
        return v;                                              \
    }                                                          \
    static inline name##3 make_##name##3(T x, T y, T z)        \
    {                                                          \
        const name##3 v = {x, y, z};                           \
        return v;                                              \
    }                                                          \
    static inline name##4 make_##name##4(T x, T y, T z, T w)   \
    {                                                          \
        const name##4 v = {x, y, z, w};                        \
        return v;                                              \
    }

EMU_VECTORS(signed char, char, 2, 4)
EMU_VECTORS(unsigned char, uchar, 2, 4)
EMU_VECTORS(short, short, 4, 8)
EMU_VECTORS(unsigned short, ushort, 4, 8)
EMU_VECTORS(int, int, 8, 16)
EMU_VECTORS(unsigned, uint, 8, 16)
EMU_VECTORS(long, long, 16, 16)
EMU_VECTORS(unsigned long, ulong, 16, 16)
EMU_VECTORS(long long, longlong, 16, 16)
EMU_VECTORS(unsigned long long, ulonglong, 16, 16)
EMU_VECTORS(float, float, 8, 16)
EMU_VECTORS(double, double, 16, 16)
#undef EMU_VECTORS

typedef struct dim3 {
    unsigned x, y, z;
} dim3;

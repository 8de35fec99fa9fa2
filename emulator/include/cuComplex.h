// Complex numbers of CUDA's C interface: a float2 or double2 whose x is the real part.
#pragma once

#define CU_COMPLEX_H_

#include "cuda_emulator/host_defines.h"
#include "vector_functions.h"

#include <math.h>

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

// The quotient and the absolute value scale their operands first, so that squares neither overflow nor vanish.
#define EMU_COMPLEX(T, Pair, Name, Vector, f)                                                    \
    __host__ __device__ static inline T cuCreal##f(Pair z)                                       \
    {                                                                                            \
        return z.x;                                                                              \
    }                                                                                            \
    __host__ __device__ static inline T cuCimag##f(Pair z)                                       \
    {                                                                                            \
        return z.y;                                                                              \
    }                                                                                            \
    __host__ __device__ static inline Pair make_cu##Name##Complex(T real, T imaginary)           \
    {                                                                                            \
        return make_##Vector(real, imaginary);                                                   \
    }                                                                                            \
    __host__ __device__ static inline Pair cuConj##f(Pair z)                                     \
    {                                                                                            \
        return make_cu##Name##Complex(z.x, -z.y);                                                \
    }                                                                                            \
    __host__ __device__ static inline Pair cuCadd##f(Pair a, Pair b)                             \
    {                                                                                            \
        return make_cu##Name##Complex(a.x + b.x, a.y + b.y);                                     \
    }                                                                                            \
    __host__ __device__ static inline Pair cuCsub##f(Pair a, Pair b)                             \
    {                                                                                            \
        return make_cu##Name##Complex(a.x - b.x, a.y - b.y);                                     \
    }                                                                                            \
    __host__ __device__ static inline Pair cuCmul##f(Pair a, Pair b)                             \
    {                                                                                            \
        return make_cu##Name##Complex(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);             \
    }                                                                                            \
    __host__ __device__ static inline Pair cuCdiv##f(Pair a, Pair b)                             \
    {                                                                                            \
        const T scale = 1 / (fabs##f(b.x) + fabs##f(b.y));                                       \
        const T ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale;          \
        const T over = 1 / (bx * bx + by * by);                                                  \
        return make_cu##Name##Complex((ax * bx + ay * by) * over, (ay * bx - ax * by) * over);   \
    }                                                                                            \
    __host__ __device__ static inline T cuCabs##f(Pair z)                                        \
    {                                                                                            \
        return hypot##f(z.x, z.y);                                                               \
    }                                                                                            \
    __host__ __device__ static inline Pair cuCfma##f(Pair a, Pair b, Pair c)                     \
    {                                                                                            \
        return make_cu##Name##Complex(a.x * b.x + c.x - a.y * b.y, a.x * b.y + c.y + a.y * b.x); \
    }

EMU_COMPLEX(float, cuFloatComplex, Float, float2, f)
EMU_COMPLEX(double, cuDoubleComplex, Double, double2, )

#undef EMU_COMPLEX

__host__ __device__ static inline cuComplex make_cuComplex(float real, float imaginary)
{
    return make_float2(real, imaginary);
}
__host__ __device__ static inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z)
{
    return make_double2(z.x, z.y);
}
__host__ __device__ static inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z)
{
    return make_float2((float)z.x, (float)z.y);
}

// Math functions and intrinsics beyond those of <cmath>.
#pragma once

#include <cstdint>
#include <cstring>
#include <math.h>  // NOLINT: unlike <cmath>, it puts the overloads into the global namespace
#include <stdlib.h>

inline float min(float a, float b)
{
    return fminf(a, b);
}
inline float max(float a, float b)
{
    return fmaxf(a, b);
}
inline double min(double a, double b)
{
    return fmin(a, b);
}
inline double max(double a, double b)
{
    return fmax(a, b);
}
inline double min(float a, double b)
{
    return fmin(a, b);
}
inline double min(double a, float b)
{
    return fmin(a, b);
}
inline double max(float a, double b)
{
    return fmax(a, b);
}
inline double max(double a, float b)
{
    return fmax(a, b);
}

inline float rsqrtf(float x)
{
    return 1.0f / sqrtf(x);
}
inline double rsqrt(double x)
{
    return 1.0 / sqrt(x);
}
inline float rsqrt(float x)
{
    return rsqrtf(x);
}
inline float rcbrtf(float x)
{
    return 1.0f / cbrtf(x);
}
inline double rcbrt(double x)
{
    return 1.0 / cbrt(x);
}
inline float sinpif(float x)
{
    return float(sin(M_PI * fmod(double(x), 2.0)));
}
inline float cospif(float x)
{
    return float(cos(M_PI * fmod(double(x), 2.0)));
}
inline double sinpi(double x)
{
    return sin(M_PI * fmod(x, 2.0));
}
inline double cospi(double x)
{
    return cos(M_PI * fmod(x, 2.0));
}
inline float norm3df(float x, float y, float z)
{
    return sqrtf(x * x + y * y + z * z);
}
inline float rnorm3df(float x, float y, float z)
{
    return 1.0f / norm3df(x, y, z);
}
inline double norm3d(double x, double y, double z)
{
    return sqrt(x * x + y * y + z * z);
}
inline float rhypotf(float x, float y)
{
    return 1.0f / hypotf(x, y);
}
inline float __saturatef(float x)
{
    return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
}
inline float saturate(float x)
{
    return __saturatef(x);
}

// Fast and rounded forms. All round to nearest here; fast ones are as exact as the slow ones.
inline float __fmaf_rn(float a, float b, float c)
{
    return fmaf(a, b, c);
}
inline float __fadd_rn(float a, float b)
{
    return a + b;
}
inline float __fsub_rn(float a, float b)
{
    return a - b;
}
inline float __fmul_rn(float a, float b)
{
    return a * b;
}
inline float __fdiv_rn(float a, float b)
{
    return a / b;
}
inline float __frcp_rn(float x)
{
    return 1.0f / x;
}
inline float __fsqrt_rn(float x)
{
    return sqrtf(x);
}
inline float __frsqrt_rn(float x)
{
    return rsqrtf(x);
}
inline float __fdividef(float a, float b)
{
    return a / b;
}
inline float fdividef(float a, float b)
{
    return a / b;
}
// Macros, as the C library's headers declare functions of these names.
#define __expf(x) expf(x)
#define __exp10f(x) exp10f(x)
#define __logf(x) logf(x)
#define __log2f(x) log2f(x)
#define __log10f(x) log10f(x)
#define __powf(x, y) powf(x, y)
#define __sinf(x) sinf(x)
#define __cosf(x) cosf(x)
#define __tanf(x) tanf(x)
#define __sincosf(x, s, c) sincosf(x, s, c)
inline double __fma_rn(double a, double b, double c)
{
    return fma(a, b, c);
}
inline double __dadd_rn(double a, double b)
{
    return a + b;
}
inline double __dsub_rn(double a, double b)
{
    return a - b;
}
inline double __dmul_rn(double a, double b)
{
    return a * b;
}
inline double __ddiv_rn(double a, double b)
{
    return a / b;
}
inline double __drcp_rn(double x)
{
    return 1.0 / x;
}
inline double __dsqrt_rn(double x)
{
    return sqrt(x);
}

namespace emu {

template <class To, class From>
inline To reinterpret_bits(From from)
{
    static_assert(sizeof(To) == sizeof(From));
    return __builtin_bit_cast(To, from);
}

}  // namespace emu

inline int __float_as_int(float x)
{
    return emu::reinterpret_bits<int>(x);
}
inline unsigned __float_as_uint(float x)
{
    return emu::reinterpret_bits<unsigned>(x);
}
inline float __int_as_float(int x)
{
    return emu::reinterpret_bits<float>(x);
}
inline float __uint_as_float(unsigned x)
{
    return emu::reinterpret_bits<float>(x);
}
inline long long __double_as_longlong(double x)
{
    return emu::reinterpret_bits<long long>(x);
}
inline double __longlong_as_double(long long x)
{
    return emu::reinterpret_bits<double>(x);
}
inline int __double2hiint(double x)
{
    return int(__double_as_longlong(x) >> 32);
}
inline int __double2loint(double x)
{
    return int(__double_as_longlong(x));
}

// Conversions: to nearest even, towards zero, up, down.
inline int __float2int_rn(float x)
{
    return int(lrintf(x));
}
inline int __float2int_rz(float x)
{
    return int(x);
}
inline int __float2int_ru(float x)
{
    return int(ceilf(x));
}
inline int __float2int_rd(float x)
{
    return int(floorf(x));
}
inline unsigned __float2uint_rn(float x)
{
    return unsigned(llrintf(x));
}
inline unsigned __float2uint_rz(float x)
{
    return unsigned(x);
}
inline int __double2int_rn(double x)
{
    return int(lrint(x));
}
inline int __double2int_rz(double x)
{
    return int(x);
}
inline float __double2float_rn(double x)
{
    return float(x);
}
inline float __int2float_rn(int x)
{
    return float(x);
}
inline float __uint2float_rn(unsigned x)
{
    return float(x);
}
inline double __int2double_rn(int x)
{
    return double(x);
}

// Math functions and intrinsics beyond those of <cmath>.
//
// Those that a C library may declare some day, as glibc 2.41 does sinpi() and 2.42 rsqrt(), are templates: a call prefers the
// library's function, as an ordinary one, and without it takes the one here.
#pragma once

#include "cuda_emulator/special_functions.h"

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

template <int = 0>
float rsqrtf(float x)
{
    return 1.0f / sqrtf(x);
}
template <int = 0>
double rsqrt(double x)
{
    return 1.0 / sqrt(x);
}
template <int = 0>
float rsqrt(float x)
{
    return rsqrtf(x);
}
template <int = 0>
float rcbrtf(float x)
{
    return 1.0f / cbrtf(x);
}
template <int = 0>
double rcbrt(double x)
{
    return 1.0 / cbrt(x);
}
template <int = 0>
float norm3df(float x, float y, float z)
{
    return sqrtf(x * x + y * y + z * z);
}
template <int = 0>
float rnorm3df(float x, float y, float z)
{
    return 1.0f / norm3df(x, y, z);
}
template <int = 0>
double norm3d(double x, double y, double z)
{
    return sqrt(x * x + y * y + z * z);
}
template <int = 0>
float rhypotf(float x, float y)
{
    return 1.0f / hypotf(x, y);
}
template <int = 0>
double rnorm3d(double x, double y, double z)
{
    return 1.0 / norm3d(x, y, z);
}
template <int = 0>
float norm4df(float x, float y, float z, float w)
{
    return sqrtf(x * x + y * y + z * z + w * w);
}
template <int = 0>
float rnorm4df(float x, float y, float z, float w)
{
    return 1.0f / norm4df(x, y, z, w);
}
template <int = 0>
double norm4d(double x, double y, double z, double w)
{
    return sqrt(x * x + y * y + z * z + w * w);
}
template <int = 0>
double rnorm4d(double x, double y, double z, double w)
{
    return 1.0 / norm4d(x, y, z, w);
}
template <int = 0>
float normf(int n, const float* x)
{
    float sum = 0;
    for (int i = 0; i < n; ++i)
        sum += x[i] * x[i];
    return sqrtf(sum);
}
template <int = 0>
double norm(int n, const double* x)
{
    double sum = 0;
    for (int i = 0; i < n; ++i)
        sum += x[i] * x[i];
    return sqrt(sum);
}
template <int = 0>
float rnormf(int n, const float* x)
{
    return 1.0f / normf(n, x);
}
template <int = 0>
double rnorm(int n, const double* x)
{
    return 1.0 / norm(n, x);
}
template <int = 0>
double rhypot(double x, double y)
{
    return 1.0 / hypot(x, y);
}
template <int = 0>
void sincospif(float x, float* s, float* c)
{
    *s = sinpif(x);
    *c = cospif(x);
}
template <int = 0>
void sincospi(double x, double* s, double* c)
{
    *s = sinpi(x);
    *c = cospi(x);
}
template <int = 0>
float normcdff(float x)
{
    return 0.5f * erfcf(-x * float(M_SQRT1_2));
}
template <int = 0>
double normcdf(double x)
{
    return 0.5 * erfc(-x * M_SQRT1_2);
}
inline float __saturatef(float x)
{
    return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
}

// Fast forms, as exact as the slow ones.
inline float __fdividef(float a, float b)
{
    return a / b;
}
template <int = 0>
double fdivide(double a, double b)
{
    return a / b;
}
template <int = 0>
float fdividef(float a, float b)
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
#define __tanhf(x) tanhf(x)
#define __sincosf(x, s, c) sincosf(x, s, c)
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
inline double __hiloint2double(int high, int low)
{
    return __longlong_as_double(
        static_cast<long long>(static_cast<unsigned long long>(high) << 32 | unsigned(low)));
}
inline int __double2hiint(double x)
{
    return int(__double_as_longlong(x) >> 32);
}
inline int __double2loint(double x)
{
    return int(__double_as_longlong(x));
}

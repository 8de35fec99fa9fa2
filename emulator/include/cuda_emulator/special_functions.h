// CUDA's functions that no C library has. In double precision, to a few units in the last place; those of float are
// the same functions, rounded.
#pragma once

double erfinv(double y);
double erfcinv(double y);
double erfcx(double x);
double normcdfinv(double y);
double cyl_bessel_i0(double x);
double cyl_bessel_i1(double x);
double sinpi(double x);
double cospi(double x);

inline float erfinvf(float y)
{
    return float(erfinv(y));
}
inline float erfcinvf(float y)
{
    return float(erfcinv(y));
}
inline float erfcxf(float x)
{
    return float(erfcx(x));
}
inline float normcdfinvf(float y)
{
    return float(normcdfinv(y));
}
inline float cyl_bessel_i0f(float x)
{
    return float(cyl_bessel_i0(x));
}
inline float cyl_bessel_i1f(float x)
{
    return float(cyl_bessel_i1(x));
}
inline float sinpif(float x)
{
    return float(sinpi(x));
}
inline float cospif(float x)
{
    return float(cospi(x));
}

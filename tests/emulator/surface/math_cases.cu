// Math functions and their fast forms.
#include "cases.h"
#include "check.h"

#include <math_constants.h>

namespace {

__device__ bool close(double got, double want)
{
    return fabs(got - want) <= 1e-5 * fabs(want) + 1e-6;
}

__global__ void single_precision(float x)
{
    CHECK(close(rsqrtf(4 * x), 0.5) && close(rcbrtf(8 * x), 0.5) && close(cbrtf(27 * x), 3));
    CHECK(close(sinpif(0.5f * x), 1) && close(cospif(x), -1) && close(exp10f(2 * x), 100) &&
          close(exp2f(3 * x), 8));
    CHECK(close(norm3df(1, 2, 2 * x), 3) && close(rnorm3df(1, 2, 2 * x), 1.0 / 3));
    CHECK(close(norm4df(1, 1, 1, x), 2) && close(rnorm4df(1, 1, 1, x), 0.5) && close(rhypotf(3, 4 * x), 0.2));
    CHECK(close(hypotf(3, 4 * x), 5) && close(fdividef(9, 3 * x), 3) && close(normcdff(0 * x), 0.5));
    CHECK(close(fmaf(2, 3, 4 * x), 10) && close(fmodf(5.5f, 2 * x), 1.5) && close(copysignf(2, -x), -2));
    CHECK(fminf(x, 2) == 1 && fmaxf(x, 2) == 2 && min(x, 2.0f) == 1 && max(x, 2.0f) == 2);
    CHECK(close(lgammaf(5 * x), log(24.0)) && close(erff(x), 0.8427008) && close(log1pf(x), 0.6931472));
    CHECK(isnan(CUDART_NAN_F * x) && isinf(CUDART_INF_F) && isfinite(x) && signbit(-x));
    float s = 0, c = 0;
    sincosf(x, &s, &c);
    CHECK(close(s, sin(1.0)) && close(c, cos(1.0)));
    sincospif(x, &s, &c);
    CHECK(close(s, 0) && close(c, -1));
    CHECK(close(CUDART_PI_F, 3.14159265));
}

__global__ void fast_forms(float x)
{
    CHECK(close(__sinf(x), sin(1.0)) && close(__cosf(x), cos(1.0)) && close(__tanf(x), tan(1.0)));
    CHECK(close(__expf(x), exp(1.0)) && close(__exp10f(x), 10) && close(__powf(2 * x, 3), 8));
    CHECK(close(__logf(2 * x), log(2.0)) && close(__log2f(8 * x), 3) && close(__log10f(100 * x), 2));
    CHECK(close(__fdividef(9, 3 * x), 3) && close(__frsqrt_rn(4 * x), 0.5));
    CHECK(__saturatef(-x) == 0 && __saturatef(0.25f * x) == 0.25f && __saturatef(2 * x) == 1);
    float s = 0, c = 0;
    __sincosf(x, &s, &c);
    CHECK(close(s, sin(1.0)) && close(c, cos(1.0)));
}

__global__ void double_precision(double x)
{
    CHECK(close(rsqrt(4 * x), 0.5) && close(rcbrt(8 * x), 0.5) && close(sinpi(0.5 * x), 1) &&
          close(cospi(x), -1));
    CHECK(close(norm3d(1, 2, 2 * x), 3) && close(norm4d(1, 1, 1, x), 2) && close(rhypot(3, 4 * x), 0.2));
    CHECK(close(exp10(2 * x), 100) && close(normcdf(0 * x), 0.5) && close(fma(2.0, 3.0, 4 * x), 10));
    CHECK(min(x, 2.0) == 1 && max(1.0f, 2 * x) == 2);
    double s = 0, c = 0;
    sincospi(0.5 * x, &s, &c);
    CHECK(close(s, 1) && close(c, 0));
}

// Expected values: mpmath, 30 digits.
__device__ bool exactly(double got, double want)
{
    return fabs(got - want) <= 1e-14 * fabs(want);
}

__global__ void special_functions(double x)
{
    CHECK(exactly(erfinv(0.5 * x), 0.47693627620446987) && exactly(erfinv(-0.99 * x), -1.8213863677184495));
    CHECK(exactly(erfcinv(1e-20 * x), 6.6015806223551426) && isinf(erfinv(x)) && isnan(erfinv(2 * x)));
    CHECK(exactly(normcdfinv(0.975 * x), 1.9599639845400539) && normcdfinv(0.5 * x) == 0);
    CHECK(exactly(erfcx(x), 0.427583576155807) && exactly(erfcx(30 * x), 0.018795888861416751) &&
          exactly(erfcx(-x), 5.0089800807622835));
    CHECK(exactly(cyl_bessel_i0(2 * x), 2.2795853023360673) &&
          exactly(cyl_bessel_i0(50 * x), 2.9325537838493363e+20) &&
          exactly(cyl_bessel_i1(-2 * x), -1.5906368546373291) && isinf(cyl_bessel_i0(1000 * x)));
    CHECK(sinpi(3 * x) == 0 && sinpi(-1.5 * x) == 1 && cospi(0.5 * x) == 0 && cospi(2 * x) == 1);
    const float y = float(x);
    CHECK(close(erfinvf(0.5f * y), 0.476936) && close(erfcinvf(y), 0) && close(erfcxf(y), 0.427584));
    CHECK(close(normcdfinvf(0.975f * y), 1.959964) && close(cyl_bessel_i0f(2 * y), 2.279585) &&
          close(cyl_bessel_i1f(-2 * y), -1.590637));
    const double three_four[] = {3 * x, 4 * x};
    const float ones[] = {y, y, y, y};
    CHECK(close(rnorm(2, three_four), 0.2) && close(rnormf(4, ones), 0.5));
}

__global__ void float_bits()
{
    CHECK(__float_as_int(1.0f) == 0x3f800000 && __int_as_float(0x40000000) == 2.0f);
    CHECK(__float_as_uint(-0.0f) == 0x80000000u && __uint_as_float(0x3f800000u) == 1.0f);
    CHECK(__double_as_longlong(1.0) == 0x3ff0000000000000ll &&
          __longlong_as_double(0x4000000000000000ll) == 2.0);
    CHECK(__double2hiint(1.0) == 0x3ff00000 && __double2loint(1.0) == 0 &&
          __hiloint2double(0x3ff00000, 0) == 1.0);
}

SURFACE_CASE(math_functions)
{
    single_precision<<<1, 1>>>(1.0f);
    fast_forms<<<1, 1>>>(1.0f);
    double_precision<<<1, 1>>>(1.0);
    special_functions<<<1, 1>>>(1.0);
    float_bits<<<1, 1>>>();
    return take_failed_line();
}

}  // namespace

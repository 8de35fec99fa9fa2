// CUDA's functions that few C libraries have: templates, as in math_functions.h. In double precision, to a few units in the last
// place; those of float are the same functions, rounded.
#pragma once

namespace emu {

double erfinv(double y);
double erfcinv(double y);
double erfcx(double x);
double normcdfinv(double y);
double cyl_bessel_i0(double x);
double cyl_bessel_i1(double x);
double sinpi(double x);
double cospi(double x);

}  // namespace emu

#define EMU_SPECIAL(name)           \
    template <int = 0>              \
    double name(double x)           \
    {                               \
        return emu::name(x);        \
    }                               \
    template <int = 0>              \
    float name##f(float x)          \
    {                               \
        return float(emu::name(x)); \
    }
EMU_SPECIAL(erfinv)
EMU_SPECIAL(erfcinv)
EMU_SPECIAL(erfcx)
EMU_SPECIAL(normcdfinv)
EMU_SPECIAL(cyl_bessel_i0)
EMU_SPECIAL(cyl_bessel_i1)
EMU_SPECIAL(sinpi)
EMU_SPECIAL(cospi)
#undef EMU_SPECIAL

#include "cuda_emulator/small_float.h"

#include <cmath>
#include <cstring>

namespace emu {
namespace {

// digits: of the significand, the hidden one included; least: the exponent of the smallest normal number.
struct Layout {
    int digits, least;
    uint16_t infinity;
};

constexpr Layout kHalf{11, -14, 0x7c00}, kBfloat16{8, -126, 0x7f80};

uint16_t encode(double value, Rounding rounding, const Layout& layout)
{
    if (value != value)
        return 0x7fff;
    const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    const double magnitude = std::fabs(value);
    if (std::isinf(magnitude))
        return sign | layout.infinity;
    if (magnitude == 0)
        return sign;

    int exponent = 0;
    std::frexp(magnitude, &exponent);
    exponent = exponent - 1 < layout.least ? layout.least : exponent - 1;
    const double significand = std::ldexp(magnitude, layout.digits - 1 - exponent);  // exact
    const bool away = rounding == (sign ? Rounding::down : Rounding::up);
    const double whole = rounding == Rounding::nearest ? std::nearbyint(significand)
                         : away                        ? std::ceil(significand)
                                                       : std::floor(significand);
    // A carry of the significand increments the exponent, which is correct.
    const long bits = long(whole) + (long(exponent - layout.least) << (layout.digits - 1));
    if (bits >= layout.infinity)
        return sign | (rounding == Rounding::nearest || away ? layout.infinity : layout.infinity - 1);
    return sign | uint16_t(bits);
}

float as_float(uint32_t bits)
{
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

}  // namespace

uint16_t HalfFormat::bits(double value, Rounding rounding)
{
    return encode(value, rounding, kHalf);
}

float HalfFormat::value(uint16_t bits)
{
    const uint32_t sign = uint32_t(bits & 0x8000) << 16, rest = bits & 0x7fff;
    if (rest >= kHalf.infinity)
        return as_float(sign | 0x7f800000 | (rest & 0x3ff) << 13);
    const float magnitude = as_float(rest << 13) * 0x1p112f;  // correct for subnormal numbers too
    return sign ? -magnitude : magnitude;
}

uint16_t Bfloat16Format::bits(double value, Rounding rounding)
{
    return encode(value, rounding, kBfloat16);
}

float Bfloat16Format::value(uint16_t bits)
{
    return as_float(uint32_t(bits) << 16);
}

}  // namespace emu

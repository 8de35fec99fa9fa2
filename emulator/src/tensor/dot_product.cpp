#include "tensor/dot_product.h"

#include <algorithm>

namespace emu {
namespace {

constexpr int kNone = -100000;  // below all exponents

constexpr int bias_of(const FloatFormat& format)
{
    return (1 << (format.exponent_bits - 1)) - 1;
}

// What a block's terms have in common.
struct Special {
    bool nan = false, plus = false, minus = false;  // infinities
};

void note_infinity(Special& special, bool negative)
{
    (negative ? special.minus : special.plus) = true;
}

void note_special(Special& special, const Unpacked& x, const Unpacked& y)
{
    const bool zero = (x.kind == Unpacked::finite && x.significand == 0) ||
                      (y.kind == Unpacked::finite && y.significand == 0);
    if (x.kind == Unpacked::nan || y.kind == Unpacked::nan || zero)
        special.nan = true;  // zero: times infinity
    else
        note_infinity(special, (x.significand < 0) != (y.significand < 0));
}

// value * 2^shift without the digits after the point. The sign does not matter for them.
int64_t aligned(int64_t value, int shift)
{
    if (shift >= 0)
        return value * (int64_t(1) << shift);
    if (shift <= -63)
        return 0;
    const int64_t magnitude = (value < 0 ? -value : value) >> -shift;
    return value < 0 ? -magnitude : magnitude;
}

// sum * 2^exponent in the format: to the nearest for half, else cut off.
uint32_t pack(int64_t sum, int exponent, const FloatFormat& format)
{
    if (sum == 0)
        return 0;
    const int bias = bias_of(format), digits = format.fraction_bits;
    const uint32_t sign = sum < 0 ? 1u << (format.exponent_bits + digits) : 0;
    const uint64_t magnitude = sum < 0 ? uint64_t(-sum) : uint64_t(sum);
    const int top = std::max(63 - __builtin_clzll(magnitude) + exponent, 1 - bias);
    const int drop = top - digits - exponent;  // digits after the last one of the format
    uint64_t significand = 0;
    if (drop <= 0) {
        significand = magnitude << -drop;
    } else if (drop < 64) {
        significand = magnitude >> drop;
        const uint64_t rest = magnitude & ((uint64_t(1) << drop) - 1), half = uint64_t(1) << (drop - 1);
        if (format.exponent_bits == kHalfFormat.exponent_bits)
            significand += rest > half || (rest == half && (significand & 1));
    }
    if (significand == 0)
        return 0;  // without the sign
    // A carry of the significand increments the exponent, which is correct.
    const int64_t bits = int64_t(significand) + (int64_t(top + bias - 1) << digits);
    const int64_t infinity = ((int64_t(1) << format.exponent_bits) - 1) << digits;
    return sign | uint32_t(std::min(bits, infinity));
}

uint32_t infinity(bool negative, const FloatFormat& format)
{
    return ((1u << format.exponent_bits) - 1) << format.fraction_bits |
           uint32_t(negative) << (format.exponent_bits + format.fraction_bits);
}

}  // namespace

Unpacked unpack(uint32_t bits, const FloatFormat& format)
{
    const bool negative = bits >> (format.exponent_bits + format.stored_bits) & 1;
    const int stored = int(bits >> format.stored_bits) & ((1 << format.exponent_bits) - 1);
    auto fraction =
        int32_t((bits & ((1u << format.stored_bits) - 1)) >> (format.stored_bits - format.fraction_bits));
    if (stored == (1 << format.exponent_bits) - 1)
        return {negative ? -1 : 1, 0, fraction ? Unpacked::nan : Unpacked::infinite};
    if (stored)
        fraction |= 1 << format.fraction_bits;
    return {negative ? -fraction : fraction, int16_t(std::max(stored, 1) - bias_of(format)),
            Unpacked::finite};
}

uint32_t dot_product(const Unpacked* a, const Unpacked* b, int n, int fraction_bits, uint32_t c,
                     const FloatFormat& of_c)
{
    const Unpacked start = unpack(c, of_c);
    Special special;
    special.nan = start.kind == Unpacked::nan;
    if (start.kind == Unpacked::infinite)
        note_infinity(special, start.significand < 0);
    int largest = start.kind == Unpacked::finite && start.significand ? start.exponent : kNone;
    for (int i = 0; i < n; ++i) {
        if (a[i].kind | b[i].kind)
            note_special(special, a[i], b[i]);
        else if (a[i].significand && b[i].significand)
            largest = std::max(largest, a[i].exponent + b[i].exponent);
    }
    if (special.nan || (special.plus && special.minus))
        return of_c.exponent_bits == kHalfFormat.exponent_bits ? kHalfNan : kFloatNan;
    if (special.plus || special.minus)
        return infinity(special.minus, of_c);
    if (largest == kNone)
        return 0;
    const int point = kFractionBits - largest;
    int64_t sum =
        start.significand ? aligned(start.significand, start.exponent - of_c.fraction_bits + point) : 0;
    for (int i = 0; i < n; ++i)
        if (const int64_t product = int64_t(a[i].significand) * b[i].significand)
            sum += aligned(product, a[i].exponent + b[i].exponent - 2 * fraction_bits + point);
    return pack(sum, largest - kFractionBits, of_c);
}

}  // namespace emu

// Inline PTX: cvt, and arithmetic of half and bfloat16.
#pragma once

#include "ptx_arithmetic.h"
#include "small_float.h"

#include <cmath>
#include <limits>

namespace emu::ptx {

enum class Rounding {
    nearest,
    toward_zero,
    down,
    up,
    whole_nearest,
    whole_toward_zero,
    whole_down,
    whole_up
};

constexpr emu::Rounding rounding_of(Rounding how)
{
    return how == Rounding::toward_zero ? emu::Rounding::zero
           : how == Rounding::down      ? emu::Rounding::down
           : how == Rounding::up        ? emu::Rounding::up
                                        : emu::Rounding::nearest;
}

// Types of registers that C++ has no type for.
struct Half {
    using Register = unsigned short;
    static double value(Register bits) { return HalfFormat::value(bits); }
    static Register bits(double value, Rounding how) { return HalfFormat::bits(value, rounding_of(how)); }
};
struct Bfloat16 {
    using Register = unsigned short;
    static double value(Register bits) { return Bfloat16Format::value(bits); }
    static Register bits(double value, Rounding how) { return Bfloat16Format::bits(value, rounding_of(how)); }
};
struct Tf32 {
    using Register = unsigned;
    // Away from zero if there are two nearest (.rna), which is the only rounding before sm_90.
    static Register bits(double value, Rounding)
    {
        const u32 all = bits_as<u32>(float(value));
        return (all & 0x7f800000) == 0x7f800000 ? all : (all + 0x1000) & 0xffffe000;
    }
};

template <class T>
constexpr bool is_small = std::is_class_v<T>;

// To a whole number, as double.
inline double whole(double x, Rounding how)
{
    switch (how) {
        case Rounding::whole_nearest:
            return std::nearbyint(x);
        case Rounding::whole_down:
            return std::floor(x);
        case Rounding::whole_up:
            return std::ceil(x);
        case Rounding::whole_toward_zero:
            return std::trunc(x);
        default:
            return x;
    }
}

constexpr emu::Rounding of_whole(Rounding how)
{
    return how == Rounding::whole_nearest ? emu::Rounding::nearest
           : how == Rounding::whole_down  ? emu::Rounding::down
           : how == Rounding::whole_up    ? emu::Rounding::up
                                          : emu::Rounding::zero;
}

// A float to an integer: what does not fit becomes the nearest that does.
template <class To, class From>
inline To to_integer(From x, Rounding how)
{
    if constexpr (std::is_same_v<To, int>)
        return to_int(x, of_whole(how));
    else if constexpr (std::is_same_v<To, unsigned>)
        return to_unsigned(x, of_whole(how));
    else if constexpr (std::is_same_v<To, long long>)
        return to_long_long(x, of_whole(how));
    else if constexpr (std::is_same_v<To, unsigned long long>)
        return to_unsigned_long_long(x, of_whole(how));
    else {
        using Limits = std::numeric_limits<To>;
        const double value = x != x ? 0 : whole(x, how);
        return value <= Limits::min() ? Limits::min() : value >= Limits::max() ? Limits::max() : To(value);
    }
}

template <class To, class From, bool saturate>
inline To integer_to_integer(From x)
{
    using Limits = std::numeric_limits<To>;
    if constexpr (saturate) {
        const auto value = __int128(x);
        return value < Limits::min() ? Limits::min() : value > Limits::max() ? Limits::max() : To(x);
    } else {
        return To(x);
    }
}

template <class To, Rounding how, bool saturate, class From>
inline auto from_number(From x)
{
    if constexpr (std::is_integral_v<To> && std::is_integral_v<From>) {
        return integer_to_integer<To, From, saturate>(x);
    } else if constexpr (std::is_integral_v<To>) {
        return to_integer<To>(x, how);
    } else if constexpr (std::is_integral_v<From>) {
        using Widest = std::conditional_t<std::is_signed_v<From>, long long, u64>;
        if constexpr (is_small<To>)
            return To::bits(to_double(Widest(x), rounding_of(how)), how);
        else if constexpr (sizeof(To) == 4)
            return to_float(Widest(x), rounding_of(how));
        else
            return to_double(Widest(x), rounding_of(how));
    } else {
        double value = whole(double(x), how);
        if (saturate)
            value = value > 1 ? 1 : value > 0 ? value : 0;  // NaN becomes 0
        if constexpr (is_small<To>)
            return To::bits(value, how);
        else if constexpr (sizeof(To) == 4)
            return to_float(value, rounding_of(how));
        else
            return value;
    }
}

template <class To, class From, Rounding how, bool saturate, class Register>
inline auto convert(Register x)
{
    if constexpr (is_small<From>)
        return from_number<To, how, saturate>(float(From::value(x)));
    else
        return from_number<To, how, saturate>(From(x));
}

// One number in the lowest 16 bits, or a pair of them. The exact result fits into a double, and is rounded once.
template <class Format, bool pair, class Operation>
inline u32 small_each(Operation operation)
{
    u32 result = 0;
    for (int shift = 0; shift <= (pair ? 16 : 0); shift += 16)
        result |= u32(Format::bits(operation(shift), Rounding::nearest)) << shift;
    return result;
}
template <class Format>
inline double small_value(u32 x, int shift)
{
    return Format::value((unsigned short)(x >> shift));
}
template <class Format, bool pair>
inline u32 small_add(u32 a, u32 b)
{
    return small_each<Format, pair>(
        [=](int s) { return small_value<Format>(a, s) + small_value<Format>(b, s); });
}
template <class Format, bool pair>
inline u32 small_sub(u32 a, u32 b)
{
    return small_each<Format, pair>(
        [=](int s) { return small_value<Format>(a, s) - small_value<Format>(b, s); });
}
template <class Format, bool pair>
inline u32 small_mul(u32 a, u32 b)
{
    return small_each<Format, pair>(
        [=](int s) { return small_value<Format>(a, s) * small_value<Format>(b, s); });
}
template <class Format, bool pair>
inline u32 small_fma(u32 a, u32 b, u32 c)
{
    return small_each<Format, pair>([=](int s) {
        return small_value<Format>(a, s) * small_value<Format>(b, s) + small_value<Format>(c, s);
    });
}

}  // namespace emu::ptx

// Inline PTX: the values of registers, and arithmetic.
#pragma once

#include "host_defines.h"
#include "integer_intrinsics.h"

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace emu::ptx {

using u32 = unsigned;
using u64 = unsigned long long;

template <class To, class From>
__forceinline__ To bits_as(From value)
{
    static_assert(sizeof(To) == sizeof(From));
    To result;
    __builtin_memcpy(&result, &value, sizeof result);
    return result;
}

// A register as a value of an instruction's type: a float and an integer share their bits, a pointer is its address.
template <class To, class From>
__forceinline__ To get(From value)
{
    if constexpr (std::is_pointer_v<From> || std::is_null_pointer_v<From>)
        return To(reinterpret_cast<uintptr_t>(value));
    else if constexpr (std::is_floating_point_v<To> != std::is_floating_point_v<From> &&
                       sizeof(To) == sizeof(From))
        return bits_as<To>(value);
    else
        return To(value);
}

template <class To, class From>
__forceinline__ void set(To& to, From value)
{
    if constexpr (std::is_pointer_v<To>)
        to = reinterpret_cast<To>(uintptr_t(value));
    else if constexpr (std::is_floating_point_v<To> != std::is_floating_point_v<From> &&
                       sizeof(To) == sizeof(From))
        to = bits_as<To>(value);
    else
        to = To(value);
}

// Integers wrap around.
template <class T>
using Wide = std::conditional_t<std::is_integral_v<T>, u64, T>;
template <class T>
inline T add(T a, T b)
{
    return T(Wide<T>(a) + Wide<T>(b));
}
template <class T>
inline T sub(T a, T b)
{
    return T(Wide<T>(a) - Wide<T>(b));
}
template <class T>
inline T mul(T a, T b)
{
    return T(Wide<T>(a) * Wide<T>(b));
}
template <class T>
inline T mul_hi(T a, T b)
{
    using Twice = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
    return T(Twice(a) * Twice(b) >> 8 * sizeof(T));
}
template <class T>
inline auto mul_wide(T a, T b)
{
    if constexpr (sizeof(T) == 2)
        return std::conditional_t<std::is_signed_v<T>, int, unsigned>(a * b);
    else
        return std::conditional_t<std::is_signed_v<T>, long long, u64>(a) * b;
}
inline int saturated(long long x)
{
    return x > 0x7fffffff ? 0x7fffffff : x < -0x80000000ll ? int(-0x80000000ll) : int(x);
}

// The carry flag of this thread, which lasts from one asm() to the next.
bool carry();
void set_carry(bool value);
template <class T>
inline T add_carry(T a, T b, bool in, bool out)
{
    using U = std::make_unsigned_t<T>;
    const auto sum = (unsigned __int128)U(a) + U(b) + (in && carry());
    if (out)
        set_carry(sum >> 8 * sizeof(T) != 0);
    return T(sum);
}
template <class T>
inline T sub_borrow(T a, T b, bool in, bool out)
{
    using U = std::make_unsigned_t<T>;
    const auto less = (unsigned __int128)U(b) + (in && carry());
    if (out)
        set_carry(less > U(a));
    return T(U(a) - U(less));
}

// The truth table's bit 4 a + 2 b + c, at each place.
inline u32 lop3(u32 a, u32 b, u32 c, u32 table)
{
    u32 result = 0;
    for (u32 row = 0; row < 8; ++row)
        if (table >> row & 1)
            result |= (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
    return result;
}

// Shifts by all bits or more give 0, or the sign.
template <class T>
inline T shl(T a, u32 n)
{
    return n >= 8 * sizeof(T) ? T(0) : T(u64(a) << n);
}
template <class T>
inline T shr(T a, u32 n)
{
    return n >= 8 * sizeof(T) ? T(a < 0 ? -1 : 0) : T(a >> n);
}

template <class T>
inline T bfe(T a, u32 position, u32 length)
{
    constexpr u32 kBits = 8 * sizeof(T);
    position &= 0xff, length &= 0xff;
    if (length == 0)
        return 0;
    const T field = shr(a, position);
    if (length >= kBits || (std::is_signed_v<T> && position + length >= kBits))
        return field;
    const u32 above = kBits - length;
    return T(T(std::make_unsigned_t<T>(field) << above) >> above);
}
// The lowest `length` bits of a take the place of those of b from `position` on.
template <class T>
inline T bfi(T a, T b, u32 position, u32 length)
{
    constexpr u32 kBits = 8 * sizeof(T);
    position &= 0xff, length &= 0xff;
    const T ones = length >= kBits ? T(~T(0)) : T((T(1) << length) - 1);
    const T mask = shl(ones, position);
    return T((b & ~mask) | (shl(a, position) & mask));
}

// The place of the highest bit that differs from the sign, or its distance from the top; -1 if there is none.
template <class T>
inline u32 bfind(T a, bool distance)
{
    const u64 bits = std::make_unsigned_t<T>(a < 0 ? T(~a) : a);
    if (bits == 0)
        return ~0u;
    const u32 place = 63 - u32(__builtin_clzll(bits));
    return distance ? u32(8 * sizeof(T) - 1) - place : place;
}

// Bit 3 of a selector fills the byte with the sign of the chosen one.
inline u32 prmt(u32 a, u32 b, u32 selectors)
{
    const u64 bytes = u64(b) << 32 | a;
    u32 result = 0;
    for (u32 i = 0; i < 4; ++i) {
        const u32 selector = selectors >> 4 * i & 15;
        u32 byte = u32(bytes >> 8 * (selector & 7)) & 0xff;
        if (selector & 8)
            byte = byte & 0x80 ? 0xff : 0;
        result |= byte << 8 * i;
    }
    return result;
}
// The modes f4e, b4e, rc8, ecl, ecr, rc16, as selectors.
inline u32 prmt_mode(u32 a, u32 b, u32 c, int mode)
{
    static constexpr unsigned short kSelectors[6][4] = {
        {0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123}, {0x0000, 0x1111, 0x2222, 0x3333},
        {0x3210, 0x3211, 0x3222, 0x3333}, {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232}};
    return prmt(a, b, kSelectors[mode][c & 3]);
}

template <class T>
inline T sad(T a, T b, T c)
{
    return add<T>(c, a > b ? sub<T>(a, b) : sub<T>(b, a));
}

enum class Comparison {
    eq_,
    ne_,
    lt_,
    le_,
    gt_,
    ge_,
    lo_,
    ls_,
    hi_,
    hs_,
    equ_,
    neu_,
    ltu_,
    leu_,
    gtu_,
    geu_,
    num_,
    nan_
};
template <Comparison comparison, class T>
inline bool compare(T a, T b)
{
    using C = Comparison;
    [[maybe_unused]] const bool unordered = a != a || b != b;
    switch (comparison) {
        case C::eq_:
            return a == b;
        case C::ne_:
            return !unordered && a != b;
        case C::lt_:
        case C::lo_:
            return a < b;
        case C::le_:
        case C::ls_:
            return a <= b;
        case C::gt_:
        case C::hi_:
            return a > b;
        case C::ge_:
        case C::hs_:
            return a >= b;
        case C::equ_:
            return unordered || a == b;
        case C::neu_:
            return a != b;
        case C::ltu_:
            return !(a >= b);
        case C::leu_:
            return !(a > b);
        case C::gtu_:
            return !(a <= b);
        case C::geu_:
            return !(a < b);
        case C::num_:
            return !unordered;
        case C::nan_:
            return unordered;
    }
}

}  // namespace emu::ptx

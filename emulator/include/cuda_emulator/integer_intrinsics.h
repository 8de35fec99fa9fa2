// Integer intrinsics, and CUDA's overloads of min and max.
#pragma once

#include <cstdint>

inline int __popc(unsigned x)
{
    return __builtin_popcount(x);
}
inline int __popcll(unsigned long long x)
{
    return __builtin_popcountll(x);
}
inline int __clz(int x)
{
    return x ? __builtin_clz(unsigned(x)) : 32;
}
inline int __clzll(long long x)
{
    return x ? __builtin_clzll(static_cast<unsigned long long>(x)) : 64;
}
inline int __ffs(int x)
{
    return __builtin_ffs(x);
}
inline int __ffsll(long long x)
{
    return __builtin_ffsll(x);
}

inline unsigned long long __brevll(unsigned long long x)
{
    x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
    x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
    return __builtin_bswap64(x);
}
inline unsigned __brev(unsigned x)
{
    return unsigned(__brevll(x) >> 32);
}

// Selects four of the eight bytes of y:x by the four nibbles of `selector`. Bit 3 of a nibble replicates the
// sign.
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector)
{
    const uint64_t bytes = uint64_t(y) << 32 | x;
    unsigned result = 0;
    for (int i = 0; i < 4; ++i) {
        const unsigned nibble = selector >> 4 * i;
        unsigned byte = unsigned(bytes >> 8 * (nibble & 7)) & 0xff;
        if (nibble & 8)
            byte = byte & 0x80 ? 0xff : 0;
        result |= byte << 8 * i;
    }
    return result;
}

// A 32-bit part of the 64-bit value high:low. The _lc and _rc forms clamp the shift to 32.
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift)
{
    return unsigned((uint64_t(high) << 32 | low) << (shift & 31) >> 32);
}
inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift)
{
    return unsigned((uint64_t(high) << 32 | low) << (shift < 32 ? shift : 32) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift)
{
    return unsigned((uint64_t(high) << 32 | low) >> (shift & 31));
}
inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift)
{
    return unsigned((uint64_t(high) << 32 | low) >> (shift < 32 ? shift : 32));
}

inline int __mulhi(int x, int y)
{
    return int(int64_t(x) * y >> 32);
}
inline unsigned __umulhi(unsigned x, unsigned y)
{
    return unsigned(uint64_t(x) * y >> 32);
}
inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y)
{
    __extension__ typedef unsigned __int128 Wide;
    return static_cast<unsigned long long>(Wide(x) * y >> 64);
}
inline long long __mul64hi(long long x, long long y)
{
    __extension__ typedef __int128 Wide;
    return static_cast<long long>(Wide(x) * y >> 64);
}
inline int __mul24(int x, int y)
{
    return int(unsigned(x << 8 >> 8) * unsigned(y << 8 >> 8));
}
inline unsigned __umul24(unsigned x, unsigned y)
{
    return (x & 0xffffff) * (y & 0xffffff);
}
inline unsigned __sad(int x, int y, unsigned z)
{
    return z + unsigned(x > y ? x - y : y - x);
}
inline unsigned __usad(unsigned x, unsigned y, unsigned z)
{
    return z + (x > y ? x - y : y - x);
}
inline int __hadd(int x, int y)
{
    return int((int64_t(x) + y) >> 1);
}
inline int __rhadd(int x, int y)
{
    return int((int64_t(x) + y + 1) >> 1);
}

inline unsigned __uhadd(unsigned x, unsigned y)
{
    return unsigned((uint64_t(x) + y) >> 1);
}
inline unsigned __urhadd(unsigned x, unsigned y)
{
    return unsigned((uint64_t(x) + y + 1) >> 1);
}

// The position of the offset-th set bit of the mask, searched upwards (offset > 0) or downwards (offset < 0)
// from `base`. 0xffffffff if there is none.
inline unsigned __fns(unsigned mask, unsigned base, int offset)
{
    if (offset == 0)
        return mask >> base & 1 ? base : ~0u;
    const int step = offset > 0 ? 1 : -1;
    for (int bit = int(base), left = offset * step; bit >= 0 && bit < 32; bit += step)
        if ((mask >> bit & 1) && --left == 0)
            return unsigned(bit);
    return ~0u;
}

inline int __dp4a(int a, int b, int c)
{
    for (int i = 0; i < 4; ++i)
        c += int(int8_t(a >> 8 * i)) * int8_t(b >> 8 * i);
    return c;
}
inline unsigned __dp4a(unsigned a, unsigned b, unsigned c)
{
    for (int i = 0; i < 4; ++i)
        c += (a >> 8 * i & 0xff) * (b >> 8 * i & 0xff);
    return c;
}

// __dp2a_lo(a, b, c): c plus the products of a's 16-bit halves and b's two lower bytes; _hi: the two upper
// bytes.
inline int __dp2a_lo(int a, int b, int c)
{
    return c + int16_t(a) * int8_t(b) + int16_t(a >> 16) * int8_t(b >> 8);
}
inline int __dp2a_hi(int a, int b, int c)
{
    return __dp2a_lo(a, b >> 16, c);
}
inline unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c)
{
    return c + (a & 0xffff) * (b & 0xff) + (a >> 16) * (b >> 8 & 0xff);
}
inline unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c)
{
    return __dp2a_lo(a, b >> 16, c);
}

#define EMU_MIN_MAX(T)        \
    constexpr T min(T a, T b) \
    {                         \
        return b < a ? b : a; \
    }                         \
    constexpr T max(T a, T b) \
    {                         \
        return a < b ? b : a; \
    }
EMU_MIN_MAX(int)
EMU_MIN_MAX(unsigned)
EMU_MIN_MAX(long)
EMU_MIN_MAX(unsigned long)
EMU_MIN_MAX(long long)
EMU_MIN_MAX(unsigned long long)
#undef EMU_MIN_MAX

// A signed and an unsigned value are compared as unsigned, as in CUDA.
constexpr unsigned min(int a, unsigned b)
{
    return min(unsigned(a), b);
}
constexpr unsigned min(unsigned a, int b)
{
    return min(a, unsigned(b));
}
constexpr unsigned max(int a, unsigned b)
{
    return max(unsigned(a), b);
}
constexpr unsigned max(unsigned a, int b)
{
    return max(a, unsigned(b));
}
constexpr unsigned long min(long a, unsigned long b)
{
    return min(static_cast<unsigned long>(a), b);
}
constexpr unsigned long min(unsigned long a, long b)
{
    return min(a, static_cast<unsigned long>(b));
}
constexpr unsigned long max(long a, unsigned long b)
{
    return max(static_cast<unsigned long>(a), b);
}
constexpr unsigned long max(unsigned long a, long b)
{
    return max(a, static_cast<unsigned long>(b));
}
constexpr unsigned long long min(long long a, unsigned long long b)
{
    return min(static_cast<unsigned long long>(a), b);
}
constexpr unsigned long long min(unsigned long long a, long long b)
{
    return min(a, static_cast<unsigned long long>(b));
}
constexpr unsigned long long max(long long a, unsigned long long b)
{
    return max(static_cast<unsigned long long>(a), b);
}
constexpr unsigned long long max(unsigned long long a, long long b)
{
    return max(a, static_cast<unsigned long long>(b));
}
constexpr unsigned umin(unsigned a, unsigned b)
{
    return min(a, b);
}
constexpr unsigned umax(unsigned a, unsigned b)
{
    return max(a, b);
}
constexpr long long llmin(long long a, long long b)
{
    return min(a, b);
}
constexpr long long llmax(long long a, long long b)
{
    return max(a, b);
}
constexpr unsigned long long ullmin(unsigned long long a, unsigned long long b)
{
    return min(a, b);
}
constexpr unsigned long long ullmax(unsigned long long a, unsigned long long b)
{
    return max(a, b);
}

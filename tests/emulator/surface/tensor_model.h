// How a tensor core of a Hopper GPU rounds a sum of products, written apart from the emulator's own model: exact numbers of
// 2^-300 units, in 1024 bits, from which the digits that the hardware drops are cleared.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

namespace tensor_model {

struct Kind {
    int exponent_bits, fraction_bits, unused_bits;  // unused: at the end of the stored number
};
constexpr Kind kHalf{5, 10, 0}, kBfloat16{8, 7, 0}, kTf32{8, 10, 13}, kFloat{8, 23, 0};

// A sum of terms that are multiples of 2^-kBelow.
constexpr int kBelow = 320, kWords = 12;
class Exact {
public:
    // Adds sign * significand * 2^exponent, cut off at 2^last.
    void add(bool negative, uint64_t significand, int exponent, int last)
    {
        if (exponent < last)
            significand = last - exponent > 63 ? 0 : significand >> (last - exponent) << (last - exponent);
        const int place = exponent + kBelow, word = place / 64;
        std::array<uint64_t, kWords> term{};
        const unsigned __int128 wide = (unsigned __int128)significand << place % 64;
        term[std::size_t(word)] = uint64_t(wide);
        term[std::size_t(word) + 1] = uint64_t(wide >> 64);
        unsigned __int128 carry = negative;
        for (std::size_t i = 0; i < kWords; ++i) {
            carry += (unsigned __int128)words_[i] + (negative ? ~term[i] : term[i]);
            words_[i] = uint64_t(carry);
            carry >>= 64;
        }
    }
    bool negative() const { return words_[kWords - 1] >> 63; }
    Exact magnitude() const
    {
        if (!negative())
            return *this;
        Exact positive;
        unsigned __int128 carry = 1;
        for (std::size_t i = 0; i < kWords; ++i) {
            carry += (uint64_t)~words_[i];
            positive.words_[i] = uint64_t(carry);
            carry >>= 64;
        }
        return positive;
    }
    bool bit(int exponent) const
    {
        const int place = exponent + kBelow;
        return place >= 0 && words_[std::size_t(place / 64)] >> place % 64 & 1;
    }
    bool any_below(int exponent) const
    {
        for (int e = -kBelow; e < exponent; ++e)
            if (bit(e))
                return true;
        return false;
    }
    int top() const  // the exponent of the highest bit
    {
        for (int e = kWords * 64 - 2 - kBelow; e >= -kBelow; --e)
            if (bit(e))
                return e;
        return -kBelow - 1;
    }

private:
    std::array<uint64_t, kWords> words_{};
};

struct Parts {
    bool negative, nan, infinite;
    uint64_t significand;
    int scale;  // the number is significand * 2^(scale - fraction bits)
};
inline Parts parts_of(uint32_t bits, const Kind& kind)
{
    bits >>= kind.unused_bits;
    const uint32_t fraction = bits & ((1u << kind.fraction_bits) - 1), all = (1u << kind.exponent_bits) - 1,
                   stored = bits >> kind.fraction_bits & all;
    const bool normal = stored != 0;
    return {(bits >> (kind.exponent_bits + kind.fraction_bits) & 1) != 0, stored == all && fraction != 0,
            stored == all && fraction == 0, normal ? fraction | 1u << kind.fraction_bits : fraction,
            int(normal ? stored : 1) - int(all / 2)};
}

inline uint32_t rounded(const Exact& sum, const Kind& kind)
{
    const Exact size = sum.magnitude();
    const int bias = (1 << (kind.exponent_bits - 1)) - 1, top = size.top();
    const int scale = top < 1 - bias ? 1 - bias : top, last = scale - kind.fraction_bits;
    uint64_t significand = 0;
    for (int e = top; e >= last; --e)
        significand = significand << 1 | size.bit(e);
    if (kind.exponent_bits == 5 && size.bit(last - 1) && (size.any_below(last - 1) || (significand & 1)))
        ++significand;
    if (significand == 0)
        return 0;
    uint64_t bits = significand + (uint64_t(scale + bias - 1) << kind.fraction_bits);
    const uint64_t infinity = uint64_t((1 << kind.exponent_bits) - 1) << kind.fraction_bits;
    if (bits > infinity)
        bits = infinity;
    return uint32_t(bits) | uint32_t(sum.negative()) << (kind.exponent_bits + kind.fraction_bits);
}

// One instruction's sum: c + a[0] b[0] + ..., of n products, which are all added at once.
inline uint32_t sum(const uint32_t* a, const uint32_t* b, int n, uint32_t c, const Kind& in, const Kind& out)
{
    constexpr int kDigits = 25;
    bool nan = false, plus = false, minus = false;
    const Parts start = parts_of(c, out);
    nan = start.nan;
    (start.negative ? minus : plus) |= start.infinite;
    int largest = start.significand && !start.infinite ? start.scale : -1000;
    for (int i = 0; i < n; ++i) {
        const Parts x = parts_of(a[i], in), y = parts_of(b[i], in);
        nan |= x.nan || y.nan || (x.infinite && y.significand == 0 && !y.infinite) ||
               (y.infinite && x.significand == 0 && !x.infinite);
        if (x.infinite || y.infinite)
            (x.negative != y.negative ? minus : plus) = true;
        else if (x.significand && y.significand && x.scale + y.scale > largest)
            largest = x.scale + y.scale;
    }
    const int width = out.exponent_bits + out.fraction_bits;
    if (nan || (plus && minus))
        return (1u << width) - 1;
    if (plus || minus)
        return ((1u << out.exponent_bits) - 1) << out.fraction_bits | uint32_t(minus) << width;
    Exact all;
    const int last = largest - kDigits;
    all.add(start.negative, start.significand, start.scale - out.fraction_bits, last);
    for (int i = 0; i < n; ++i) {
        const Parts x = parts_of(a[i], in), y = parts_of(b[i], in);
        all.add(x.negative != y.negative, x.significand * y.significand,
                x.scale + y.scale - 2 * in.fraction_bits, last);
    }
    return rounded(all, out);
}

}  // namespace tensor_model

// The dot product of a tensor core, as a Hopper GPU rounds it.
//
// A tensor core multiplies exactly and adds the products of a block and the accumulator as fixed-point numbers: all are
// aligned to the largest exponent among them, digits beyond kFractionBits are cut off, and the exact sum is rounded once: to
// float by cutting off, to half to the nearest. The model is of Fasi, Higham, Mikaitis and Pranesh, "Numerical behavior of
// NVIDIA tensor cores" (2021); its parameters for Hopper are those of Xie et al., "MMA-Sim" (2025). An H200 gave the same bits for
// mma.sync in 245,760 sums of each type: uniform, wide, cancelling, subnormal and infinite terms, overflows, zeros, NaNs.
#pragma once

#include <cstdint>

namespace emu {

constexpr int kFractionBits = 25;  // of the aligned terms, after the point of the largest exponent
constexpr int kBlockBytes = 32;    // of one row: so many products are added at once
constexpr uint32_t kFloatNan = 0x7fffffff, kHalfNan = 0x7fff;

struct FloatFormat {
    int exponent_bits, fraction_bits;
    int stored_bits;  // of the fraction; those below fraction_bits are ignored (TF32)
};
constexpr FloatFormat kHalfFormat{5, 10, 10}, kBfloat16Format{8, 7, 7}, kTf32Format{8, 10, 23},
    kFloatFormat{8, 23, 23};

// A number as a tensor core takes it apart: significand * 2^(exponent - fraction bits of its format). Subnormal numbers keep the
// format's least exponent.
struct Unpacked {
    enum Kind : uint8_t { finite, infinite, nan };
    int32_t significand;  // signed
    int16_t exponent;
    Kind kind;
};
Unpacked unpack(uint32_t bits, const FloatFormat& format);

// One block: c + sum of a[i] * b[i] for n values whose products have 2 * fraction_bits. The result has the format of c.
uint32_t dot_product(const Unpacked* a, const Unpacked* b, int n, int fraction_bits, uint32_t c,
                     const FloatFormat& of_c);

}  // namespace emu

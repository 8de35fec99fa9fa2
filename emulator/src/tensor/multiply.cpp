#include "tensor/multiply.h"

#include "tensor/dot_product.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

namespace emu {
namespace {

FloatFormat format_of(TensorType type)
{
    switch (type) {
        case TensorType::f16:
            return kHalfFormat;
        case TensorType::bf16:
            return kBfloat16Format;
        case TensorType::tf32:
            return kTf32Format;
        default:
            return kFloatFormat;
    }
}

void multiply_floats(const MmaType& type, uint64_t* d, const uint64_t* a, const uint64_t* b,
                     const uint64_t* c)
{
    const int m = type.m, n = type.n, k = type.k;
    const FloatFormat in = format_of(type.a), out = format_of(type.c);
    const int block = kBlockBytes / bytes_of(type.a);
    std::vector<Unpacked> rows(std::size_t(m * k)), columns(std::size_t(k * n));
    for (int i = 0; i < m * k; ++i)
        rows[std::size_t(i)] = unpack(uint32_t(a[i]), in);
    for (int p = 0; p < k; ++p)
        for (int j = 0; j < n; ++j)
            columns[std::size_t(j * k + p)] = unpack(uint32_t(b[p * n + j]), in);
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) {
            auto sum = uint32_t(c[i * n + j]);
            for (int p = 0; p < k; p += block)
                sum = dot_product(&rows[std::size_t(i * k + p)], &columns[std::size_t(j * k + p)],
                                  std::min(block, k - p), in.fraction_bits, sum, out);
            d[i * n + j] = sum;
        }
}

int64_t integer(uint64_t bits, TensorType type)
{
    return type == TensorType::s8 ? int8_t(bits) : type == TensorType::u8 ? uint8_t(bits) : int32_t(bits);
}

void multiply_integers(const MmaType& type, uint64_t* d, const uint64_t* a, const uint64_t* b,
                       const uint64_t* c)
{
    using Limits = std::numeric_limits<int32_t>;
    for (int i = 0; i < type.m; ++i)
        for (int j = 0; j < type.n; ++j) {
            int64_t sum = integer(c[i * type.n + j], TensorType::s32);
            for (int p = 0; p < type.k; ++p)
                sum += integer(a[i * type.k + p], type.a) * integer(b[p * type.n + j], type.b);
            if (type.saturate)
                sum = std::clamp<int64_t>(sum, Limits::min(), Limits::max());
            d[i * type.n + j] = uint32_t(sum);
        }
}

// In double each product is added by an instruction of its own, in the order of k.
void multiply_doubles(const MmaType& type, uint64_t* d, const uint64_t* a, const uint64_t* b,
                      const uint64_t* c)
{
    for (int i = 0; i < type.m; ++i)
        for (int j = 0; j < type.n; ++j) {
            auto sum = std::bit_cast<double>(c[i * type.n + j]);
            for (int p = 0; p < type.k; ++p)
                sum = std::fma(std::bit_cast<double>(a[i * type.k + p]),
                               std::bit_cast<double>(b[p * type.n + j]), sum);
            d[i * type.n + j] = std::bit_cast<uint64_t>(sum);
        }
}

}  // namespace

void multiply(const MmaType& type, uint64_t* d, const uint64_t* a, const uint64_t* b, const uint64_t* c)
{
    switch (type.a) {
        case TensorType::s8:
        case TensorType::u8:
            return multiply_integers(type, d, a, b, c);
        case TensorType::f64:
            return multiply_doubles(type, d, a, b, c);
        default:
            return multiply_floats(type, d, a, b, c);
    }
}

}  // namespace emu

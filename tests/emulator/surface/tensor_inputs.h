// Matrices for the tests of tensor cores: random, widely scaled, cancelling, subnormal, infinite and NaN.
#pragma once

#include "tensor_model.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <mma.h>
#include <type_traits>
#include <vector>

namespace tensor_inputs {

// Marsaglia's xorshift.
inline unsigned next_random(unsigned& state)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

template <class T>
constexpr tensor_model::Kind kind_of =
    std::is_same_v<T, __half>                          ? tensor_model::kHalf
    : std::is_same_v<T, __nv_bfloat16>                 ? tensor_model::kBfloat16
    : std::is_same_v<T, nvcuda::wmma::precision::tf32> ? tensor_model::kTf32
                                                       : tensor_model::kFloat;

// One stored number, by its bits.
template <class T>
uint64_t random_bits(unsigned& state)
{
    const unsigned bits = next_random(state);
    if constexpr (std::is_same_v<T, double>) {
        const double x = std::ldexp(double(int(bits)), int(next_random(state) % 40) - 60);
        uint64_t result;
        std::memcpy(&result, &x, sizeof x);
        return result;
    } else if constexpr (sizeof(T) == 1 || std::is_same_v<T, int>) {
        return sizeof(T) == 1 ? bits & 255 : bits >> 3;
    } else {
        constexpr tensor_model::Kind kKind = kind_of<T>;
        constexpr unsigned kWidth = unsigned(kKind.exponent_bits + kKind.fraction_bits);
        const unsigned sign = bits >> 31 << kWidth, fraction = bits & ((1u << kKind.fraction_bits) - 1);
        const unsigned bias = (1u << (kKind.exponent_bits - 1)) - 1, how = next_random(state) % 64;
        if (how == 0)
            return sign | (bits & 1 ? fraction : 0);  // subnormal or zero
        if (how == 1 && next_random(state) % 16 == 0)
            return sign | (2 * bias + 1) << kKind.fraction_bits |
                   (bits & 2 ? fraction : 0);  // infinite or NaN
        const unsigned spread = how < 32 ? 4 : bias - 2;
        return sign | (bias + next_random(state) % spread - spread / 2) << kKind.fraction_bits | fraction;
    }
}

// rows x columns numbers with `pitch` of them from line to line.
template <class T>
class Inputs {
public:
    Inputs(int rows, int columns, bool by_rows, int pitch, unsigned seed)
        : by_rows_(by_rows), pitch_(pitch), bits_(std::size_t((by_rows ? rows : columns) * pitch) * sizeof(T))
    {
        unsigned state = seed * 2654435761u + 1;
        uint64_t previous = 0;
        for (int i = 0; i < rows; ++i)
            for (int j = 0; j < columns; ++j) {
                // Every fourth number is that before it with the other sign, so that sums cancel.
                uint64_t bits = random_bits<T>(state);
                if (next_random(state) % 4 == 0 && sizeof(T) > 1)
                    bits = previous ^ uint64_t(1) << (8 * sizeof(T) - 1);
                std::memcpy(&bits_[place(i, j)], &bits, sizeof(T));
                previous = bits;
            }
    }
    ~Inputs() { cudaFree(device_); }
    Inputs(const Inputs&) = delete;
    Inputs& operator=(const Inputs&) = delete;

    T* on_device()
    {
        cudaMalloc(&device_, bits_.size());
        cudaMemcpy(device_, bits_.data(), bits_.size(), cudaMemcpyHostToDevice);
        return device_;
    }
    void fetch() { cudaMemcpy(bits_.data(), device_, bits_.size(), cudaMemcpyDeviceToHost); }
    uint64_t at(int i, int j) const
    {
        uint64_t bits = 0;
        std::memcpy(&bits, &bits_[place(i, j)], sizeof(T));
        return bits;
    }

private:
    std::size_t place(int i, int j) const
    {
        return std::size_t(by_rows_ ? i * pitch_ + j : j * pitch_ + i) * sizeof(T);
    }
    bool by_rows_;
    int pitch_;
    std::vector<unsigned char> bits_;
    T* device_ = nullptr;
};

inline double as_double(uint64_t bits)
{
    double x;
    std::memcpy(&x, &bits, sizeof x);
    return x;
}

// Whether d is row i of a times column j of b, plus c. T: the type of a and b; Sum: of c and d. at_once: the products that
// one instruction adds.
template <class T, class Sum, class Stored>
bool equals_model(uint64_t d, const Inputs<Stored>& a, const Inputs<Stored>& b, uint64_t c, int i, int j,
                  int k, int at_once = 16)
{
    if constexpr (sizeof(Stored) == 1) {
        int sum = int(c);
        for (int p = 0; p < k; ++p)
            sum += int(Stored(a.at(i, p))) * int(Stored(b.at(p, j)));
        return unsigned(sum) == d;
    } else if constexpr (sizeof(Stored) == 8) {
        double sum = as_double(c);
        for (int p = 0; p < k; ++p)
            sum = std::fma(as_double(a.at(i, p)), as_double(b.at(p, j)), sum);
        return sum == as_double(d);
    } else {
        uint32_t x[32], y[32];
        for (int p = 0; p < k; ++p) {
            x[p] = uint32_t(a.at(i, p));
            y[p] = uint32_t(b.at(p, j));
        }
        auto sum = uint32_t(c);
        for (int p = 0; p < k; p += at_once)
            sum = tensor_model::sum(x + p, y + p, std::min(at_once, k - p), sum, kind_of<T>, kind_of<Sum>);
        return sum == d;
    }
}

}  // namespace tensor_inputs

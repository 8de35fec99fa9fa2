// Skipping ahead in XORWOW and MRG32k3a. Their steps are linear, so n steps are one multiplication by the n-th power of
// a step's matrix: bits modulo 2 for XORWOW, numbers modulo a prime for MRG32k3a.
//
// Runs on fibers, so it is plain code on plain data, without copies so large that they become calls of memcpy(), which would
// be taken for the kernel's.
#include "cuda_emulator/random/skip.h"

#include <cstdint>

namespace emu {
namespace {

// powers[k] is the matrix of 2^k steps. They are made when the first skip needs them.
template <class Matrix, int most>
struct PowersOfTwo {
    Matrix powers[most];
    int made = 0;

    const Matrix& operator[](int k)
    {
        if (made == 0) {
            powers[0].become_one_step();
            made = 1;
        }
        for (; made <= k; ++made)
            powers[made].become_square_of(powers[made - 1]);
        return powers[k];
    }
};

// Multiplies the state by the matrix of n * 2^unit steps.
template <class Matrix, int most>
void skip(PowersOfTwo<Matrix, most>& powers, unsigned* state, unsigned long long n, int unit)
{
    for (int k = unit; n != 0; n >>= 1, ++k)
        if (n & 1)
            powers[k].apply_to(state);
}

constexpr int kWords = 5;
constexpr int kBits = 32 * kWords;

struct XorwowMatrix {
    unsigned image[kBits][kWords];  // of each bit of the state

    void apply_to(unsigned* state) const
    {
        unsigned result[kWords] = {};
        for (int word = 0; word < kWords; ++word)
            for (unsigned bits = state[word]; bits != 0; bits &= bits - 1) {
                const unsigned(&row)[kWords] = image[32 * word + __builtin_ctz(bits)];
                for (int k = 0; k < kWords; ++k)
                    result[k] ^= row[k];
            }
        for (int k = 0; k < kWords; ++k)
            state[k] = result[k];
    }

    void become_one_step()
    {
        for (int bit = 0; bit < kBits; ++bit) {
            unsigned* v = image[bit];
            for (int k = 0; k < kWords; ++k)
                v[k] = k == bit / 32 ? 1u << bit % 32 : 0;
            const unsigned oldest = v[0] ^ v[0] >> 2;
            for (int k = 1; k < kWords; ++k)
                v[k - 1] = v[k];
            v[4] = v[4] ^ v[4] << 4 ^ oldest ^ oldest << 1;
        }
    }

    void become_square_of(const XorwowMatrix& root)
    {
        for (int bit = 0; bit < kBits; ++bit) {
            for (int k = 0; k < kWords; ++k)
                image[bit][k] = root.image[bit][k];
            root.apply_to(image[bit]);
        }
    }
};

// A recurrence of three numbers modulo a prime: next = ... first * oldest + second * middle + third * newest.
template <uint64_t modulus, uint64_t first, uint64_t second, uint64_t third>
struct RecurrenceMatrix {
    uint64_t at[3][3];

    void apply_to(unsigned* state) const
    {
        uint64_t result[3];
        for (int i = 0; i < 3; ++i) {
            result[i] = 0;
            for (int j = 0; j < 3; ++j)
                result[i] =
                    (result[i] + at[i][j] * state[j]) % modulus;  // below 2^64: each factor is below 2^32
        }
        for (int i = 0; i < 3; ++i)
            state[i] = unsigned(result[i]);
    }

    void become_one_step()
    {
        const uint64_t step[3][3] = {{0, 1, 0}, {0, 0, 1}, {first, second, third}};
        for (int i = 0; i < 9; ++i)
            at[i / 3][i % 3] = step[i / 3][i % 3];
    }

    void become_square_of(const RecurrenceMatrix& root)
    {
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) {
                at[i][j] = 0;
                for (int k = 0; k < 3; ++k)
                    at[i][j] = (at[i][j] + root.at[i][k] * root.at[k][j]) % modulus;
            }
    }
};

constexpr uint64_t kModulus1 = 4294967087, kModulus2 = 4294944443;

PowersOfTwo<XorwowMatrix, kXorwowSequence + 64> xorwow;
PowersOfTwo<RecurrenceMatrix<kModulus1, kModulus1 - 810728, 1403580, 0>, kMrgSequence + 64> mrg_1;
PowersOfTwo<RecurrenceMatrix<kModulus2, kModulus2 - 1370589, 0, 527612>, kMrgSequence + 64> mrg_2;

}  // namespace

void skip_xorwow(unsigned* state, unsigned long long n, int unit)
{
    skip(xorwow, state, n, unit);
}

void skip_mrg32k3a(unsigned* state_1, unsigned* state_2, unsigned long long n, int unit)
{
    skip(mrg_1, state_1, n, unit);
    skip(mrg_2, state_2, n, unit);
}

}  // namespace emu

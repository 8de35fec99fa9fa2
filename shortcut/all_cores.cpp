// The (min, +) product on all cores of the host, written for their vector units.
#include "shortcut.h"

#include <cmath>
#include <limits>

// The compiler makes a copy of the function for each kind of vector unit; the program picks one when it
// starts.
#if defined(__x86_64__) && defined(__gnu_linux__)
#define FOR_EACH_VECTOR_UNIT __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define FOR_EACH_VECTOR_UNIT
#endif

namespace {

using std::size_t;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// A core keeps kRows x kColumns results in its vector registers while it goes through kDepth steps of k; the
// kDepth rows of kColumns weights that these need stay in its first cache for all rows of results.
constexpr size_t kRows = 4, kColumns = 64, kDepth = 128;

// r[i][j] = minimum of r[i][j] and a[i][k] + panel[k][j] over kDepth steps; rows of a and r are `pitch`
// apart. no_nans: no sum is NaN, which makes the minimum one instruction in place of five.
template <bool no_nans>
inline __attribute__((always_inline)) void add_steps(const float* a, const float* panel, float* r,
                                                     size_t pitch)
{
    float least[kRows][kColumns];
    for (size_t i = 0; i < kRows; ++i)
        for (size_t j = 0; j < kColumns; ++j)
            least[i][j] = r[i * pitch + j];
    for (size_t k = 0; k < kDepth; ++k)
        for (size_t i = 0; i < kRows; ++i) {
            const float to_k = a[i * pitch + k];
            for (size_t j = 0; j < kColumns; ++j) {
                const float sum = to_k + panel[k * kColumns + j];
                if constexpr (no_nans)
                    least[i][j] = sum < least[i][j] ? sum : least[i][j];
                else
                    least[i][j] = minimum(least[i][j], sum);
            }
        }
    for (size_t i = 0; i < kRows; ++i)
        for (size_t j = 0; j < kColumns; ++j)
            r[i * pitch + j] = least[i][j];
}

FOR_EACH_VECTOR_UNIT void steps_without_nans(const float* a, const float* panel, float* r, size_t pitch)
{
    add_steps<true>(a, panel, r, pitch);
}

FOR_EACH_VECTOR_UNIT void steps_with_nans(const float* a, const float* panel, float* r, size_t pitch)
{
    add_steps<false>(a, panel, r, pitch);
}

// Rows [begin, end) of r = d * d; all are multiples of the tiles, r starts as +infinity.
void product_of_rows(const float* d, size_t n, float* r, size_t begin, size_t end, bool no_nans)
{
    std::vector<float> panel(kDepth * kColumns);
    for (size_t j = 0; j < n; j += kColumns)
        for (size_t k = 0; k < n; k += kDepth) {
            for (size_t row = 0; row < kDepth; ++row)
                std::copy_n(d + (k + row) * n + j, kColumns, panel.data() + row * kColumns);
            for (size_t i = begin; i < end; i += kRows)
                (no_nans ? steps_without_nans : steps_with_nans)(d + i * n + k, panel.data(), r + i * n + j,
                                                                 n);
        }
}

}  // namespace

// Any element may be wrong, and there is no cheaper way to see each than to compute it: (min, +) has no
// subtraction, on which the randomised tests of matrix products rest.
Shortcut::Output Shortcut::without_cpu(const Input& in) const
{
    static_assert(kDepth % kColumns == 0 && kColumns % kRows == 0);
    const size_t n = in.n, padded = ceil_div(n, kDepth) * kDepth;
    std::vector<float> from(padded * padded, kInfinity), to(padded * padded, kInfinity), r(n * n);
    bool no_nans = true;  // a NaN comes from a NaN, or from infinities of both signs
    for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < n; ++j) {
            const float weight = from[i * padded + j] = in.d[i * n + j];
            no_nans &= weight > -kInfinity;
        }
    parallel_pieces(padded / kRows, [&](size_t begin, size_t end) {
        product_of_rows(from.data(), padded, to.data(), begin * kRows, end * kRows, no_nans);
        return 0;
    });
    for (size_t i = 0; i < n; ++i)
        std::copy_n(to.data() + i * padded, n, r.data() + i * n);
    return r;
}

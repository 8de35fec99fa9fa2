// Tensor cores: wmma's fragments of all types and shapes, mma.sync, ldmatrix and stmatrix, against a model of their arithmetic.
#include "cases.h"
#include "check.h"
#include "tensor_inputs.h"
#include "tensor_model.h"

#include <mma.h>

namespace {

using namespace nvcuda;
using namespace tensor_inputs;

// d = a * b + c by one warp. The matrices in memory have gaps, and the sums go through shared memory.
template <class Shape, class T, class Stored, class Sum, class La, class Lb, bool sums_by_columns>
__global__ void product(Sum* d, const Stored* a, const Stored* b, const Sum* c, int pitch_a, int pitch_b,
                        int pitch_c)
{
    wmma::fragment<wmma::matrix_a, Shape::m, Shape::n, Shape::k, T, La> fa;
    wmma::fragment<wmma::matrix_b, Shape::m, Shape::n, Shape::k, T, Lb> fb;
    wmma::fragment<wmma::accumulator, Shape::m, Shape::n, Shape::k, Sum> fc, fd;
    constexpr wmma::layout_t layout = sums_by_columns ? wmma::mem_col_major : wmma::mem_row_major;
    constexpr int kPitch = 48, kLines = 32;
    __shared__ alignas(32) Sum copy[kLines * kPitch];
    __shared__ alignas(32) Stored copy_a[kLines * kPitch];
    for (int i = threadIdx.x; i < (sums_by_columns ? Shape::n : Shape::m) * pitch_c; i += 32)
        copy[i / pitch_c * kPitch + i % pitch_c] = c[i];
    for (int i = threadIdx.x; i < (std::is_same_v<La, wmma::row_major> ? Shape::m : Shape::k) * pitch_a;
         i += 32)
        copy_a[i / pitch_a * kPitch + i % pitch_a] = a[i];
    __syncwarp();
    wmma::load_matrix_sync(fa, copy_a, kPitch);
    wmma::load_matrix_sync(fb, b, pitch_b);
    wmma::load_matrix_sync(fc, copy, kPitch, layout);
    wmma::mma_sync(fd, fa, fb, fc);
    wmma::store_matrix_sync(d, fd, pitch_c, layout);
}

template <int m_, int n_, int k_>
struct Shape {
    static constexpr int m = m_, n = n_, k = k_;
};

// Runs the product and compares it with the model.
template <class S, class T, class Stored, class Sum, class La, class Lb, bool sums_by_columns>
bool is_right(unsigned seed)
{
    constexpr bool rows_a = std::is_same_v<La, wmma::row_major>, rows_b = std::is_same_v<Lb, wmma::row_major>;
    constexpr int kUnit = 16 / sizeof(Stored);  // 16 bytes, of which pitches are multiples
    const int pitch_a = ((rows_a ? S::k : S::m) / kUnit + 1) * kUnit,
              pitch_b = ((rows_b ? S::n : S::k) / kUnit + 2) * kUnit,
              pitch_c = (sums_by_columns ? S::m : S::n) + 8;
    Inputs<Stored> a(S::m, S::k, rows_a, pitch_a, seed), b(S::k, S::n, rows_b, pitch_b, seed + 1);
    Inputs<Sum> c(S::m, S::n, !sums_by_columns, pitch_c, seed + 2),
        d(S::m, S::n, !sums_by_columns, pitch_c, seed + 3);
    product<S, T, Stored, Sum, La, Lb, sums_by_columns>
        <<<1, 32>>>(d.on_device(), a.on_device(), b.on_device(), c.on_device(), pitch_a, pitch_b, pitch_c);
    d.fetch();
    constexpr int kAtOnce = std::is_same_v<T, wmma::precision::tf32> ? 4 : 16;  // as nvcc 13.0 compiles it
    for (int i = 0; i < S::m; ++i)
        for (int j = 0; j < S::n; ++j)
            if (!equals_model<T, Sum>(d.at(i, j), a, b, c.at(i, j), i, j, S::k, kAtOnce))
                return false;
    return true;
}

template <class S, class T, class Stored, class Sum>
int wrong_layout(unsigned seed)
{
    using R = wmma::row_major;
    using C = wmma::col_major;
    for (int round = 0; round < 3; ++round, seed += 17) {
        if (!is_right<S, T, Stored, Sum, R, R, false>(seed))
            return 1;
        if (!is_right<S, T, Stored, Sum, R, C, true>(seed))
            return 2;
        if (!is_right<S, T, Stored, Sum, C, R, true>(seed))
            return 3;
        if (!is_right<S, T, Stored, Sum, C, C, false>(seed))
            return 4;
    }
    return 0;
}

template <class T, class Sum>
int wrong_shape(unsigned seed)
{
    if (const int wrong = wrong_layout<Shape<16, 16, 16>, T, T, Sum>(seed))
        return 100 + wrong;
    if (const int wrong = wrong_layout<Shape<32, 8, 16>, T, T, Sum>(seed + 1000))
        return 200 + wrong;
    if (const int wrong = wrong_layout<Shape<8, 32, 16>, T, T, Sum>(seed + 2000))
        return 300 + wrong;
    return 0;
}

__global__ void elementwise(float* sums, const __half* a)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc, fd;
    wmma::load_matrix_sync(fa, a, 16);
    static_assert(fa.num_elements == 16 && fc.num_elements == 8);
    wmma::fill_fragment(fc, 2.0f);
    wmma::fill_fragment(fd, 3.0f);
    for (int i = 0; i < fc.num_elements; ++i)
        fc.x[i] = fc.x[i] * fd.x[i] + 1;
    CHECK(fc.x[5] == 7);
    wmma::store_matrix_sync(sums, fc, 16, wmma::mem_col_major);
    // Where the lanes hold the elements is not specified, but the elements themselves are.
    const float mine = __half2float(fa.x[threadIdx.x % 8]);
    CHECK(mine >= 0 && mine < 256);
}

__global__ void saturating(int* d, const signed char* a)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> fc;
    wmma::load_matrix_sync(fa, a, 16);
    wmma::fill_fragment(fb, 100);
    wmma::fill_fragment(fc, 0x7fffff00);
    wmma::mma_sync(fc, fa, fb, fc, true);
    wmma::store_matrix_sync(d, fc, 16, wmma::mem_row_major);
}

__global__ void rounds_to_tf32()
{
    CHECK(wmma::__float_to_tf32(1.0f) == 1.0f);
    CHECK(wmma::__float_to_tf32(1.0f + 0x1p-11f) == 1.0f + 0x1p-10f);
    CHECK(wmma::__float_to_tf32(-1.0f - 0x1p-11f) == -1.0f - 0x1p-10f);
    CHECK(wmma::__float_to_tf32(1.0f + 0x1.ffcp-12f) == 1.0f);
}

}  // namespace

#define CHECK_SHAPES(name, T, Sum)                 \
    SURFACE_CASE(name)                             \
    {                                              \
        const int wrong = wrong_shape<T, Sum>(11); \
        return wrong ? wrong : take_failed_line(); \
    }
CHECK_SHAPES(wmma_half_to_float, __half, float)
CHECK_SHAPES(wmma_half_to_half, __half, __half)
CHECK_SHAPES(wmma_bfloat16, __nv_bfloat16, float)
CHECK_SHAPES(wmma_signed_char, signed char, int)
CHECK_SHAPES(wmma_unsigned_char, unsigned char, int)

SURFACE_CASE(wmma_tf32)
{
    return wrong_layout<Shape<16, 16, 8>, wmma::precision::tf32, float, float>(5);
}

SURFACE_CASE(wmma_double)
{
    return wrong_layout<Shape<8, 8, 4>, double, double, double>(6);
}

SURFACE_CASE(wmma_elements)
{
    float *sums = nullptr, found[256];
    __half* a = nullptr;
    cudaMalloc(&sums, sizeof found);
    cudaMalloc(&a, 256 * sizeof *a);
    cudaMemset(a, 0, 256 * sizeof *a);
    elementwise<<<1, 32>>>(sums, a);
    cudaMemcpy(found, sums, sizeof found, cudaMemcpyDeviceToHost);
    for (const float x : found)
        CHECK_HOST(x == 7);
    signed char* bytes = nullptr;
    cudaMalloc(&bytes, 256);
    cudaMemset(bytes, 100, 256);
    saturating<<<1, 32>>>((int*)sums, bytes);
    cudaMemcpy(found, sums, sizeof found, cudaMemcpyDeviceToHost);
    CHECK_HOST(((int*)found)[17] == 0x7fffffff);
    rounds_to_tf32<<<1, 1>>>();
    cudaFree(sums);
    cudaFree(a);
    cudaFree(bytes);
    return take_failed_line();
}

// The patterns of patterns.cu for tensor cores.
#pragma once

#include "patterns.h"
#include "tensor_pattern_kernels.cuh"

namespace tensor_patterns {

using namespace patterns;
using namespace nvcuda::wmma;

inline void *d_out, *d_in;

template <int count, bool transposed, int pitch, bool swizzled = false, int step = 1>
void matrices()
{
    matrix_load<count, transposed, pitch, swizzled, step>
        <<<kBlocks, kThreads>>>((int*)d_out, (const int*)d_in);
}
template <class Use, class T, class Layout, int pitch>
void operand()
{
    fragment_load<Use, T, T, 16, Layout, pitch><<<kBlocks, kThreads>>>((float*)d_out, (const int*)d_in);
}
template <class Use, class Layout, int pitch>
void tf32()
{
    fragment_load<Use, precision::tf32, float, 8, Layout, pitch>
        <<<kBlocks, kThreads>>>((float*)d_out, (const int*)d_in);
}
template <class T, bool by_columns, int pitch>
void sums()
{
    accumulator_copy<T, by_columns, pitch><<<kBlocks, kThreads>>>((T*)d_out, (const int*)d_in);
}

constexpr Pattern kPatterns[] = {
    {"ldmatrix x1 pitch 16", matrices<1, false, 16>},
    {"ldmatrix x1 pitch 72", matrices<1, false, 72>},
    {"ldmatrix x2 pitch 64", matrices<2, false, 64>},
    {"ldmatrix x2 trans pitch 80", matrices<2, true, 80>},
    {"ldmatrix x4 pitch 16", matrices<4, false, 16>},
    {"ldmatrix x4 pitch 32", matrices<4, false, 32>},
    {"ldmatrix x4 pitch 64", matrices<4, false, 64>},
    {"ldmatrix x4 pitch 72", matrices<4, false, 72>},
    {"ldmatrix x4 pitch 80", matrices<4, false, 80>},
    {"ldmatrix x4 pitch 128", matrices<4, false, 128>},
    {"ldmatrix x4 trans pitch 16", matrices<4, true, 16>},
    {"ldmatrix x4 trans pitch 64", matrices<4, true, 64>},
    {"ldmatrix x4 trans pitch 72", matrices<4, true, 72>},
    {"ldmatrix x4 pitch 64 swizzled", matrices<4, false, 64, true>},
    {"ldmatrix x4 trans pitch 64 swizzled", matrices<4, true, 64, true>},
    {"ldmatrix x1 one row", matrices<1, false, 64, false, 0>},
    {"ldmatrix x2 one row", matrices<2, false, 64, false, 0>},
    {"ldmatrix x4 two rows", matrices<4, false, 64, false, 0>},
    {"wmma a half row pitch 16", operand<matrix_a, __half, row_major, 16>},
    {"wmma a half row pitch 64", operand<matrix_a, __half, row_major, 64>},
    {"wmma a half row pitch 72", operand<matrix_a, __half, row_major, 72>},
    {"wmma a half col pitch 24", operand<matrix_a, __half, col_major, 24>},
    {"wmma b half row pitch 64", operand<matrix_b, __half, row_major, 64>},
    {"wmma b half col pitch 72", operand<matrix_b, __half, col_major, 72>},
    {"wmma a bf16 row pitch 64", operand<matrix_a, __nv_bfloat16, row_major, 64>},
    {"wmma b bf16 row pitch 72", operand<matrix_b, __nv_bfloat16, row_major, 72>},
    {"wmma a signed char row pitch 32", operand<matrix_a, signed char, row_major, 32>},
    {"wmma b signed char row pitch 48", operand<matrix_b, signed char, row_major, 48>},
    {"wmma a tf32 row pitch 36", tf32<matrix_a, row_major, 36>},
    {"wmma b tf32 col pitch 16", tf32<matrix_b, col_major, 16>},
    {"wmma sums float row pitch 16", sums<float, false, 16>},
    {"wmma sums float row pitch 20", sums<float, false, 20>},
    {"wmma sums float col pitch 24", sums<float, true, 24>},
    {"wmma sums half row pitch 64", sums<__half, false, 64>},
    {"wmma sums half col pitch 72", sums<__half, true, 72>},
    {"wmma sums int row pitch 32", sums<int, false, 32>},
};

}  // namespace tensor_patterns

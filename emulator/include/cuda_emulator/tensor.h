// Tensor instructions: matrix products of a warp, and the loads and stores of their operands. All lanes of the warp must make
// the call together.
#pragma once

#include "warp_functions.h"

namespace emu {

enum class TensorType : unsigned char { f16, bf16, tf32, f32, f64, s8, u8, s32 };
enum class TensorUse : unsigned char { a, b, accumulator };

constexpr int bytes_of(TensorType type)
{
    return type == TensorType::f64                               ? 8
           : type == TensorType::f16 || type == TensorType::bf16 ? 2
           : type == TensorType::s8 || type == TensorType::u8    ? 1
                                                                 : 4;
}

// One mma instruction: d = a * b + c of m x k, k x n and m x n elements. d has the type of c.
struct MmaType {
    TensorType a, b, c;
    short m, n, k;
    bool saturate = false;  // integers
};

// A fragment of nvcuda::wmma.
struct FragmentType {
    TensorUse use;
    TensorType type;
    short m, n, k;
    short elements;  // per lane
};

// Each lane's elements of the operands, as the PTX ISA lays them out.
void mma(const MmaType& type, void* d, const void* a, const void* b, const void* c, Place place);

// pitch: in elements, from row to row, or from column to column if `by_columns`.
void load_fragment(const FragmentType& type, void* elements, const void* matrix, unsigned pitch,
                   bool by_columns, Place place);
void store_fragment(const FragmentType& type, const void* elements, void* matrix, unsigned pitch,
                    bool by_columns, Place place);

// ldmatrix and stmatrix: 1, 2 or 4 matrices of 8 rows of 16 bytes. row: one row's address, of lane 8 q + r for row r of
// matrix q.
void load_matrices(int count, bool transposed, unsigned* registers, const void* row, Place place);
void store_matrices(int count, bool transposed, const unsigned* registers, void* row, Place place);

}  // namespace emu

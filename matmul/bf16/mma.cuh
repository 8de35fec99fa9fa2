// Tensor core instructions as functions (PTX ISA, "Warp-level matrix instructions"). All lanes of a warp call them together.
#pragma once

#include "store.cuh"

// Loads four matrices of 8 rows of 8 elements from shared memory: lane 8 q + r names row r of matrix q, 16 bytes, and
// lane l gets elements 2 (l % 4) and 2 (l % 4) + 1 of row l / 4 of each matrix, in one register each.
__device__ inline void load_matrices(unsigned (&registers)[4], const Bf16* row)
{
    const auto address = static_cast<unsigned>(__cvta_generic_to_shared(row));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(registers[0]), "=r"(registers[1]), "=r"(registers[2]), "=r"(registers[3])
                 : "r"(address));
}

// The same of the transposed matrices: of columns in place of rows.
__device__ inline void load_matrices_transposed(unsigned (&registers)[4], const Bf16* row)
{
    const auto address = static_cast<unsigned>(__cvta_generic_to_shared(row));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(registers[0]), "=r"(registers[1]), "=r"(registers[2]), "=r"(registers[3])
                 : "r"(address));
}

// sum += a b: a is 16 x 16 as four matrices (upper left, lower left, upper right, lower right), b is 16 x 8 as two
// transposed ones (upper, lower). sum is 16 x 8: lane l has elements 2 (l % 4) and 2 (l % 4) + 1 of row l / 4 and of row
// l / 4 + 8.
__device__ inline void multiply_add(float (&sum)[4], const unsigned (&a)[4], unsigned upper_b,
                                    unsigned lower_b)
{
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(upper_b), "r"(lower_b));
}

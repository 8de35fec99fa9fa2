// Padding: a matrix whose rows begin at multiples of 16 bytes, and that ends with whole tiles.
#pragma once

#include "matmul_bf16.h"

// to is (to_rows, to_columns), no smaller than from, (rows, columns): the elements of `from`, and zeros.
static __global__ void copy_with_zeros(const Bf16* from, long long rows, long long columns, Bf16* to,
                                       long long to_rows, long long to_columns)
{
    const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    const long long row = i / to_columns, column = i % to_columns;
    if (row < to_rows)
        to[i] = row < rows && column < columns ? from[row * columns + column] : Bf16(0.0f);
}

// A matrix on the device with as many rows and columns as the multiples of the given numbers. If the caller's matrix is not
// so, it is a copy of it, with zeros behind each row and below the last one. The copy belongs to the kernel part.
class Padded {
public:
    // matrix is (rows, columns), row-major.
    Padded(Run& run, const DeviceArray<Bf16>& matrix, std::size_t rows, std::size_t columns,
           std::size_t row_multiple, std::size_t column_multiple)
        : matrix_(matrix),
          rows_(rows),
          columns_(columns),
          padded_rows_(ceil_div(rows, row_multiple) * row_multiple),
          padded_columns_(ceil_div(columns, column_multiple) * column_multiple),
          copy_(run.array<Bf16>(is_copy() ? padded_rows_ * padded_columns_ : 0))
    {
    }

    // In the kernel part, before data() is read there.
    void update() const
    {
        if (is_copy())
            copy_with_zeros<<<ceil_div(copy_.size(), 256), 256>>>(
                matrix_.data(), rows_, columns_, copy_.data(), padded_rows_, padded_columns_);
    }
    const Bf16* data() const { return is_copy() ? copy_.data() : matrix_.data(); }
    std::size_t rows() const { return padded_rows_; }
    std::size_t columns() const { return padded_columns_; }

private:
    bool is_copy() const { return padded_rows_ != rows_ || padded_columns_ != columns_; }

    const DeviceArray<Bf16>& matrix_;
    std::size_t rows_, columns_, padded_rows_, padded_columns_;
    DeviceArray<Bf16> copy_;
};

constexpr int kChunk = 8;  // elements: 16 bytes, the most that a thread copies at once

// A chunk of global memory, or zeros.
__device__ inline int4 load_chunk(const Bf16* from, bool inside)
{
    return inside ? *reinterpret_cast<const int4*>(from) : int4{};
}
__device__ inline void store_chunk(Bf16* to, const int4& chunk)
{
    *reinterpret_cast<int4*>(to) = chunk;
}

// to is (rows, columns): the first columns of `from`, whose rows are from_columns long.
template <class T>
__global__ void copy_without_padding(const T* from, long long from_columns, T* to, long long rows,
                                     long long columns)
{
    const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < rows * columns)
        to[i] = from[i / columns * from_columns + i % columns];
}

// Where a kernel writes C if it needs rows of a multiple of elements: C itself, or a copy with longer rows.
template <class T>
class PaddedResult {
public:
    // matrix is (rows, columns), row-major.
    PaddedResult(Run& run, const DeviceArray<T>& matrix, std::size_t rows, std::size_t columns,
                 std::size_t column_multiple)
        : matrix_(matrix),
          rows_(rows),
          columns_(columns),
          padded_columns_(ceil_div(columns, column_multiple) * column_multiple),
          copy_(run.array<T>(is_copy() ? rows * padded_columns_ : 0))
    {
    }

    // In the kernel part, after data() is written there.
    void copy_back() const
    {
        if (is_copy())
            copy_without_padding<<<ceil_div(matrix_.size(), 256), 256>>>(copy_.data(), padded_columns_,
                                                                         matrix_.data(), rows_, columns_);
    }
    T* data() const { return is_copy() ? copy_.data() : matrix_.data(); }
    std::size_t columns() const { return padded_columns_; }

private:
    bool is_copy() const { return padded_columns_ != columns_; }

    const DeviceArray<T>& matrix_;
    std::size_t rows_, columns_, padded_columns_;
    DeviceArray<T> copy_;
};

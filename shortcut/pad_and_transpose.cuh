// What v3 to v7 launch first, so that their main loops need no bounds and read columns as they read
// rows.
#pragma once

#include "common/ladder.h"

#include <cmath>
#include <cstddef>

namespace {

constexpr int kSquare = 32;     // side of the square that a block transposes
constexpr int kSquareRows = 8;  // rows of its threads, each kSquare wide

// rows = d (n x n), padded to size x size with +infinity, which changes no minimum; columns = rows
// transposed: column k of d begins at columns + k * size. size must be a multiple of kSquare.
__global__ void pad_and_transpose(const float* d, unsigned n, float* rows, float* columns, unsigned size)
{
    __shared__ float square[kSquare][kSquare + 1];  // the padding column avoids bank conflicts
    const unsigned left = blockIdx.x * kSquare, top = blockIdx.y * kSquare;

    const unsigned j = left + threadIdx.x;
    for (int y = threadIdx.y; y < kSquare; y += kSquareRows) {
        const unsigned i = top + y;
        const float weight = i < n && j < n ? d[std::size_t{i} * n + j] : INFINITY;
        rows[std::size_t{i} * size + j] = weight;
        square[y][threadIdx.x] = weight;
    }
    __syncthreads();

    for (int x = threadIdx.y; x < kSquare; x += kSquareRows)
        columns[std::size_t{left + x} * size + top + threadIdx.x] = square[threadIdx.x][x];
}

// How to launch it for a matrix that is padded to size x size.
inline Launch padding_launch(std::size_t size)
{
    return {pad_and_transpose, grid_of_tiles(size, size, kSquare, kSquare), {kSquare, kSquareRows}};
}

}  // namespace

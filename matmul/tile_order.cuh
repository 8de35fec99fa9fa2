// The order in which blocks take the tiles of C: for v12, v13, and v5 and v6 of matmul_bf16.
#pragma once

template <class Int>
struct TilePlace {
    Int row, column;  // counted in tiles
};

// Tile t of rows x columns tiles: down 8 rows of tiles, then the next column of them. Blocks that run at the same
// time then need few rows of A and few columns of B, which stay in the L2 cache. In 32 bits where the tiles are few enough.
template <class Int>
__device__ __forceinline__ TilePlace<Int> tile_of(Int t, Int rows, Int columns)
{
    constexpr Int kGroup = 8;
    const Int group = t / (kGroup * columns), i = t % (kGroup * columns);
    const Int height = min(kGroup, rows - group * kGroup);
    return {group * kGroup + i % height, i / height};
}

// The same for this block of a grid_of_strips().
__device__ __forceinline__ TilePlace<long long> tile_of_block()
{
    const long long rows = static_cast<long long>(gridDim.y) * gridDim.z, columns = gridDim.x;
    const long long strip_row = static_cast<long long>(blockIdx.z) * gridDim.y + blockIdx.y;
    return tile_of(strip_row * columns + blockIdx.x, rows, columns);
}

// The order in which blocks take the tiles of C: what v10 and v11 have in common.
#pragma once

struct TilePlace {
    long long row, column;  // counted in tiles
};

// Tile t of rows x columns tiles: down 8 rows of tiles, then the next column of them. Blocks that run at the same
// time then need few rows of A and few columns of B, which stay in the L2 cache.
__device__ __forceinline__ TilePlace tile_of(long long t, long long rows, long long columns)
{
    constexpr int kGroup = 8;
    const long long group = t / (kGroup * columns), i = t % (kGroup * columns);
    const long long height = min(static_cast<long long>(kGroup), rows - group * kGroup);
    return {group * kGroup + i % height, i / height};
}

// The same for this block of a grid_of_strips().
__device__ __forceinline__ TilePlace tile_of_block()
{
    const long long rows = static_cast<long long>(gridDim.y) * gridDim.z, columns = gridDim.x;
    const long long strip_row = static_cast<long long>(blockIdx.z) * gridDim.y + blockIdx.y;
    return tile_of(strip_row * columns + blockIdx.x, rows, columns);
}

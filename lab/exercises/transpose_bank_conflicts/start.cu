// transpose_bank_conflicts: loads and stores of global memory are coalesced, but a warp that reads a column of the tile
// asks one bank for 32 words. Put the elements into other places of the tile.
//
// Check it with: scripts/lab check transpose_bank_conflicts
#include "transpose.h"

namespace {

constexpr int kTile = 32;

// a is (rows, columns), b is (columns, rows), both row-major.
__global__ void __launch_bounds__(kTile* kTile)
    transpose(const float* a, float* b, std::size_t rows, std::size_t columns)
{
    // TODO: a column of the tile shall lie in 32 banks, as a row does
    __shared__ float tile[kTile][kTile];

    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const std::size_t tile_row = std::size_t{blockIdx.z} * gridDim.y + blockIdx.y;
    const std::size_t first_row = tile_row * kTile;
    const std::size_t first_column = std::size_t{blockIdx.x} * kTile;

    if (first_row + y < rows && first_column + x < columns)
        tile[y][x] = a[(first_row + y) * columns + first_column + x];
    __syncthreads();

    // Lanes along a row of B, which is a column of the tile.
    if (first_column + y < columns && first_row + x < rows)
        b[(first_column + y) * rows + first_row + x] = tile[x][y];
}

Transpose::Output transpose_on_gpu(const Transpose::Input& in, Run& run)
{
    run.require_block(kTile * kTile);
    const Launch launch(transpose, grid_of_strips(in.columns, in.rows, kTile, kTile), dim3(kTile, kTile));

    const auto d_a = run.upload(in.a), d_b = run.array<float>(in.a.size());
    run.kernel(launch, [&] {
        transpose<<<launch.grid, launch.block>>>(d_a.data(), d_b.data(), in.rows, in.columns);
    });
    return run.download(d_b);
}

}  // namespace

LADDER_VERSION(Transpose, 4, "another place in the tile", transpose_on_gpu);

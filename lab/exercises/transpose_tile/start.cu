// transpose_tile: B is right, but a warp's store goes down a column of B, 32 sectors. Take the elements through a tile
// in shared memory, so that the lanes of a warp go along rows when they load and when they store.
//
// Check it with: scripts/lab check transpose_tile
#include "transpose.h"

namespace {

constexpr int kTile = 32;

// a is (rows, columns), b is (columns, rows), both row-major.
__global__ void __launch_bounds__(kTile* kTile)
    transpose(const float* a, float* b, std::size_t rows, std::size_t columns)
{
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const std::size_t tile_row = std::size_t{blockIdx.z} * gridDim.y + blockIdx.y;
    const std::size_t first_row = tile_row * kTile;
    const std::size_t first_column = std::size_t{blockIdx.x} * kTile;

    // TODO: load into a tile in shared memory, and store from there along rows of B
    if (first_row + y < rows && first_column + x < columns)
        b[(first_column + x) * rows + first_row + y] = a[(first_row + y) * columns + first_column + x];
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

LADDER_VERSION(Transpose, 2, "a tile in shared memory", transpose_on_gpu);

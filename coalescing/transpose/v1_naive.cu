// transpose_v1: a thread per element          ./transpose_v1
//
// Idea: the thread at (x, y) copies a[row][column] to b[column][row], for row = y and column = x.
// Still slow: adjacent lanes load adjacent elements of a row of A, 4 sectors, but store down a column of B:
// 32 rows, so 32 sectors, of each of which 4 of 32 bytes are written.
#include "transpose.h"

namespace {

constexpr int kTile = 32;

// a is (rows, columns), b is (columns, rows), both row-major.
__global__ void __launch_bounds__(kTile* kTile)
    transpose(const float* a, float* b, std::size_t rows, std::size_t columns)
{
    const std::size_t tile_row = std::size_t{blockIdx.z} * gridDim.y + blockIdx.y;
    const std::size_t row = tile_row * kTile + threadIdx.y;
    const std::size_t column = std::size_t{blockIdx.x} * kTile + threadIdx.x;
    if (row < rows && column < columns)
        b[column * rows + row] = a[row * columns + column];
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

LADDER_VERSION(Transpose, 1, "a thread per element", transpose_on_gpu);

// matmul_v2: a grid of blocks          ./matmul_v2
//
// Limited in v1: one block, 32 x 32 elements.
// Idea: cut C into tiles of 32 x 32 and start a block for each. Tiles at the edges stick out; their threads outside
// of C do nothing.
// Slow: the lanes of a warp differ in threadIdx.x, so they lie in 32 rows. Their elements of A are k words apart: each
// load touches 32 sectors, of which it needs 4 bytes each. See v3.
#include "matmul.h"

namespace {

constexpr int kTile = 32;  // rows of C per block

// a is (m, k), b is (k, n), c is (m, n), all row-major.
__global__ void multiply(const float* a, const float* b, float* c, std::size_t m, std::size_t n,
                         std::size_t k)
{
    const std::size_t tile_row = std::size_t{blockIdx.z} * gridDim.y + blockIdx.y;
    const std::size_t row = tile_row * blockDim.x + threadIdx.x;
    const std::size_t column = std::size_t{blockIdx.x} * blockDim.y + threadIdx.y;
    if (row >= m || column >= n)
        return;

    float sum = 0;
    for (std::size_t l = 0; l < k; ++l)
        sum += a[row * k + l] * b[l * n + column];
    c[row * n + column] = sum;
}

Matmul::Output multiply_on_gpu(const Factors& f, Run& run)
{
    const int columns = run.block_size(kTile * kTile, BlockRule::warps) / kTile;
    const Launch launch(multiply, grid_of_tiles(f.m, f.n, kTile, columns), dim3(kTile, columns));

    DeviceArray<float> d_a(run, f.a.size()), d_b(run, f.b.size()), d_c(run, f.m * f.n);
    run.upload([&] {
        d_a.copy_from(f.a);
        d_b.copy_from(f.b);
    });
    run.kernel(launch, [&] {
        multiply<<<launch.grid, launch.block>>>(d_a.data(), d_b.data(), d_c.data(), f.m, f.n, f.k);
    });

    Matmul::Output c;
    run.download([&] { d_c.copy_to(c); });
    return c;
}

}  // namespace

LADDER_VERSION(Matmul, 2, "a grid of blocks", multiply_on_gpu);

// matmul_v3: lanes along the rows of C          ./matmul_v3
//
// Slow in v2: the lanes of a warp lie in 32 rows of C, and load 32 sectors for 32 elements of A.
// Idea: let threadIdx.x count columns. The lanes of a warp then need the same element of A, one sector for all, and 32
// neighbouring elements of B, 4 sectors; and they store 32 neighbours.
// Still slow: two loads for each multiply-add, and every element of A and B is loaded again by each thread that needs
// it. See v4.
#include "matmul.h"

namespace {

constexpr int kTile = 32;  // columns of C per block

// a is (m, k), b is (k, n), c is (m, n), all row-major.
__global__ void multiply(const float* a, const float* b, float* c, std::size_t m, std::size_t n,
                         std::size_t k)
{
    const std::size_t tile_row = std::size_t{blockIdx.z} * gridDim.y + blockIdx.y;
    const std::size_t row = tile_row * blockDim.y + threadIdx.y;
    const std::size_t column = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (row >= m || column >= n)
        return;

    float sum = 0;
    for (std::size_t l = 0; l < k; ++l)
        sum += a[row * k + l] * b[l * n + column];
    c[row * n + column] = sum;
}

Matmul::Output multiply_on_gpu(const Factors& f, Run& run)
{
    const int rows = run.block_size(kTile * kTile, BlockRule::warps) / kTile;
    const Launch launch(multiply, grid_of_tiles(f.m, f.n, rows, kTile), dim3(kTile, rows));

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

LADDER_VERSION(Matmul, 3, "lanes along rows", multiply_on_gpu);

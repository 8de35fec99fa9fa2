// matmul_v4: tiles of A and B in shared memory          ./matmul_v4
//
// Slow in v3: the 32 threads of a block that lie in one row of C load the same row of A, each for itself; those in
// one column load the same column of B.
// Idea: the block goes through A and B in steps of 32. It loads a 32 x 32 tile of each into shared memory, one
// element per thread, and multiplies the two tiles from there. Each element is loaded once per block in place of 32
// times. One barrier before a tile is used, one before it is overwritten.
// Still slow: each multiply-add now needs two loads from shared memory, and these take longer than it. See v5.
#include "matmul.h"

namespace {

constexpr int kTile = 32;

// a is (m, k), b is (k, n), c is (m, n), all row-major.
__global__ void __launch_bounds__(kTile* kTile)
    multiply(const float* a, const float* b, float* c, std::size_t m, std::size_t n, std::size_t k)
{
    __shared__ float a_tile[kTile][kTile];
    __shared__ float b_tile[kTile][kTile];

    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const std::size_t tile_row = std::size_t{blockIdx.z} * gridDim.y + blockIdx.y;
    const std::size_t row = tile_row * kTile + y;
    const std::size_t column = std::size_t{blockIdx.x} * kTile + x;

    float sum = 0;
    for (std::size_t l0 = 0; l0 < k; l0 += kTile) {
        // Zeros beyond the edges: they add nothing, and no thread may miss a barrier.
        a_tile[y][x] = row < m && l0 + x < k ? a[row * k + l0 + x] : 0.0f;
        b_tile[y][x] = l0 + y < k && column < n ? b[(l0 + y) * n + column] : 0.0f;
        __syncthreads();

        for (int l = 0; l < kTile; ++l)
            sum += a_tile[y][l] * b_tile[l][x];
        __syncthreads();
    }

    if (row < m && column < n)
        c[row * n + column] = sum;
}

Matmul::Output multiply_on_gpu(const Factors& f, Run& run)
{
    require_block(run, kTile * kTile);
    const Launch launch(multiply, grid_of_tiles(f.m, f.n, kTile, kTile), dim3(kTile, kTile));

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

LADDER_VERSION(Matmul, 4, "tiles in shared memory", multiply_on_gpu);

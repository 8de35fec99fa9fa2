// matmul_missing_barrier: find what is wrong with this tiled product  scripts/lab check matmul_missing_barrier
//
// Each block loads a tile of A and a tile of B into shared memory and multiplies from there. The result is
// wrong, and not always in the same places. Find the cause and repair it. One line is enough.
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

Matmul::Output multiply_on_gpu(const Matmul::Input& in, Run& run)
{
    run.require_block(kTile * kTile);
    const Launch launch(multiply, grid_of_strips(in.n, in.m, kTile, kTile), dim3(kTile, kTile));

    const auto d_a = run.upload(in.a), d_b = run.upload(in.b), d_c = run.array<float>(in.m * in.n);
    run.kernel(launch, [&] {
        multiply<<<launch.grid, launch.block>>>(d_a.data(), d_b.data(), d_c.data(), in.m, in.n, in.k);
    });
    return run.download(d_c);
}

}  // namespace

LADDER_VERSION(Matmul, 4, "tiles in shared memory", multiply_on_gpu);

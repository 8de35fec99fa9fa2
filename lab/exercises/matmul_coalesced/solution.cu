// matmul_coalesced: let adjacent lanes read adjacent elements          scripts/lab check matmul_coalesced
//
// The product is right, but the 32 lanes of a warp read elements of A that are k words apart. Change which
// element of C a thread computes, so that the loads and stores of a warp are coalesced.
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
        sum += a[row * k + l] * b[l * n + column];  // at: loads
    c[row * n + column] = sum;                      // at: store
}

Matmul::Output multiply_on_gpu(const Matmul::Input& in, Run& run)
{
    const int rows = run.block_size(kTile * kTile, BlockRule::warps) / kTile;
    const Launch launch(multiply, grid_of_strips(in.n, in.m, kTile, rows), dim3(kTile, rows));

    const auto d_a = run.upload(in.a), d_b = run.upload(in.b), d_c = run.array<float>(in.m * in.n);
    run.kernel(launch, [&] {
        multiply<<<launch.grid, launch.block>>>(d_a.data(), d_b.data(), d_c.data(), in.m, in.n, in.k);
    });
    return run.download(d_c);
}

}  // namespace

LADDER_VERSION(Matmul, 2, "a grid of blocks", multiply_on_gpu);

// matmul_bf16_stages: the next tiles are copied while this one is multiplied, but C is wrong. Find out which elements of
// the tile have not arrived, and repair the loop over the tiles.
//
// Check it with: scripts/lab check matmul_bf16_stages
#include "common/device/cuda_check.h"
#include "fragments.cuh"
#include "padded.cuh"

#include <cuda_pipeline.h>

namespace {

constexpr int kRows = 128, kColumns = 128;        // C: kRows x kColumns per block
constexpr int kDepth = 32;                        // columns of a tile of A, rows of a tile of B
constexpr int kStages = 4;                        // tiles of A and of B in shared memory
constexpr int kWarpRows = 64, kWarpColumns = 64;  // C: per warp
constexpr int kHigh = kWarpRows / kFragment, kWide = kWarpColumns / kFragment;  // the same in fragments
constexpr int kGap = 8;  // elements, against bank conflicts
constexpr int kThreads = kRows / kWarpRows * (kColumns / kWarpColumns) * 32;

struct alignas(128) Stage {
    Bf16 a[kRows][kDepth + kGap];
    Bf16 b[kDepth][kColumns + kGap];
};
static_assert(sizeof(Stage) >= kThreads / 32 * kFragment * kFragment * sizeof(float),
              "in the end it is staging");

// The block begins to copy a tile, from a matrix of which `rows` rows and `columns` columns are left.
template <int kHeight, int kWidth>
__device__ void begin_copy(Bf16 (&tile)[kHeight][kWidth + kGap], const Bf16* from, long long pitch,
                           long long rows, long long columns)
{
    static_assert(kHeight * kWidth / kChunk % kThreads == 0);
#pragma unroll
    for (int i = 0; i < kHeight * kWidth / kChunk; i += kThreads) {
        const int y = (i + threadIdx.x) / (kWidth / kChunk),
                  x = (i + threadIdx.x) % (kWidth / kChunk) * kChunk;
        const bool inside = y < rows && x < columns;
        __pipeline_memcpy_async(&tile[y][x], from + y * pitch + x, 16, inside ? 0 : 16);
    }
}

// sums += the warp's part of the tiles' product, from [row][column] on.
__device__ void multiply_tiles(FragmentC (&sums)[kHigh][kWide], const Stage& stage, int row, int column)
{
#pragma unroll
    for (int step = 0; step < kDepth; step += kFragment) {
        FragmentA from_a[kHigh];
        FragmentB from_b[kWide];
        for (int i = 0; i < kHigh; ++i)
            wmma::load_matrix_sync(from_a[i], &stage.a[row + i * kFragment][step], kDepth + kGap);
        for (int j = 0; j < kWide; ++j)
            wmma::load_matrix_sync(from_b[j], &stage.b[step][column + j * kFragment], kColumns + kGap);
        for (int i = 0; i < kHigh; ++i)
            for (int j = 0; j < kWide; ++j)
                wmma::mma_sync(sums[i][j], from_a[i], from_b[j], sums[i][j]);
    }
}

// a is (m, padded_k), b is (k, padded_n), c is (m, n), all row-major. What is padded is a multiple of 8.
template <class Out>
__global__ void __launch_bounds__(kThreads)
    multiply(const Bf16* a, const Bf16* b, Out* c, long long m, long long n, long long k, long long padded_n,
             long long padded_k)
{
    extern __shared__ Stage stages[];

    const int warp = threadIdx.x / 32;
    const int row = warp % (kRows / kWarpRows) * kWarpRows;
    const int column = warp / (kRows / kWarpRows) * kWarpColumns;
    const long long first_row = (static_cast<long long>(blockIdx.z) * gridDim.y + blockIdx.y) * kRows;
    const long long first_column = static_cast<long long>(blockIdx.x) * kColumns;
    const int tiles = (k + kDepth - 1) / kDepth;

    const auto begin_tile = [&](int tile) {
        const long long l = static_cast<long long>(tile) * kDepth;
        Stage& stage = stages[tile % kStages];
        if (tile < tiles) {
            begin_copy<kRows, kDepth>(stage.a, a + first_row * padded_k + l, padded_k, m - first_row,
                                      padded_k - l);
            begin_copy<kDepth, kColumns>(stage.b, b + l * padded_n + first_column, padded_n, k - l,
                                         padded_n - first_column);
        }
        __pipeline_commit();  // a group of copies, also of none, so that the groups are counted as the tiles
    };

    FragmentC sums[kHigh][kWide];
    for (auto& line : sums)
        for (FragmentC& fragment : line)
            wmma::fill_fragment(fragment, 0.0f);
    for (int tile = 0; tile < kStages - 1; ++tile)
        begin_tile(tile);
    for (int tile = 0; tile < tiles; ++tile) {
        __syncthreads();  // nobody reads the tile before any more: its stage is free
        begin_tile(tile + kStages - 1);
        __pipeline_wait_prior(kStages - 1);  // this tile has arrived
        multiply_tiles(sums, stages[tile % kStages], row, column);
    }

    __syncthreads();
    float* staging = reinterpret_cast<float*>(stages) + warp * kFragment * kFragment;
#pragma unroll
    for (int i = 0; i < kHigh; ++i)
#pragma unroll
        for (int j = 0; j < kWide; ++j)
            store_sums(sums[i][j], staging, c, m, n, first_row + row + i * kFragment,
                       first_column + column + j * kFragment);
}

template <class Out>
std::vector<Out> multiply_on_gpu(const MatmulBf16::Input& in, Run& run)
{
    run.require_block(kThreads);
    constexpr std::size_t kShared = kStages * sizeof(Stage);
    CUDA_CHECK(cudaFuncSetAttribute(multiply<Out>, cudaFuncAttributeMaxDynamicSharedMemorySize, kShared));
    const Launch launch(multiply<Out>, grid_of_strips(in.n, in.m, kColumns, kRows), kThreads, kShared);

    const auto d_a = run.upload(in.bf16_a), d_b = run.upload(in.bf16_b);
    const auto d_c = run.array<Out>(in.m * in.n);
    const Padded a(run, d_a, in.m, in.k, 1, kChunk), b(run, d_b, in.k, in.n, 1, kChunk);
    run.kernel(launch, [&] {
        a.update(), b.update();
        multiply<<<launch.grid, launch.block, launch.shared>>>(a.data(), b.data(), d_c.data(), in.m, in.n,
                                                               in.k, b.columns(), a.columns());
    });
    return run.download(d_c);
}

}  // namespace

LADDER_VERSION(MatmulBf16, 4, "several tiles in flight", multiply_on_gpu<float>, multiply_on_gpu<Bf16>)
    .needs(80);

// matmul_bf16_v3: 4 x 4 fragments per warp          ./matmul_bf16_v3 -n 4096
//
// Slow in v2: for each multiplication a warp loads two fragments from shared memory.
// Idea: a warp computes 4 x 4 fragments of C. The 8 fragments that it loads serve 16 multiplications.
// Still slow: the block waits for each tile, with nothing else to do. See v4.
#include "fragments.cuh"
#include "padded.cuh"

namespace {

constexpr int kRows = 128, kColumns = 128;        // C: kRows x kColumns per block
constexpr int kDepth = 32;                        // columns of a tile of A, rows of a tile of B
constexpr int kWarpRows = 64, kWarpColumns = 64;  // C: per warp
constexpr int kHigh = kWarpRows / kFragment, kWide = kWarpColumns / kFragment;  // the same in fragments
constexpr int kGap = 8;  // elements, against bank conflicts
constexpr int kThreads = kRows / kWarpRows * (kColumns / kWarpColumns) * 32;

// The block copies a tile to shared memory, from a matrix of which `rows` rows and `columns` columns are left.
template <int kHeight, int kWidth>
__device__ void copy_tile(Bf16 (&tile)[kHeight][kWidth + kGap], const Bf16* from, long long pitch,
                          long long rows, long long columns)
{
    static_assert(kHeight * kWidth / kChunk % kThreads == 0);
#pragma unroll
    for (int i = 0; i < kHeight * kWidth / kChunk; i += kThreads) {
        const int y = (i + threadIdx.x) / (kWidth / kChunk),
                  x = (i + threadIdx.x) % (kWidth / kChunk) * kChunk;
        store_chunk(&tile[y][x], load_chunk(from + y * pitch + x, y < rows && x < columns));
    }
}

// a is (m, padded_k), b is (k, padded_n), c is (m, n), all row-major. What is padded is a multiple of 8.
template <class Out>
__global__ void __launch_bounds__(kThreads)
    multiply(const Bf16* a, const Bf16* b, Out* c, long long m, long long n, long long k, long long padded_n,
             long long padded_k)
{
    __shared__ alignas(32) Bf16 a_tile[kRows][kDepth + kGap];
    __shared__ alignas(32) Bf16 b_tile[kDepth][kColumns + kGap];
    __shared__ alignas(32) float staging[kThreads / 32][kFragment * kFragment];

    const int warp = threadIdx.x / 32;
    const int row = warp % (kRows / kWarpRows) * kWarpRows;
    const int column = warp / (kRows / kWarpRows) * kWarpColumns;
    const long long first_row = (static_cast<long long>(blockIdx.z) * gridDim.y + blockIdx.y) * kRows;
    const long long first_column = static_cast<long long>(blockIdx.x) * kColumns;

    FragmentC sums[kHigh][kWide];
    for (auto& line : sums)
        for (FragmentC& fragment : line)
            wmma::fill_fragment(fragment, 0.0f);
    for (long long l = 0; l < k; l += kDepth) {
        copy_tile<kRows, kDepth>(a_tile, a + first_row * padded_k + l, padded_k, m - first_row, padded_k - l);
        copy_tile<kDepth, kColumns>(b_tile, b + l * padded_n + first_column, padded_n, k - l,
                                    padded_n - first_column);
        __syncthreads();
        for (int step = 0; step < kDepth; step += kFragment) {
            FragmentA from_a[kHigh];
            FragmentB from_b[kWide];
            for (int i = 0; i < kHigh; ++i)
                wmma::load_matrix_sync(from_a[i], &a_tile[row + i * kFragment][step], kDepth + kGap);
            for (int j = 0; j < kWide; ++j)
                wmma::load_matrix_sync(from_b[j], &b_tile[step][column + j * kFragment], kColumns + kGap);
            for (int i = 0; i < kHigh; ++i)
                for (int j = 0; j < kWide; ++j)
                    wmma::mma_sync(sums[i][j], from_a[i], from_b[j], sums[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < kHigh; ++i)
#pragma unroll
        for (int j = 0; j < kWide; ++j)
            store_sums(sums[i][j], staging[warp], c, m, n, first_row + row + i * kFragment,
                       first_column + column + j * kFragment);
}

template <class Out>
std::vector<Out> multiply_on_gpu(const MatmulBf16::Input& in, Run& run)
{
    run.require_block(kThreads);
    const Launch launch(multiply<Out>, grid_of_strips(in.n, in.m, kColumns, kRows), kThreads);

    const auto d_a = run.upload(in.bf16_a), d_b = run.upload(in.bf16_b);
    const auto d_c = run.array<Out>(in.m * in.n);
    const Padded a(run, d_a, in.m, in.k, 1, kChunk), b(run, d_b, in.k, in.n, 1, kChunk);
    run.kernel(launch, [&] {
        a.update(), b.update();
        multiply<<<launch.grid, launch.block>>>(a.data(), b.data(), d_c.data(), in.m, in.n, in.k, b.columns(),
                                                a.columns());
    });
    return run.download(d_c);
}

}  // namespace

LADDER_VERSION(MatmulBf16, 3, "4 x 4 fragments per warp", multiply_on_gpu<float>, multiply_on_gpu<Bf16>)
    .needs(80);

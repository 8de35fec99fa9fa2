// matmul_bf16_swizzle: solution
//
// Chunk c of row r lies at c ^ r % 8: chunk c of 8 adjacent rows is in 8 different places of a line of 128 bytes.
#include "mma.cuh"
#include "padded.cuh"

namespace {

constexpr int kRows = 256, kColumns = 128;        // C: kRows x kColumns per block
constexpr int kDepth = 64;                        // columns of a tile of A, rows of a tile of B
constexpr int kWarpRows = 64, kWarpColumns = 64;  // C: per warp
constexpr int kThreads = kRows / kWarpRows * (kColumns / kWarpColumns) * 32;

// A row of a tile is 8 or 16 chunks of 16 bytes. Where chunk number `chunk` of the row lies:
template <int kHeight, int kWidth>
__device__ Bf16* place(Bf16 (&tile)[kHeight][kWidth], int row, int chunk)
{
    return &tile[row][(chunk ^ row % 8) * kChunk];
}

// The block copies a tile to shared memory, from a matrix of which `rows` rows and `columns` columns are left.
template <int kHeight, int kWidth>
__device__ void copy_tile(Bf16 (&tile)[kHeight][kWidth], const Bf16* from, long long pitch, long long rows,
                          long long columns)
{
    for (int i = threadIdx.x; i < kHeight * kWidth / kChunk; i += kThreads) {
        const int row = i / (kWidth / kChunk), chunk = i % (kWidth / kChunk), column = chunk * kChunk;
        store_chunk(place(tile, row, chunk),
                    load_chunk(from + row * pitch + column, row < rows && column < columns));
    }
}

// sums += the warp's part of the tiles' product, from [row][column] on.
using Sums = float[kWarpRows / 16][kWarpColumns / 8][4];
__device__ void multiply_tiles(Sums& sums, Bf16 (&a_tile)[kRows][kDepth], Bf16 (&b_tile)[kDepth][kColumns],
                               int row, int column)
{
    const int lane = threadIdx.x % 32;
    for (int step = 0; step < kDepth; step += 16) {
        unsigned a[kWarpRows / 16][4], b[kWarpColumns / 16][4];
#pragma unroll
        for (int i = 0; i < kWarpRows / 16; ++i)
            load_matrices(a[i], place(a_tile, row + i * 16 + lane % 16, step / kChunk + lane / 16));
#pragma unroll
        for (int j = 0; j < kWarpColumns / 16; ++j)
            load_matrices_transposed(b[j],
                                     place(b_tile, step + lane % 16, column / kChunk + j * 2 + lane / 16));
#pragma unroll
        for (int i = 0; i < kWarpRows / 16; ++i)
#pragma unroll
            for (int j = 0; j < kWarpColumns / 8; ++j)
                multiply_add(sums[i][j], a[i], b[j / 2][j % 2 * 2], b[j / 2][j % 2 * 2 + 1]);
    }
}

template <class Out>
__device__ void store_sums(const Sums& sums, Out* c, long long m, long long n, long long row,
                           long long column)
{
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int i = 0; i < kWarpRows / 16; ++i)
#pragma unroll
        for (int j = 0; j < kWarpColumns / 8; ++j)
#pragma unroll
            for (int e = 0; e < 4; ++e) {
                const long long r = row + i * 16 + e / 2 * 8 + lane / 4,
                                s = column + j * 8 + lane % 4 * 2 + e % 2;
                if (r < m && s < n)
                    store(&c[r * n + s], sums[i][j][e]);
            }
}

// a is (m, padded_k), b is (k, padded_n), c is (m, n), all row-major. What is padded is a multiple of 8.
template <class Out>
__global__ void __launch_bounds__(kThreads, 1)
    multiply(const Bf16* a, const Bf16* b, Out* c, long long m, long long n, long long k, long long padded_n,
             long long padded_k)
{
    __shared__ alignas(128) Bf16 a_tile[kRows][kDepth], b_tile[kDepth][kColumns];  // 48 KiB: no room for gaps

    const int warp = threadIdx.x / 32;
    const int row = warp % (kRows / kWarpRows) * kWarpRows;
    const int column = warp / (kRows / kWarpRows) * kWarpColumns;
    const long long first_row = (static_cast<long long>(blockIdx.z) * gridDim.y + blockIdx.y) * kRows;
    const long long first_column = static_cast<long long>(blockIdx.x) * kColumns;

    Sums sums = {};
    for (long long l = 0; l < k; l += kDepth) {
        copy_tile(a_tile, a + first_row * padded_k + l, padded_k, m - first_row, padded_k - l);
        copy_tile(b_tile, b + l * padded_n + first_column, padded_n, k - l, padded_n - first_column);
        __syncthreads();
        multiply_tiles(sums, a_tile, b_tile, row, column);
        __syncthreads();
    }
    store_sums(sums, c, m, n, first_row + row, first_column + column);
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

LADDER_VERSION(MatmulBf16, 5, "another place for each chunk", multiply_on_gpu<float>, multiply_on_gpu<Bf16>)
    .needs(80);

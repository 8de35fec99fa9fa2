// matmul_v12: fp32 from three TF32 products          ./matmul_v12 -n 4096
//
// Slow in v11: a multiply-add per lane and clock is all that the fp32 pipe does.
// Idea: tensor cores do several times as much, but in TF32, which keeps 11 of a float's 24 bits. Split each
// factor into two TF32 parts, x = big + small, and add up small * big + big * small + big * big. Tensor cores
// cut off what does not fit where fp32 rounds to nearest, so each 8 columns are summed from zero, and added
// to the result in fp32: no long chain of cut sums.
// Still slow: registers carry every operand to the tensor cores, 8 columns at a time. See v13.
#include "fours.cuh"
#include "matmul.h"
#include "tf32_parts.cuh"
#include "tile_order.cuh"

namespace {

constexpr int kTileRows = 64, kTileColumns = 128;  // C: per block
constexpr int kDepth = 16;                         // columns of the tile of A, rows of the tile of B
constexpr int kWarpRows = 64, kWarpColumns = 32;   // C: per warp
constexpr int kThreads = kTileRows / kWarpRows * (kTileColumns / kWarpColumns) * 32;
constexpr int kBlocks = 2;                       // per multiprocessor
constexpr int kStepA = kThreads / (kDepth / 4);  // rows of A that all threads load at once, 4 elements each
constexpr int kStepB = kThreads / (kTileColumns / 4);  // rows of B, likewise

// What one instruction multiplies: 16 x 8 elements of A by 8 x 8 of B.
constexpr int kRows = 16, kColumns = 8, kInner = 8;
constexpr int kDown = kWarpRows / kRows, kAcross = kWarpColumns / kColumns;

// sum (16 x 8) += a (16 x 8) b (8 x 8). Lane l holds of a the rows l / 4 and l / 4 + 8 in the columns l % 4
// and l % 4 + 4; of b the rows l % 4 and l % 4 + 4 in column l / 4; of sum the columns l % 4 * 2 and the next.
__device__ __forceinline__ void multiply_add(const unsigned (&a)[4], const unsigned (&b)[2], float (&sum)[4])
{
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

// a is (m, k), b is (k, n), c is (m, n), all row-major. kAligned: k and n are multiples of 4.
template <bool kAligned>
__global__ void __launch_bounds__(kThreads, kBlocks)
    multiply(const float* a, const float* b, float* c, long long m, long long n, long long k)
{
    // The gaps put the elements that a warp reads at once into 32 banks.
    __shared__ alignas(16) float a_tile[2][kTileRows][kDepth + 4];
    __shared__ alignas(16) float b_tile[2][kDepth][kTileColumns + 8];

    const int tid = threadIdx.x, warp = tid / 32, lane = tid % 32;
    const auto tile = tile_of_block();
    const long long first_row = tile.row * kTileRows, first_column = tile.column * kTileColumns;

    // What this thread copies, first from the first tiles, and how much of it there is.
    const int a_row = tid / (kDepth / 4), a_column = tid % (kDepth / 4) * 4;
    const int b_row = tid / (kTileColumns / 4), b_column = tid % (kTileColumns / 4) * 4;
    const float* next_a = a + (first_row + a_row) * k + a_column;
    const float* next_b = b + b_row * n + first_column + b_column;
    const long long a_rows = m - first_row - a_row, b_columns = n - first_column - b_column;
    long long a_columns = k - a_column, b_rows = k - b_row;
    const auto fetch_next_tiles = [&](int buffer) {
#pragma unroll
        for (int i = 0; i < kTileRows; i += kStepA)
            copy_four<kAligned>(&a_tile[buffer][a_row + i][a_column], next_a + i * k,
                                i < a_rows ? a_columns : 0);
#pragma unroll
        for (int i = 0; i < kDepth; i += kStepB)
            copy_four<kAligned>(&b_tile[buffer][b_row + i][b_column], next_b + i * n,
                                i < b_rows ? b_columns : 0);
        __pipeline_commit();
        next_a += kDepth, a_columns -= kDepth;
        next_b += kDepth * n, b_rows -= kDepth;
    };

    const int y = warp / (kTileColumns / kWarpColumns) * kWarpRows;
    const int x = warp % (kTileColumns / kWarpColumns) * kWarpColumns;
    float sum[kDown][kAcross][4] = {};
    fetch_next_tiles(0);
    int buffer = 0;
    for (long long l0 = 0; l0 < k; l0 += kDepth, buffer ^= 1) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (l0 + kDepth < k)
            fetch_next_tiles(buffer ^ 1);

#pragma unroll
        for (int l = 0; l < kDepth; l += kInner) {
            Tf32Parts<4> from_a[kDown];
            Tf32Parts<2> from_b[kAcross];
#pragma unroll
            for (int i = 0; i < kDown; ++i)
                for (int e = 0; e < 4; ++e)
                    from_a[i].set(
                        e, a_tile[buffer][y + i * kRows + lane / 4 + e % 2 * 8][l + lane % 4 + e / 2 * 4]);
#pragma unroll
            for (int j = 0; j < kAcross; ++j)
                for (int e = 0; e < 2; ++e)
                    from_b[j].set(e, b_tile[buffer][l + lane % 4 + e * 4][x + j * kColumns + lane / 4]);
#pragma unroll
            for (int i = 0; i < kDown; ++i)
#pragma unroll
                for (int j = 0; j < kAcross; ++j) {
                    float part[4] = {};
                    multiply_add(from_a[i].small, from_b[j].big, part);
                    multiply_add(from_a[i].big, from_b[j].small, part);
                    multiply_add(from_a[i].big, from_b[j].big, part);
                    for (int e = 0; e < 4; ++e)
                        sum[i][j][e] += part[e];
                }
        }
    }

#pragma unroll
    for (int i = 0; i < kDown; ++i)
#pragma unroll
        for (int j = 0; j < kAcross; ++j)
            for (int e = 0; e < 4; e += 2) {
                const long long row = first_row + y + i * kRows + lane / 4 + e / 2 * 8;
                const long long column = first_column + x + j * kColumns + lane % 4 * 2;
                const auto value = [&](int next) {
                    const float value = sum[i][j][e + next];
                    return isnan(value) ? in_fp32(a + row * k, b + column + next, n, k) : value;
                };
                float* to = c + row * n + column;
                if (row < m && column < n) {
                    if constexpr (kAligned) {
                        *reinterpret_cast<float2*>(to) = {value(0), value(1)};
                    } else {
                        to[0] = value(0);
                        if (column + 1 < n)
                            to[1] = value(1);
                    }
                }
            }
}

Matmul::Output multiply_on_gpu(const Matmul::Input& in, Run& run)
{
    run.require_block(kThreads);
    const auto kernel = in.k % 4 == 0 && in.n % 4 == 0 ? multiply<true> : multiply<false>;
    const Launch launch(kernel, grid_of_strips(in.n, in.m, kTileColumns, kTileRows), kThreads);

    const auto d_a = run.upload(in.a), d_b = run.upload(in.b), d_c = run.array<float>(in.m * in.n);
    run.kernel(launch, [&] {
        kernel<<<launch.grid, launch.block>>>(d_a.data(), d_b.data(), d_c.data(), in.m, in.n, in.k);
    });
    return run.download(d_c);
}

}  // namespace

LADDER_VERSION(Matmul, 12, "fp32 from three TF32 products", multiply_on_gpu).needs(80);

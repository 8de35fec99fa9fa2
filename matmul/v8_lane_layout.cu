// matmul_v8: lanes arranged for the banks          ./matmul_v8 -n 4096
//
// Slow in v7: bank conflicts, in the loads of both tiles and in the stores of the transposed tile.
// Idea: number the lanes so that they read adjacent 16-byte pieces, in pairs that read the same one: the
// banks then serve 16 lanes in one pass. A thread's results become four pieces of 4 x 4, and padding spreads
// the stores of A over all banks.
// Still slow: all threads wait while the next tile is loaded. See v9.
#include "fours.cuh"
#include "matmul.h"

namespace {

constexpr int kTile = 64;  // C: kTile x kTile per block
constexpr int kDepth = 8;  // columns of the tile of A, rows of the tile of B
constexpr int kSide = 8;   // kSide x kSide results per thread
constexpr int kThreads = kTile * kTile / (kSide * kSide);
constexpr int kLoads =
    kTile * kDepth / 4 / kThreads;  // of 4 elements of A, and of B, by each thread per tile
static_assert(kLoads * kThreads * 4 == kTile * kDepth);
// Padding of the rows of a_tile: the 2 x 16 elements that a warp stores at once are in 32 banks.
constexpr int kGap = 4;

// a is (m, k), b is (k, n), c is (m, n), all row-major. kAligned: k and n are multiples of 4, so that all
// rows are aligned to 16 bytes.
template <bool kAligned>
__global__ void __launch_bounds__(kThreads, 1)
    multiply(const float* a, const float* b, float* c, long long m, long long n, long long k)
{
    __shared__ alignas(16) float a_tile[kDepth][kTile + kGap];  // transposed
    __shared__ alignas(16) float b_tile[kDepth][kTile];

    const int tid = threadIdx.x, warp = tid / 32, lane = tid % 32;
    // A warp computes 32 x 64 results, in 4 rows of 8 lanes. Lanes l and l ^ 1 have the same rows, and lanes
    // l and l ^ 2 the same columns: the banks then serve 16 lanes in one pass in place of 8.
    const int y = warp * 32 + (lane / 2 % 2 + lane / 16 * 2) * 4;  // its rows: 4 from y, 4 from y + 16
    const int x = (lane % 2 + lane / 4 % 4 * 2) * 4;               // its columns: 4 from x, 4 from x + 32
    const long long first_row = (static_cast<long long>(blockIdx.z) * gridDim.y + blockIdx.y) * kTile;
    const long long first_column = static_cast<long long>(blockIdx.x) * kTile;

    float sum[kSide][kSide] = {};
    for (long long l0 = 0; l0 < k; l0 += kDepth) {
        for (int load = 0; load < kLoads; ++load) {
            const int i = (load * kThreads + tid) * 4;
            const int a_row = i / kDepth, a_column = i % kDepth;
            const int b_row = i / kTile, b_column = i % kTile;
            const long long ra = first_row + a_row, ca = l0 + a_column;
            const long long rb = l0 + b_row, cb = first_column + b_column;
            const float4 from_a = load_four<kAligned>(a + ra * k + ca, ra < m ? k - ca : 0);
            a_tile[a_column][a_row] = from_a.x;
            a_tile[a_column + 1][a_row] = from_a.y;
            a_tile[a_column + 2][a_row] = from_a.z;
            a_tile[a_column + 3][a_row] = from_a.w;
            const float4 from_b = load_four<kAligned>(b + rb * n + cb, rb < k ? n - cb : 0);
            *reinterpret_cast<float4*>(&b_tile[b_row][b_column]) = from_b;
        }
        __syncthreads();

#pragma unroll
        for (int l = 0; l < kDepth; ++l) {
            float from_a[kSide], from_b[kSide];
            read_eight(&a_tile[l][y], 16, from_a);
            read_eight(&b_tile[l][x], 32, from_b);
            multiply_add(from_a, from_b, sum);
        }
        __syncthreads();
    }

    for (int i = 0; i < kSide; ++i)
        for (int j = 0; j < kSide; j += 4) {
            const long long row = first_row + y + i / 4 * 16 + i % 4, column = first_column + x + j / 4 * 32;
            store_four<kAligned>(c + row * n + column, &sum[i][j], row < m ? n - column : 0);
        }
}

Matmul::Output multiply_on_gpu(const Matmul::Input& in, Run& run)
{
    run.require_block(kThreads);
    const auto kernel = in.k % 4 == 0 && in.n % 4 == 0 ? multiply<true> : multiply<false>;
    const Launch launch(kernel, grid_of_strips(in.n, in.m, kTile, kTile), kThreads);

    const auto d_a = run.upload(in.a), d_b = run.upload(in.b), d_c = run.array<float>(in.m * in.n);
    run.kernel(launch, [&] {
        kernel<<<launch.grid, launch.block>>>(d_a.data(), d_b.data(), d_c.data(), in.m, in.n, in.k);
    });
    return run.download(d_c);
}

}  // namespace

LADDER_VERSION(Matmul, 8, "lanes arranged for the banks", multiply_on_gpu);

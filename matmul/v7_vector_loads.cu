// matmul_v7: 16-byte loads          ./matmul_v7 -n 4096
//
// Slow in v6: a load brings a thread 4 bytes, so it needs 16 loads from shared memory for 64 multiply-adds.
// Idea: load 16 bytes at a time, and store C likewise: a quarter of the requests. For this a thread's 8 x 8
// results are adjacent, and A is transposed on its way into shared memory, so that the columns of its tile
// are contiguous.
// Still slow: bank conflicts. Adjacent lanes read 16 bytes that are 32 bytes apart, and the stores of the
// transposed tile send two lanes to each bank. See v8.
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

// a is (m, k), b is (k, n), c is (m, n), all row-major. kAligned: k and n are multiples of 4, so that all
// rows are aligned to 16 bytes.
template <bool kAligned>
__global__ void __launch_bounds__(kThreads, 1)
    multiply(const float* a, const float* b, float* c, long long m, long long n, long long k)
{
    __shared__ alignas(16) float a_tile[kDepth][kTile];  // transposed
    __shared__ alignas(16) float b_tile[kDepth][kTile];

    const int tid = threadIdx.x;
    const int y = tid / (kTile / kSide) * kSide;  // this thread's first row in the tile of C
    const int x = tid % (kTile / kSide) * kSide;  // its first column there
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
            read_eight(&a_tile[l][y], 4, from_a);
            read_eight(&b_tile[l][x], 4, from_b);
            multiply_add(from_a, from_b, sum);
        }
        __syncthreads();
    }

    for (int i = 0; i < kSide; ++i)
        for (int j = 0; j < kSide; j += 4) {
            const long long row = first_row + y + i, column = first_column + x + j;
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

LADDER_VERSION(Matmul, 7, "16-byte loads", multiply_on_gpu);

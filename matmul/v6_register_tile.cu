// matmul_v6: 8 x 8 results per thread          ./matmul_v6
//
// Slow in v5: an element of B serves 8 multiply-adds, but an element of A only one.
// Idea: let each thread compute 8 x 8 results. In each step it reads 8 elements of A and 8 of B: 16 loads for
// 64 multiply-adds. The results are 8 rows and 8 columns apart, so that adjacent lanes still access adjacent
// elements.
// Still slow: shared memory needs as long for the 16 loads as the lanes for the 64 multiply-adds. See v7. And
// at n = 1024, with few blocks of two warps each, v6 is slower than v5.
#include "matmul.h"

namespace {

constexpr int kTile = 64;               // C: kTile x kTile per block
constexpr int kDepth = 8;               // columns of the tile of A, rows of the tile of B
constexpr int kSide = 8;                // kSide x kSide results per thread
constexpr int kStride = kTile / kSide;  // from one to the next
constexpr int kThreads = kStride * kStride;
constexpr int kLoads = kTile * kDepth / kThreads;  // elements of A, and of B, that a thread loads per tile
static_assert(kLoads * kThreads == kTile * kDepth);

// a is (m, k), b is (k, n), c is (m, n), all row-major. The 1 in the launch bounds, the fewest resident
// blocks, lets the compiler take enough registers to have all of a thread's loads of a tile in flight at
// once.
__global__ void __launch_bounds__(kThreads, 1)
    multiply(const float* a, const float* b, float* c, std::size_t m, std::size_t n, std::size_t k)
{
    __shared__ float a_tile[kTile][kDepth];
    __shared__ float b_tile[kDepth][kTile];

    const int tid = threadIdx.x;
    const int x = tid % kStride;  // this thread's first column in the tile of C
    const int y = tid / kStride;  // its first row there
    const std::size_t first_row = (std::size_t{blockIdx.z} * gridDim.y + blockIdx.y) * kTile;
    const std::size_t first_column = std::size_t{blockIdx.x} * kTile;

    float sum[kSide][kSide] = {};
    for (std::size_t l0 = 0; l0 < k; l0 += kDepth) {
        for (int load = 0; load < kLoads; ++load) {
            const int i = load * kThreads + tid;
            const int a_row = i / kDepth, a_column = i % kDepth;
            const int b_row = i / kTile, b_column = i % kTile;
            const std::size_t ra = first_row + a_row, ca = l0 + a_column;
            const std::size_t rb = l0 + b_row, cb = first_column + b_column;
            a_tile[a_row][a_column] = ra < m && ca < k ? a[ra * k + ca] : 0.0f;
            b_tile[b_row][b_column] = rb < k && cb < n ? b[rb * n + cb] : 0.0f;
        }
        __syncthreads();

        for (int l = 0; l < kDepth; ++l) {
            float from_a[kSide], from_b[kSide];
            for (int i = 0; i < kSide; ++i)
                from_a[i] = a_tile[y + i * kStride][l];
            for (int j = 0; j < kSide; ++j)
                from_b[j] = b_tile[l][x + j * kStride];
            for (int i = 0; i < kSide; ++i)
                for (int j = 0; j < kSide; ++j)
                    sum[i][j] += from_a[i] * from_b[j];
        }
        __syncthreads();
    }

    for (int i = 0; i < kSide; ++i)
        for (int j = 0; j < kSide; ++j) {
            const std::size_t row = first_row + y + i * kStride;
            const std::size_t column = first_column + x + j * kStride;
            if (row < m && column < n)
                c[row * n + column] = sum[i][j];
        }
}

Matmul::Output multiply_on_gpu(const Matmul::Input& in, Run& run)
{
    run.require_block(kThreads);
    const Launch launch(multiply, grid_of_strips(in.n, in.m, kTile, kTile), kThreads);

    const auto d_a = run.upload(in.a), d_b = run.upload(in.b), d_c = run.array<float>(in.m * in.n);
    run.kernel(launch, [&] {
        multiply<<<launch.grid, launch.block>>>(d_a.data(), d_b.data(), d_c.data(), in.m, in.n, in.k);
    });
    return run.download(d_c);
}

}  // namespace

LADDER_VERSION(Matmul, 6, "8 x 8 results per thread", multiply_on_gpu);

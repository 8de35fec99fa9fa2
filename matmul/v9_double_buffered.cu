// matmul_v9: double buffering          ./matmul_v9 -n 4096
//
// Slow in v8: all threads wait for the next tile.
// Idea: load the next tile while this one is multiplied, A into registers and B by asynchronous copies into a
// second buffer; and read the next step's values while this step's are multiplied. The tiles are larger than
// in v8, so that there is more time for the next one to arrive.
// Still slow: A passes through registers, as its rows become columns on the way. See v10.
#include "fours.cuh"
#include "matmul.h"

namespace {

constexpr int kRows = 64, kColumns = 128;  // C: kRows x kColumns per block
constexpr int kDepth = 16;                 // columns of the tile of A, rows of the tile of B
constexpr int kSide = 8;                   // kSide x kSide results per thread
constexpr int kThreads = kRows * kColumns / (kSide * kSide);

constexpr int kLoadsA = kRows * kDepth / 4 / kThreads;     // of 4 elements, by each thread
constexpr int kLoadsB = kColumns * kDepth / 4 / kThreads;  // likewise
constexpr int kStepA = kRows / kLoadsA;                    // rows of A that all threads load at once
constexpr int kStepB = kDepth / kLoadsB;                   // rows of B, likewise
static_assert(kStepA * kDepth == 4 * kThreads && kStepB * kColumns == 4 * kThreads);

// Where column l of the tile of A begins in shared memory. The gaps put the 4 x 8 elements that a warp stores
// at once in 32 banks, and align each column to 16 bytes.
__device__ constexpr int place_of(int l)
{
    return l * (kRows + 4) + l / 8 * 8;
}
constexpr int kSizeA = kDepth * (kRows + 4) + 8;
static_assert(kDepth == 16, "the gaps are for 4 columns, 4 apart");

// a is (m, k), b is (k, n), c is (m, n), all row-major. kAligned: k and n are multiples of 4. kWhole: the tiles end
// where the matrices end, so that none of the tests below is needed.
template <bool kAligned, bool kWhole>
__global__ void __launch_bounds__(kThreads, 3)
    multiply(const float* a, const float* b, float* c, long long m, long long n, long long k)
{
    __shared__ alignas(16) float a_tile[2][kSizeA];  // transposed: see place_of()
    __shared__ alignas(16) float b_tile[2][kDepth][kColumns];

    const int tid = threadIdx.x, warp = tid / 32, lane = tid % 32;
    const long long first_row = (static_cast<long long>(blockIdx.z) * gridDim.y + blockIdx.y) * kRows;
    const long long first_column = static_cast<long long>(blockIdx.x) * kColumns;

    // What this thread loads, first from the first tiles.
    const int a_row = tid / (kDepth / 4), a_column = tid % (kDepth / 4) * 4;
    const int b_row = tid / (kColumns / 4), b_column = tid % (kColumns / 4) * 4;
    const float* next_a = a + (first_row + a_row) * k + a_column;
    const float* next_b = b + b_row * n + first_column + b_column;
    // How many rows and columns there are from there on.
    const long long a_rows = m - first_row - a_row, b_columns = n - first_column - b_column;
    long long a_columns = k - a_column, b_rows = k - b_row;

    float4 from_a[kLoadsA];
    const auto fetch_next_tiles = [&](int buffer) {
#pragma unroll
        for (int i = 0; i < kLoadsA; ++i)
            from_a[i] = load_four<kAligned>(next_a + i * kStepA * k, kWhole                ? 4
                                                                     : i * kStepA < a_rows ? a_columns
                                                                                           : 0);
#pragma unroll
        for (int i = 0; i < kLoadsB; ++i)
            copy_four<kAligned>(&b_tile[buffer][b_row + i * kStepB][b_column], next_b + i * kStepB * n,
                                kWhole                ? 4
                                : i * kStepB < b_rows ? b_columns
                                                      : 0);
        next_a += kDepth, a_columns -= kDepth;
        next_b += kDepth * n, b_rows -= kDepth;
    };
    const auto finish_next_tiles = [&](int buffer) {
#pragma unroll
        for (int i = 0; i < kLoadsA; ++i) {
            float* to = &a_tile[buffer][a_row + i * kStepA];
            to[place_of(a_column)] = from_a[i].x;
            to[place_of(a_column + 1)] = from_a[i].y;
            to[place_of(a_column + 2)] = from_a[i].z;
            to[place_of(a_column + 3)] = from_a[i].w;
        }
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
    };

    // A warp computes 32 x 64 results, its lanes numbered as in v8.
    const int y = warp / 2 * 32 + (lane / 2 % 2 + lane / 16 * 2) * 4;
    const int x = warp % 2 * 64 + (lane % 2 + lane / 4 % 4 * 2) * 4;
    float values_a[2][kSide], values_b[2][kSide];
    const auto read_values = [&](int buffer, int l) {
        read_eight(&b_tile[buffer][l][x], 32, values_b[l % 2]);
        read_eight(&a_tile[buffer][place_of(l) + y], 16, values_a[l % 2]);
    };

    float sum[kSide][kSide] = {};
    int buffer = 0;
    fetch_next_tiles(buffer);
    finish_next_tiles(buffer);
    read_values(buffer, 0);
    for (long long l0 = 0; l0 < k; l0 += kDepth) {
        const bool more = l0 + kDepth < k;
        if (more)
            fetch_next_tiles(buffer ^ 1);
#pragma unroll
        for (int l = 0; l < kDepth; ++l) {
            // One barrier per tile: threads that are here have the last values of this tile in registers, so
            // that its buffer may be filled again.
            if (l == kDepth - 1 && more)
                finish_next_tiles(buffer ^= 1);
            if (l < kDepth - 1 || more)
                read_values(buffer, (l + 1) % kDepth);
            multiply_add(values_a[l % 2], values_b[l % 2], sum);
        }
    }

    for (int i = 0; i < kSide; ++i) {
        const long long row = first_row + y + i / 4 * 16 + i % 4;
        for (int j = 0; j < kSide; j += 4) {
            const long long column = first_column + x + j / 4 * 32;
            // One by one, not as 16 bytes, for which sums would have to be in adjacent registers: so the compiler
            // can keep each in another bank of registers than its factors. An instruction reads a bank once per clock.
            store_four<false>(c + row * n + column, &sum[i][j], kWhole ? 4 : row < m ? n - column : 0);
        }
    }
}

Matmul::Output multiply_on_gpu(const Matmul::Input& in, Run& run)
{
    run.require_block(kThreads);
    const bool aligned = in.k % 4 == 0 && in.n % 4 == 0;
    const bool whole = in.m % kRows == 0 && in.n % kColumns == 0 && in.k % kDepth == 0;
    const auto kernel = whole     ? multiply<true, true>
                        : aligned ? multiply<true, false>
                                  : multiply<false, false>;
    const Launch launch(kernel, grid_of_strips(in.n, in.m, kColumns, kRows), kThreads);

    const auto d_a = run.upload(in.a), d_b = run.upload(in.b), d_c = run.array<float>(in.m * in.n);
    run.kernel(launch, [&] {
        kernel<<<launch.grid, launch.block>>>(d_a.data(), d_b.data(), d_c.data(), in.m, in.n, in.k);
    });
    return run.download(d_c);
}

}  // namespace

LADDER_VERSION(Matmul, 9, "double buffering", multiply_on_gpu);

// matmul_v7: 16-byte loads, two buffers          ./matmul_v7 -n 4096
//
// Slow in v6: 16 loads of 4 bytes keep shared memory busy as long as 64 multiply-adds take, and for each tile all threads
// wait for global memory.
// Idea: load 16 bytes at a time, everywhere. For this the tile of A is transposed on its way into shared memory, so that
// 4 elements of a column lie side by side, and a thread's 8 x 8 results are four pieces of 4 x 4, so that lanes side by
// side read neighbouring pieces: no bank conflicts. And there are two buffers: while one tile is multiplied, the next one
// is on its way, A through registers, where it is turned, B straight into shared memory (asynchronous copies). Likewise,
// the values for the next step are read while this one is multiplied.
// Where the limit is, see the README.
#include "matmul.h"

#include <cuda_pipeline.h>

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

// Where column l of the tile of A begins in shared memory. The gaps keep the 8 rows x 4 columns that a warp stores at
// once in 32 banks, and each column aligned to 16 bytes.
__device__ constexpr int place_of(int l)
{
    return l * (kRows + 4) + l / 8 * 8;
}
constexpr int kSizeA = kDepth * (kRows + 4) + 8;
static_assert(kDepth == 16, "the gaps are for 4 columns, 4 apart");

// Four elements from p on, of which `left` exist; zeros for the others. kAligned: they exist all or none, and p is
// aligned to 16 bytes.
template <bool kAligned>
__device__ __forceinline__ float4 load_four(const float* p, long long left)
{
    if constexpr (kAligned)
        return left > 0 ? *reinterpret_cast<const float4*>(p) : float4{0, 0, 0, 0};
    else
        return {left > 0 ? p[0] : 0, left > 1 ? p[1] : 0, left > 2 ? p[2] : 0, left > 3 ? p[3] : 0};
}

// The same into shared memory, without waiting for them.
template <bool kAligned>
__device__ __forceinline__ void copy_four(float* to, const float* from, long long left)
{
    if constexpr (kAligned)
        __pipeline_memcpy_async(to, from, 16, left > 0 ? 0 : 16);
    else
        for (int i = 0; i < 4; ++i)
            __pipeline_memcpy_async(to + i, from + i, 4, left > i ? 0 : 4);
}

template <bool kAligned>
__device__ __forceinline__ void store_four(float* to, const float* four, long long left)
{
    if constexpr (kAligned) {
        if (left > 0)
            *reinterpret_cast<float4*>(to) = {four[0], four[1], four[2], four[3]};
    } else {
        for (int i = 0; i < 4; ++i)
            if (left > i)
                to[i] = four[i];
    }
}

// Reads two pieces of 4 elements that lie `distance` apart in shared memory.
__device__ __forceinline__ void read_eight(const float* from, int distance, float (&to)[kSide])
{
    const float4 p = *reinterpret_cast<const float4*>(from),
                 q = *reinterpret_cast<const float4*>(from + distance);
    to[0] = p.x, to[1] = p.y, to[2] = p.z, to[3] = p.w;
    to[4] = q.x, to[5] = q.y, to[6] = q.z, to[7] = q.w;
}

// One step: sum += column a times row b.
__device__ __forceinline__ void multiply_add(const float (&a)[kSide], const float (&b)[kSide],
                                             float (&sum)[kSide][kSide])
{
    // Down one column and up the next: each multiply-add has an operand of the one before, which need not be read from
    // the registers again.
#pragma unroll
    for (int j = 0; j < kSide; ++j)
#pragma unroll
        for (int down = 0; down < kSide; ++down) {
            const int i = j % 2 ? kSide - 1 - down : down;
            sum[i][j] += a[i] * b[j];
        }
}

// a is (m, k), b is (k, n), c is (m, n), all row-major. kAligned: k and n are multiples of 4.
template <bool kAligned>
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
            from_a[i] = load_four<kAligned>(next_a + i * kStepA * k, i * kStepA < a_rows ? a_columns : 0);
#pragma unroll
        for (int i = 0; i < kLoadsB; ++i)
            copy_four<kAligned>(&b_tile[buffer][b_row + i * kStepB][b_column], next_b + i * kStepB * n,
                                i * kStepB < b_rows ? b_columns : 0);
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

    // A warp computes 32 x 64 results, its lanes are 4 rows of 8. Lanes 1 apart have the same rows, lanes 2 apart the same
    // columns: the banks serve 16 lanes in one pass then, in place of 8.
    const int y = warp / 2 * 32 + (lane / 2 % 2 + lane / 16 * 2) * 4;
    const int x = warp % 2 * 64 + (lane % 2 + lane / 4 % 4 * 2) * 4;
    float values_a[2][kSide], values_b[2][kSide];
    const auto read_values = [&](int buffer, int l) {
        read_eight(&a_tile[buffer][place_of(l) + y], 16, values_a[l % 2]);
        read_eight(&b_tile[buffer][l][x], 32, values_b[l % 2]);
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
            // One barrier per tile: when all threads are here, they have the last values of this tile in registers, so
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
            store_four<kAligned>(c + row * n + column, &sum[i][j], row < m ? n - column : 0);
        }
    }
}

Matmul::Output multiply_on_gpu(const Factors& f, Run& run)
{
    require_block(run, kThreads);
    const auto kernel = f.k % 4 == 0 && f.n % 4 == 0 ? multiply<true> : multiply<false>;
    const Launch launch(kernel, grid_of_tiles(f.m, f.n, kRows, kColumns), kThreads);

    DeviceArray<float> d_a(run, f.a.size()), d_b(run, f.b.size()), d_c(run, f.m * f.n);
    run.upload([&] {
        d_a.copy_from(f.a);
        d_b.copy_from(f.b);
    });
    run.kernel(launch, [&] {
        kernel<<<launch.grid, launch.block>>>(d_a.data(), d_b.data(), d_c.data(), f.m, f.n, f.k);
    });

    Matmul::Output c;
    run.download([&] { d_c.copy_to(c); });
    return c;
}

}  // namespace

LADDER_VERSION(Matmul, 7, "16-byte loads, two buffers", multiply_on_gpu);

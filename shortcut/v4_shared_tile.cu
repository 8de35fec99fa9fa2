// shortcut_v4: stripes in shared memory          ./shortcut_v4 -n 8192 --no-cpu
//
// Slow in v3: a block needs 64 + 64 numbers for each k, but its threads load each of them eight times.
// Idea: let the block load the numbers for the next 32 k once, into shared memory, and read them there. A
// thread's results are in groups of four, so that it reads 16 bytes at a time: 4 loads for 64 steps.
// Still slow: a minimum takes as long as two additions. See v5.
#include "pad_and_transpose.cuh"
#include "shortcut.h"

#include <cmath>

namespace {

constexpr int kThreads = 8;                 // along each side of a block
constexpr int kResults = 8;                 // of a thread, along each side
constexpr int kTile = kThreads * kResults;  // results of a block, along each side
constexpr int kDepth = 32;                  // how many k the block has in shared memory at a time
constexpr int kBlocks = 6;  // per multiprocessor, at least: a thread has registers for its loads
constexpr int kFour = 4;    // numbers in 16 bytes

// The kResults numbers of a stripe that a thread, 0 to 7, needs: groups of four, kThreads groups apart.
__device__ void read(const float* stripe, int thread, float (&numbers)[kResults])
{
    for (int i = 0; i < kResults; i += kFour) {
        const float4 four = *reinterpret_cast<const float4*>(stripe + i * kThreads + thread * kFour);
        numbers[i] = four.x;
        numbers[i + 1] = four.y;
        numbers[i + 2] = four.z;
        numbers[i + 3] = four.w;
    }
}

// The place in the stripe of number i of read().
__device__ unsigned place(int i, int thread)
{
    return i / kFour * kFour * kThreads + thread * kFour + i % kFour;
}

// __restrict__: a load from global memory need not wait for the stores to shared memory before it.
__global__ void __launch_bounds__(kThreads* kThreads, kBlocks)
    find_shortcuts(const float* __restrict__ rows, const float* __restrict__ columns, unsigned size,
                   unsigned n, float* r)
{
    static_assert(kTile % kDepth == 0, "the last k0 + kDepth must lie within the padding");
    __shared__ alignas(16) float to_k[kDepth][kTile], from_k[kDepth][kTile];
    const unsigned top = blockIdx.y * kTile, left = blockIdx.x * kTile;
    const int thread = threadIdx.y * kThreads + threadIdx.x;

    float least[kResults][kResults];
    for (int y = 0; y < kResults; ++y)
        for (int x = 0; x < kResults; ++x)
            least[y][x] = INFINITY;

    for (unsigned k0 = 0; k0 < n; k0 += kDepth) {
#pragma unroll
        for (unsigned k = 0; k < kDepth; ++k) {
            to_k[k][thread] = columns[std::size_t{k0 + k} * size + top + thread];
            from_k[k][thread] = rows[std::size_t{k0 + k} * size + left + thread];
        }
        __syncthreads();

#pragma unroll 8
        for (unsigned k = 0; k < kDepth; ++k) {
            float to[kResults], from[kResults];
            read(to_k[k], threadIdx.y, to);
            read(from_k[k], threadIdx.x, from);
            for (int y = 0; y < kResults; ++y)
                for (int x = 0; x < kResults; ++x)
                    least[y][x] = minimum(least[y][x], to[y] + from[x]);
        }
        __syncthreads();  // before the next numbers overwrite these
    }

    for (int y = 0; y < kResults; ++y)
        for (int x = 0; x < kResults; ++x) {
            const unsigned i = top + place(y, threadIdx.y), j = left + place(x, threadIdx.x);
            if (i < n && j < n)
                r[std::size_t{i} * n + j] = least[y][x];
        }
}

Shortcut::Output shortcut(const Shortcut::Input& in, Run& run)
{
    const std::size_t n = in.n;
    run.require_block(kThreads * kThreads);
    const std::size_t size = ceil_div(n, kTile) * kTile;
    const Launch prepare = padding_launch(size);
    const Launch launch(find_shortcuts, grid_of_tiles(n, n, kTile, kTile), {kThreads, kThreads});

    const auto d_d = run.upload(in.d), d_r = run.array<float>(n * n);
    const auto d_rows = run.array<float>(size * size), d_columns = run.array<float>(size * size);
    run.kernel({prepare, launch}, [&] {
        pad_and_transpose<<<prepare.grid, prepare.block>>>(d_d.data(), n, d_rows.data(), d_columns.data(),
                                                           size);
        find_shortcuts<<<launch.grid, launch.block>>>(d_rows.data(), d_columns.data(), size, n, d_r.data());
    });
    return run.download(d_r);
}

}  // namespace

LADDER_VERSION(Shortcut, 4, "stripes in shared memory", shortcut);

// shortcut_v4: both stripes in shared memory          ./shortcut_v4 -n 8192 --no-cpu
//
// Slow in v3: a block needs 64 + 64 numbers for each k, but its threads ask the caches for 64 x 16: each number
// eight times.
// Idea: fetch what the block needs for the next 32 k once, side by side, into shared memory, and let its threads
// read it there. For that a thread's results lie in fours, since shared memory hands out 16 bytes at a time: 4
// loads for 64 steps.
// What remains are the steps themselves: an addition and a minimum each, and a minimum takes an instruction for
// half as many lanes per clock as an addition. The README says how near that is.
#include "shortcut.h"

#include <cmath>

namespace {

constexpr int kThreads = 8;                 // along each side of a block
constexpr int kResults = 8;                 // of a thread, along each side
constexpr int kTile = kThreads * kResults;  // results of a block, along each side
constexpr int kDepth = 32;                  // how many k the block has in shared memory at a time
constexpr int kBlocks = 6;                  // per multiprocessor: a thread has registers for all it fetches
constexpr int kFour = 4;                    // numbers in 16 bytes
constexpr int kSquare = 32;                 // side of what a block transposes
constexpr int kSquareRows = 8;              // of its threads

// rows = d (n x n), padded to size x size; columns = rows transposed: column k of d lies at columns + k * size.
__global__ void pad_and_transpose(const float* d, unsigned n, float* rows, float* columns, unsigned size)
{
    __shared__ float square[kSquare][kSquare + 1];  // the column more keeps its columns in different banks
    const unsigned left = blockIdx.x * kSquare, top = blockIdx.y * kSquare;

    const unsigned j = left + threadIdx.x;
    for (int y = threadIdx.y; y < kSquare; y += kSquareRows) {
        const unsigned i = top + y;
        const float weight = i < n && j < n ? d[std::size_t{i} * n + j] : INFINITY;
        rows[std::size_t{i} * size + j] = weight;
        square[y][threadIdx.x] = weight;
    }
    __syncthreads();

    for (int x = threadIdx.y; x < kSquare; x += kSquareRows)
        columns[std::size_t{left + x} * size + top + threadIdx.x] = square[threadIdx.x][x];
}

// The kResults numbers of a stripe that belong to thread 0 to 7: fours that are kThreads fours apart.
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

// Where number i of read() lies in the stripe.
__device__ unsigned place(int i, int thread)
{
    return i / kFour * kFour * kThreads + thread * kFour + i % kFour;
}

// __restrict__: so that a load need not wait for the stores to shared memory before it.
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
        __syncthreads();  // before the next numbers take the place of these
    }

    for (int y = 0; y < kResults; ++y)
        for (int x = 0; x < kResults; ++x) {
            const unsigned i = top + place(y, threadIdx.y), j = left + place(x, threadIdx.x);
            if (i < n && j < n)
                r[std::size_t{i} * n + j] = least[y][x];
        }
}

Shortcut::Output shortcut(const Shortcut::Matrix& d, std::size_t n, Run& run)
{
    require_block(run, kThreads * kThreads);
    const std::size_t size = ceil_div(n, kTile) * kTile;
    const Launch prepare(pad_and_transpose, grid_of(size, kSquare, kSquare), {kSquare, kSquareRows});
    const Launch launch(find_shortcuts, grid_of(n, kTile, kTile), {kThreads, kThreads});

    DeviceArray<float> d_d(run, n * n), d_rows(run, size * size), d_columns(run, size * size),
        d_r(run, n * n);
    run.upload([&] { d_d.copy_from(d); });
    run.kernel({prepare, launch}, [&] {
        pad_and_transpose<<<prepare.grid, prepare.block>>>(d_d.data(), n, d_rows.data(), d_columns.data(),
                                                           size);
        find_shortcuts<<<launch.grid, launch.block>>>(d_rows.data(), d_columns.data(), size, n, d_r.data());
    });

    Shortcut::Output r;
    run.download([&] { d_r.copy_to(r); });
    return r;
}

}  // namespace

LADDER_VERSION(Shortcut, 4, "stripes in shared memory", shortcut);

// shortcut_v3: 8 x 8 results per thread, in registers          ./shortcut_v3
//
// Slow in v2: for each addition and minimum a thread loads two numbers, and loads are what it waits for.
// Idea: let a thread compute 8 x 8 results. From 8 numbers of a column and 8 of a row it makes 64 sums: 64
// steps for 16 loads in place of 128. Its results lie 8 apart, so that neighbouring threads still read
// neighbouring numbers. For that the left factor must be read along rows as well: a first kernel transposes
// it, and pads both to a multiple of 64 with +infinity, which no minimum notices, so that the main kernel
// needs no bounds.
// Still slow: a block needs 64 + 64 numbers for a step of k, but its threads ask for 64 x 16. See v4.
#include "shortcut.h"

#include <cmath>

namespace {

constexpr int kThreads = 8;                 // along each side of a block
constexpr int kResults = 8;                 // of a thread, along each side
constexpr int kTile = kThreads * kResults;  // results of a block, along each side
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

__global__ void __launch_bounds__(kThreads* kThreads)
    find_shortcuts(const float* rows, const float* columns, unsigned size, unsigned n, float* r)
{
    const unsigned i0 = blockIdx.y * kTile + threadIdx.y;
    const unsigned j0 = blockIdx.x * kTile + threadIdx.x;

    float least[kResults][kResults];
    for (int y = 0; y < kResults; ++y)
        for (int x = 0; x < kResults; ++x)
            least[y][x] = INFINITY;

    for (unsigned k = 0; k < n; ++k) {
        float to_k[kResults], from_k[kResults];  // d[i][k] of the thread's rows i, d[k][j] of its columns j
        for (int y = 0; y < kResults; ++y)
            to_k[y] = columns[std::size_t{k} * size + i0 + y * kThreads];
        for (int x = 0; x < kResults; ++x)
            from_k[x] = rows[std::size_t{k} * size + j0 + x * kThreads];
        for (int y = 0; y < kResults; ++y)
            for (int x = 0; x < kResults; ++x)
                least[y][x] = minimum(least[y][x], to_k[y] + from_k[x]);
    }

    for (int y = 0; y < kResults; ++y)
        for (int x = 0; x < kResults; ++x) {
            const unsigned i = i0 + y * kThreads, j = j0 + x * kThreads;
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

LADDER_VERSION(Shortcut, 3, "8 x 8 results per thread", shortcut);

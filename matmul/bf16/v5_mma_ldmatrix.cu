// matmul_bf16_v5: mma, ldmatrix and a swizzled tile          ./matmul_bf16_v5 -n 4096
//
// Slow in v4: wmma decides when fragments are loaded, and its tiles need gaps against bank conflicts.
// Idea: the instructions below wmma. A swizzled tile has no gaps: chunk c of row r lies at c ^ r % 8, so that the 8 rows
// that ldmatrix reads at once lie in different banks. The next step's fragments load while this step's are multiplied.
// Limit: on an H200 mma.sync does two thirds of what the tensor cores can. See v6.
#include "../tile_order.cuh"
#include "common/device/cuda_check.h"
#include "mma.cuh"
#include "padded.cuh"

#include <cuda_pipeline.h>

namespace {

constexpr int kRows = 128, kColumns = 256;  // C: kRows x kColumns per block
constexpr int kDepth = 32;                  // columns of a tile of A, rows of a tile of B
constexpr int kStages = 4;                  // tiles of A and of B in shared memory
constexpr int kWarpRows = 64, kWarpColumns = 64;
constexpr int kThreads = kRows / kWarpRows * (kColumns / kWarpColumns) * 32;
constexpr int kSteps = kDepth / 16;
static_assert(kSteps % 2 == 0, "the fragments of step 0 are always in the same registers");

// kHeight rows of kWidth elements in shared memory.
template <int kHeight, int kWidth>
struct Tile {
    static constexpr int kChunks = kWidth / kChunk;
    static constexpr int kRowsPerLine = kChunks < 8 ? 8 / kChunks : 1;  // of 128 bytes, all banks

    // Chunk number `chunk` of the row.
    __device__ Bf16* at(int row, int chunk)
    {
        const int swizzled = chunk ^ (row / kRowsPerLine) % (8 / kRowsPerLine);
        return &elements[(row * kChunks + swizzled) * kChunk];
    }

    Bf16 elements[kHeight * kWidth];
};

// Copies of tiles of a matrix, one after the other. Each thread copies one column of chunks.
template <int kHeight, int kWidth>
class TileCopies {
public:
    // matrix: from the first tile's first element on, with so many rows and columns left; pitch: from row to row.
    __device__ TileCopies(const Bf16* matrix, long long pitch, long long rows, long long columns)
        : pitch_(pitch),
          row_(threadIdx.x / kChunks),
          chunk_(threadIdx.x % kChunks),
          from_(matrix + row_ * pitch + chunk_ * kChunk),
          rows_(rows - row_),
          columns_(columns - chunk_ * kChunk)
    {
    }

    __device__ void begin(Tile<kHeight, kWidth>& tile) const
    {
#pragma unroll
        for (int i = 0; i < kHeight; i += kStep) {
            const bool inside = i < rows_ && 0 < columns_;
            __pipeline_memcpy_async(tile.at(row_ + i, chunk_), from_ + i * pitch_, 16, inside ? 0 : 16);
        }
    }
    __device__ void advance(int rows, int columns)
    {
        from_ += rows * pitch_ + columns;
        rows_ -= rows, columns_ -= columns;
    }

private:
    static constexpr int kChunks = kWidth / kChunk, kStep = kThreads / kChunks;
    static_assert(kThreads % kChunks == 0 && kHeight % kStep == 0);

    long long pitch_;
    int row_, chunk_;
    const Bf16* from_;
    long long rows_, columns_;  // that are left from there on
};

struct alignas(128) Stage {
    Tile<kRows, kDepth> a;
    Tile<kDepth, kColumns> b;
};

// A warp's operands of one step.
struct Fragments {
    unsigned a[kWarpRows / 16][4], b[kWarpColumns / 16][4];

    // row, column: of the warp's part of the tile of C.
    __device__ void load(Stage& stage, int step, int row, int column)
    {
        const int lane = threadIdx.x % 32;
#pragma unroll
        for (int i = 0; i < kWarpRows / 16; ++i)
            load_matrices(a[i], stage.a.at(row + i * 16 + lane % 16, step * 2 + lane / 16));
#pragma unroll
        for (int j = 0; j < kWarpColumns / 16; ++j)
            load_matrices_transposed(b[j],
                                     stage.b.at(step * 16 + lane % 16, column / kChunk + j * 2 + lane / 16));
    }
};

using Sums = float[kWarpRows / 16][kWarpColumns / 8][4];

__device__ void multiply_all(Sums& sums, const Fragments& f)
{
#pragma unroll
    for (int i = 0; i < kWarpRows / 16; ++i)
#pragma unroll
        for (int j = 0; j < kWarpColumns / 8; ++j)
            multiply_add(sums[i][j], f.a[i], f.b[j / 2][j % 2 * 2], f.b[j / 2][j % 2 * 2 + 1]);
}

template <class Out>
__device__ void store_sums(const Sums& sums, Out* c, long long m, long long n, long long row,
                           long long column)
{
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int i = 0; i < kWarpRows / 8; ++i)
#pragma unroll
        for (int j = 0; j < kWarpColumns / 8; ++j) {
            const long long r = row + i * 8 + lane / 4, s = column + j * 8 + lane % 4 * 2;
            const float first = sums[i / 2][j][i % 2 * 2], second = sums[i / 2][j][i % 2 * 2 + 1];
            if (r < m && s + 1 < n && n % 2 == 0) {
                store_two(&c[r * n + s], first, second);
            } else if (r < m) {
                if (s < n)
                    store(&c[r * n + s], first);
                if (s + 1 < n)
                    store(&c[r * n + s + 1], second);
            }
        }
}

// a is (m, padded_k), b is (k, padded_n), c is (m, n), all row-major. What is padded is a multiple of 8.
template <class Out>
__global__ void __launch_bounds__(kThreads, 1)
    multiply(const Bf16* a, const Bf16* b, Out* c, long long m, long long n, long long k, long long padded_n,
             long long padded_k)
{
    extern __shared__ Stage stages[];

    const auto place = tile_of<unsigned>(blockIdx.x, (m + kRows - 1) / kRows, (n + kColumns - 1) / kColumns);
    const long long first_row = static_cast<long long>(place.row) * kRows;
    const long long first_column = static_cast<long long>(place.column) * kColumns;
    const int warp = threadIdx.x / 32;
    const int row = warp % (kRows / kWarpRows) * kWarpRows;
    const int column = warp / (kRows / kWarpRows) * kWarpColumns;
    const int tiles = (padded_k + kDepth - 1) / kDepth;

    TileCopies<kRows, kDepth> copies_of_a(a + first_row * padded_k, padded_k, m - first_row, padded_k);
    TileCopies<kDepth, kColumns> copies_of_b(b + first_column, padded_n, k, padded_n - first_column);
    const auto begin_copy = [&](int tile) {
        if (tile < tiles) {
            copies_of_a.begin(stages[tile % kStages].a);
            copies_of_b.begin(stages[tile % kStages].b);
            copies_of_a.advance(0, kDepth);
            copies_of_b.advance(kDepth, 0);
        }
        __pipeline_commit();
    };
    const auto wait_for_next_tile = [&] {
        __pipeline_wait_prior(kStages - 2);
        __syncthreads();
    };

    for (int tile = 0; tile < kStages - 1; ++tile)
        begin_copy(tile);
    wait_for_next_tile();
    Fragments fragments[2];
    fragments[0].load(stages[0], 0, row, column);
    Sums sums = {};
    for (int tile = 0; tile < tiles; ++tile) {
        begin_copy(tile + kStages - 1);
#pragma unroll
        for (int step = 0; step < kSteps; ++step) {
            const bool last = step == kSteps - 1;
            if (last)
                wait_for_next_tile();
            if (!last || tile + 1 < tiles)
                fragments[(step + 1) % 2].load(stages[(tile + last) % kStages], (step + 1) % kSteps, row,
                                               column);
            multiply_all(sums, fragments[step % 2]);
        }
    }
    store_sums(sums, c, m, n, first_row + row, first_column + column);
}

template <class Out>
std::vector<Out> multiply_on_gpu(const MatmulBf16::Input& in, Run& run)
{
    run.require_block(kThreads);
    constexpr std::size_t kShared = kStages * sizeof(Stage);
    CUDA_CHECK(cudaFuncSetAttribute(multiply<Out>, cudaFuncAttributeMaxDynamicSharedMemorySize, kShared));
    const std::size_t blocks = ceil_div(in.m, kRows) * ceil_div(in.n, kColumns);
    const Launch launch(multiply<Out>, static_cast<unsigned>(blocks), kThreads, kShared);

    const auto d_a = run.upload(in.bf16_a), d_b = run.upload(in.bf16_b);
    const auto d_c = run.array<Out>(in.m * in.n);
    const Padded a(run, d_a, in.m, in.k, 1, kChunk), b(run, d_b, in.k, in.n, 1, kChunk);
    run.kernel(launch, [&] {
        a.update(), b.update();
        multiply<<<launch.grid, launch.block, launch.shared>>>(a.data(), b.data(), d_c.data(), in.m, in.n,
                                                               in.k, b.columns(), a.columns());
    });
    return run.download(d_c);
}

}  // namespace

LADDER_VERSION(MatmulBf16, 5, "mma, ldmatrix and a swizzled tile", multiply_on_gpu<float>,
               multiply_on_gpu<Bf16>)
    .needs(80);

// A transposed, and B, in whole tiles: what v10 and v11 multiply.
#pragma once

#include "common/device/device.h"
#include "fours.cuh"
#include "matmul.h"

constexpr int kColumns = 128;  // of C: kRows x kColumns per block
constexpr int kSide = 8;       // kSide x kSide results per thread
constexpr int kStages = 3;     // tiles of each factor in shared memory

template <int kRows>
struct Tiles {
    static constexpr int kDepth = kRows / 4;  // rows of both tiles
    static constexpr int kThreads = kRows * kColumns / (kSide * kSide);
    static constexpr int kBlocks = kRows == 128 ? 2 : 3;  // per multiprocessor
    struct Stage {
        float a[kDepth][kRows], b[kDepth][kColumns];
    };
};

// Whether tiles of 128 rows would not give each multiprocessor one: those of 64 rows are better then.
inline bool too_few_large_tiles(const Matmul::Input& in)
{
    const auto multiprocessors = static_cast<std::size_t>(current_device().multiprocessors);
    return ceil_div(in.m, 128) * ceil_div(in.n, kColumns) < multiprocessors;
}

constexpr int kPatch = 64;  // elements along a side of what a block transposes
constexpr int kPatchThreads = kPatch / 4 * (kPatch / 4);

// to is (to_rows, to_columns), both multiples of kPatch: the transpose of from, (rows, columns), and zeros. kAligned: columns
// is a multiple of 4. The grid: grid_of_strips(to_columns, to_rows, kPatch, kPatch). See transpose_v5.
template <bool kAligned>
__global__ void __launch_bounds__(kPatchThreads)
    transpose(const float* from, long long rows, long long columns, float* to, long long to_rows,
              long long to_columns)
{
    // Rows of the patch are rows of `to`. Float4 x of row y lies in place x ^ y / 4 % 8, so that there are no bank conflicts.
    __shared__ float4 patch[kPatch][kPatch / 4];

    const long long to_row = (static_cast<long long>(blockIdx.z) * gridDim.y + blockIdx.y) * kPatch;
    const long long to_column = static_cast<long long>(blockIdx.x) * kPatch;
    if (to_row >= to_rows)
        return;

    const int x = threadIdx.x % (kPatch / 4), y = threadIdx.x / (kPatch / 4);
    float4 row[4];  // 4 x 4 elements of `from`
    for (int i = 0; i < 4; ++i) {
        const long long r = to_column + 4 * y + i, column = to_row + 4 * x;
        row[i] = load_four<kAligned>(from + r * columns + column, r < rows ? columns - column : 0);
    }
    const int place = y ^ x % 8;
    patch[4 * x][place] = {row[0].x, row[1].x, row[2].x, row[3].x};
    patch[4 * x + 1][place] = {row[0].y, row[1].y, row[2].y, row[3].y};
    patch[4 * x + 2][place] = {row[0].z, row[1].z, row[2].z, row[3].z};
    patch[4 * x + 3][place] = {row[0].w, row[1].w, row[2].w, row[3].w};
    __syncthreads();

    for (int r = y; r < kPatch; r += kPatch / 4)
        *reinterpret_cast<float4*>(to + (to_row + r) * to_columns + to_column + 4 * x) =
            patch[r][x ^ r / 4 % 8];
}

// to is (to_rows, to_columns): from, (rows, columns), and zeros.
static __global__ void pad(const float* from, long long rows, long long columns, float* to, long long to_rows,
                           long long to_columns)
{
    const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    const long long row = i / to_columns, column = i % to_columns;
    if (row < to_rows)
        to[i] = row < rows && column < columns ? from[row * columns + column] : 0;
}

// What a kernel multiplies: a_t is (k, pitch_a), b is (k, pitch_b), with zeros behind the m, n and k of the matrices, up to
// multiples of kWhole, which is a multiple of each tile's sides.
struct WholeFactors {
    const float *a_t, *b;
    long long pitch_a, pitch_b;
};
constexpr std::size_t kWhole = 128;

// The copies of A and B that it needs: of A always, of B if that does not end with whole tiles.
class WholeCopies {
public:
    WholeCopies(const Matmul::Input& in, Run& run)
        : rows_(in.m),
          columns_(in.n),
          inner_(in.k),
          whole_rows_(ceil_div(in.m, kWhole) * kWhole),
          whole_columns_(ceil_div(in.n, kWhole) * kWhole),
          whole_inner_(ceil_div(in.k, kWhole) * kWhole),
          a_(run.upload(in.a)),
          b_(run.upload(in.b)),
          a_t_(run.array<float>(whole_inner_ * whole_rows_)),
          whole_b_(run.array<float>(pads_b() ? whole_inner_ * whole_columns_ : 0))
    {
    }

    // In the kernel part: the time of the copies counts.
    WholeFactors make() const
    {
        const auto transposes = inner_ % 4 == 0 ? transpose<true> : transpose<false>;
        transposes<<<grid_of_strips(whole_rows_, whole_inner_, kPatch, kPatch), kPatchThreads>>>(
            a_.data(), rows_, inner_, a_t_.data(), whole_inner_, whole_rows_);
        if (pads_b())
            pad<<<ceil_div(whole_b_.size(), 256), 256>>>(b_.data(), inner_, columns_, whole_b_.data(),
                                                         whole_inner_, whole_columns_);
        const float* const b = pads_b() ? whole_b_.data() : b_.data();
        return {a_t_.data(), b, static_cast<long long>(whole_rows_), static_cast<long long>(whole_columns_)};
    }

private:
    bool pads_b() const { return whole_columns_ != columns_ || whole_inner_ != inner_; }

    std::size_t rows_, columns_, inner_, whole_rows_, whole_columns_, whole_inner_;
    DeviceArray<float> a_, b_, a_t_, whole_b_;
};

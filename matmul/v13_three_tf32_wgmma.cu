// matmul_v13: the three products by warp groups          ./matmul_v13 -n 4096
//
// Slow in v12: all operands pass through registers, and each warp loads and splits what others have split, too.
// Idea: Hopper's tensor cores take one factor from shared memory, for four warps at once, and multiply while
// these go on; the tensor memory accelerator brings the tiles. wgmma wants both factors along k. A lies so, and
// a first kernel splits it once and for all. B does not: its elements go through registers, where they are split,
// so the blocks compute C^T = B^T A^T.
// Limit: at n = 4096 on an H200 87 % of a third of the rate of cuBLAS's TF32 product; the README says what was tried.
#include "matmul.h"
#include "tf32_parts.cuh"
#include "tile_order.cuh"
#include "warp_group_tf32.cuh"

namespace {

constexpr int kGroups = 2;                      // warp groups that multiply, with 64 columns of B each
constexpr int kRows = kGroupColumns;            // C: kRows x kColumns per block
constexpr int kColumns = kGroups * kGroupRows;  // likewise
constexpr int kDepth = kRowOfFloats;            // columns of the tile of A, rows of the tile of B
constexpr int kStages = 3;
constexpr int kThreads = (kGroups + 1) * 128;
constexpr int kSteps = kDepth / kGroupDepth;  // products for each pair of parts

struct Stage {
    alignas(kBoxAlignment) float b[kColumns / kRowOfFloats][kDepth][kRowOfFloats];
    alignas(kBoxAlignment) float a_big[kRows][kDepth], a_small[kRows][kDepth];
};
struct Shared {
    Stage stages[kStages];
    Barrier full[kStages];   // in each phase: one announcement, and the bytes
    Barrier empty[kStages];  // in each phase: the warps that multiply
};

struct Sizes {
    long long m, n, k;
    __host__ __device__ int rows_of_tiles() const { return (m + kRows - 1) / kRows; }
    __host__ __device__ int columns_of_tiles() const { return (n + kColumns - 1) / kColumns; }
    __host__ __device__ int tiles() const { return rows_of_tiles() * columns_of_tiles(); }
    __device__ int stages() const { return (k + kDepth - 1) / kDepth; }
};

struct Tile {
    int row, column;  // of C, where it begins
};
__device__ Tile tile_at(int t, const Sizes& sizes)
{
    const auto place = tile_of(t, sizes.rows_of_tiles(), sizes.columns_of_tiles());
    return {place.row * kRows, place.column * kColumns};
}

// A block splits a row of a, which has k elements; rows of big and small have `pitch`.
constexpr int kSplitThreads = 256;
__global__ void split(const float* a, long long k, float* big, float* small, long long pitch)
{
    const long long row = blockIdx.x;
#pragma unroll 4
    for (long long l = threadIdx.x; l < k; l += kSplitThreads) {
        Tf32Parts<1> parts;
        parts.set(0, a[row * k + l]);
        big[row * pitch + l] = __uint_as_float(parts.big[0]);
        small[row * pitch + l] = __uint_as_float(parts.small[0]);
    }
}

// One thread: fills the stages with the tiles of A and B that the block needs.
__device__ void load_tiles(Shared& shared, const CUtensorMap& a_big, const CUtensorMap& a_small,
                           const CUtensorMap& b, const Sizes& sizes)
{
    Turn<kStages> turn;
    for (int t = blockIdx.x; t < sizes.tiles(); t += gridDim.x) {
        const Tile tile = tile_at(t, sizes);
        for (int i = 0; i < sizes.stages(); ++i, turn.next()) {
            Stage& stage = shared.stages[turn.stage];
            Barrier& full = shared.full[turn.stage];
            shared.empty[turn.stage].wait(turn.parity ^ 1);  // at first, the phase before the first has ended
            full.arrive_and_expect(sizeof(Stage));
            for (int box = 0; box < kColumns / kRowOfFloats; ++box)
                load_box(stage.b[box], b, i * kDepth, tile.column + box * kRowOfFloats, full);
            load_box(stage.a_big, a_big, tile.row, i * kDepth, full);
            load_box(stage.a_small, a_small, tile.row, i * kDepth, full);
        }
    }
}

// Which elements of a tile a lane of a warp group holds.
struct Place {
    int box, unit, word;  // of B: 32 columns, units of 4 of them, and one of these
    int l;                // row of B, of each 4

    // The 8 rows that the lanes of a warp have in wgmma are columns of B. Their order is free: units 0, or 2, and 4
    // more, so that the swizzled units of 4 rows are in all banks.
    __device__ explicit Place(int thread)
        : box(thread / 64),
          unit(thread / 32 % 2 * 2 + thread % 32 / 16 * 4),
          word(thread / 4 % 4),
          l(thread % 4)
    {
    }
    // In the tile of C, or of B; 8 rows further on in wgmma's order is the next unit.
    __device__ int column(int group, int next) const
    {
        return group * kGroupRows + box * kRowOfFloats + (unit + next) * kUnit + word;
    }
};

// sums = the product of the group's columns of B and the tile of A.
__device__ void multiply_stage(GroupSums& sums, const Stage& stage, int group, const Place& place)
{
    Tf32Parts<4> b[kSteps];
#pragma unroll
    for (int step = 0; step < kSteps; ++step)
#pragma unroll
        for (int e = 0; e < 4; ++e) {
            const int l = place.l + e / 2 * 4, unit = (place.unit + e % 2) ^ l;
            b[step].set(e, stage.b[group * 2 + place.box][step * 8 + l][unit * kUnit + place.word]);
        }

    const auto a_at = [](const float(&tile)[kRows][kDepth], int step) {
        return tile_descriptor(&tile[0][step * kGroupDepth], kUnitBytes, kBoxAlignment);
    };
    begin_products();
    // The small products first: sums are cut off, and these are small.
#pragma unroll
    for (int step = 0; step < kSteps; ++step) {
        multiply_8(sums, b[step].small, a_at(stage.a_big, step), step > 0);
        multiply_8(sums, b[step].big, a_at(stage.a_small, step), true);
    }
#pragma unroll
    for (int step = 0; step < kSteps; ++step)
        multiply_8(sums, b[step].big, a_at(stage.a_big, step), true);
    end_products();
    wait_for_sums(sums);
}

// A warp group: multiplies what is in the stages, tile after tile of C.
__device__ void multiply_tiles(Shared& shared, const float* a, const float* b, float* c, const Sizes& sizes)
{
    const int group = threadIdx.x / 128;
    const Place place(threadIdx.x % 128);
    Turn<kStages> turn;
    for (int t = blockIdx.x; t < sizes.tiles(); t += gridDim.x) {
        GroupSums sums = {}, part;
        for (int i = 0; i < sizes.stages(); ++i, turn.next()) {
            shared.full[turn.stage].wait(turn.parity);
            multiply_stage(part, shared.stages[turn.stage], group, place);
            if (threadIdx.x % 32 == 0)
                shared.empty[turn.stage].arrive();
#pragma unroll
            for (int j = 0; j < kGroupColumns / 2; ++j)
                sums[j] += part[j];
        }

        const Tile tile = tile_at(t, sizes);
#pragma unroll
        for (int j = 0; j < kGroupColumns / 2; ++j) {
            const long long row = tile.row + j / 4 * 8 + place.l * 2 + j % 2;
            const long long column = tile.column + place.column(group, j / 2 % 2);
            if (row < sizes.m && column < sizes.n)
                c[row * sizes.n + column] =
                    isnan(sums[j]) ? in_fp32(a + row * sizes.k, b + column, sizes.n, sizes.k) : sums[j];
        }
    }
}

__global__ void __launch_bounds__(kThreads, 1)
    multiply(const __grid_constant__ CUtensorMap map_a_big, const __grid_constant__ CUtensorMap map_a_small,
             const __grid_constant__ CUtensorMap map_b, const float* a, const float* b, float* c, Sizes sizes)
{
    extern __shared__ unsigned char memory[];
    Shared& shared = *reinterpret_cast<Shared*>(
        (reinterpret_cast<std::uintptr_t>(memory) + kBoxAlignment - 1) / kBoxAlignment * kBoxAlignment);
    if (threadIdx.x == 0) {
        for (int i = 0; i < kStages; ++i)
            shared.full[i].init(1), shared.empty[i].init(kGroups * 4);
        publish_barriers();
    }
    __syncthreads();

    if (threadIdx.x >= kGroups * 128) {
        shrink_to<24>();
        if (threadIdx.x == kGroups * 128)
            load_tiles(shared, map_a_big, map_a_small, map_b, sizes);
    } else {
        grow_to<240>();
        multiply_tiles(shared, a, b, c, sizes);
    }
}

Matmul::Output multiply_on_gpu(const Matmul::Input& in, Run& run)
{
    run.require_block(kThreads);
    const Sizes sizes{static_cast<long long>(in.m), static_cast<long long>(in.n),
                      static_cast<long long>(in.k)};
    const int shared = sizeof(Shared) + kBoxAlignment;
    CUDA_CHECK(cudaFuncSetAttribute(multiply, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
    const Launch launch(multiply, resident_blocks(multiply, kThreads, sizes.tiles(), shared), kThreads,
                        shared);

    // The TMA takes rows of whole 16 bytes: if n is odd, say, it gets a copy of B.
    const std::size_t pitch_a = ceil_div<std::size_t>(in.k, kUnit) * kUnit;
    const std::size_t pitch_b = ceil_div<std::size_t>(in.n, kUnit) * kUnit;
    const auto d_a = run.upload(in.a), d_b = run.upload(in.b), d_c = run.array<float>(in.m * in.n);
    auto d_big = run.array<float>(in.m * pitch_a), d_small = run.array<float>(in.m * pitch_a);
    auto d_wide_b = run.array<float>(pitch_b == in.n ? 0 : in.k * pitch_b);
    const auto map_big = tensor_map(d_big.data(), in.m, in.k, pitch_a, kRows);
    const auto map_small = tensor_map(d_small.data(), in.m, in.k, pitch_a, kRows);
    const auto map_b =
        tensor_map(pitch_b == in.n ? d_b.data() : d_wide_b.data(), in.k, in.n, pitch_b, kDepth);
    run.kernel(launch, [&] {
        split<<<in.m, kSplitThreads>>>(d_a.data(), in.k, d_big.data(), d_small.data(), pitch_a);
        if (pitch_b != in.n)
            CUDA_CHECK(cudaMemcpy2DAsync(d_wide_b.data(), pitch_b * sizeof(float), d_b.data(),
                                         in.n * sizeof(float), in.n * sizeof(float), in.k,
                                         cudaMemcpyDeviceToDevice));
        multiply<<<launch.grid, launch.block, launch.shared>>>(map_big, map_small, map_b, d_a.data(),
                                                               d_b.data(), d_c.data(), sizes);
    });
    return run.download(d_c);
}

}  // namespace

LADDER_VERSION(Matmul, 13, "the three products by warp groups", multiply_on_gpu).needs_exactly(90);

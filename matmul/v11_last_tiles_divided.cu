// matmul_v11: the last tiles divided          ./matmul_v11 -n 4096
//
// Slow in v10: multiprocessors that get no tile of the last wave have nothing to do.
// Idea: blocks take whole tiles as long as there are enough for all that run at once. What is left is divided evenly
// among them, along k where a tile is cut; the parts are added up in C by atomic additions (stream-K, see the README).
// Limit: 80 % of the fp32 peak at n = 4096 on an H200; the README says what is left.
#include "common/device/cuda_check.h"
#include "matmul.h"
#include "whole_tiles.cuh"

#include <climits>

namespace {

// How the tiles are divided. Work is counted in steps: a tile of each factor is multiplied.
struct Shares {
    int rows, columns;   // of tiles
    int whole_tiles;     // the first ones: one block each
    int sharing_blocks;  // the blocks after those: they share the rest
    long long steps;     // per tile

    // Where the work of this block begins; that of the next block is where it ends.
    __device__ long long begin(int block) const
    {
        const int sharing = block - whole_tiles;
        if (sharing <= 0)
            return block * steps;
        const long long rest = (static_cast<long long>(rows) * columns - whole_tiles) * steps;
        return whole_tiles * steps + rest * sharing / sharing_blocks;
    }
};

// c is (m, n), and zero where tiles are shared.
template <int kRows>
__global__ void __launch_bounds__(Tiles<kRows>::kThreads, Tiles<kRows>::kBlocks)
    multiply(WholeFactors in, float* c, long long m, long long n, Shares shares)
{
    using T = Tiles<kRows>;
    constexpr int kDepth = T::kDepth;
    extern __shared__ float4 memory[];
    auto* const stages = reinterpret_cast<typename T::Stage*>(memory);

    const int tid = threadIdx.x, warp = tid / 32, lane = tid % 32;
    // What this thread copies, first from the first tiles: 4 elements of every kStepA-th row of A, of every kStepB-th of B.
    constexpr int kStepA = 4 * T::kThreads / kRows, kStepB = 4 * T::kThreads / kColumns;
    const int a_row = tid / (kRows / 4), a_column = tid % (kRows / 4) * 4;
    const int b_row = tid / (kColumns / 4), b_column = tid % (kColumns / 4) * 4;
    const float *next_a = in.a_t, *next_b = in.b;  // of the next tiles
    const auto fetch_tiles = [&](bool exists, int stage) {
        if (exists) {
#pragma unroll
            for (int i = 0; i < kDepth; i += kStepA)
                copy_four<true>(&stages[stage].a[a_row + i][a_column], next_a + i * in.pitch_a, 4);
#pragma unroll
            for (int i = 0; i < kDepth; i += kStepB)
                copy_four<true>(&stages[stage].b[b_row + i][b_column], next_b + i * in.pitch_b, 4);
            next_a += kDepth * in.pitch_a, next_b += kDepth * in.pitch_b;
        }
        __pipeline_commit();
    };

    // A warp computes 32 x 64 results, its lanes numbered as in v8.
    const int y = warp / 2 * 32 + (lane / 2 % 2 + lane / 16 * 2) * 4;
    const int x = warp % 2 * 64 + (lane % 2 + lane / 4 % 4 * 2) * 4;
    float values_a[2][kSide], values_b[2][kSide];
    const auto read_values = [&](int stage, int l) {
        read_eight(&stages[stage].b[l][x], 32, values_b[l % 2]);
        read_eight(&stages[stage].a[l][y], 16, values_a[l % 2]);
    };
    // As in v9, the only barrier per tile: threads that are here have the last values of their tile in registers.
    const auto wait_for_tiles = [] {
        __pipeline_wait_prior(kStages - 2);
        __syncthreads();
    };
    const auto after = [](int stage) { return stage + 1 == kStages ? 0 : stage + 1; };

    const long long end = shares.begin(blockIdx.x + 1);
    for (long long begin = shares.begin(blockIdx.x); begin < end;) {
        // Steps of one tile, all of them or a part.
        const int tile = begin / shares.steps;
        const long long first = begin % shares.steps, steps = min(shares.steps - first, end - begin);
        begin += steps;
        const long long first_row = static_cast<long long>(tile / shares.columns) * kRows;
        const long long first_column = static_cast<long long>(tile % shares.columns) * kColumns;
        next_a = in.a_t + (first * kDepth + a_row) * in.pitch_a + first_row + a_column;
        next_b = in.b + (first * kDepth + b_row) * in.pitch_b + first_column + b_column;

        float sum[kSide][kSide] = {};
        for (int stage = 0; stage < kStages - 1; ++stage)
            fetch_tiles(stage < steps, stage);
        wait_for_tiles();
        int stage = 0, free_stage = kStages - 1;
        read_values(stage, 0);
        for (long long step = 0; step < steps; ++step) {
            fetch_tiles(step + kStages - 1 < steps, free_stage);
            free_stage = after(free_stage);
#pragma unroll
            for (int l = 0; l < kDepth; ++l) {
                if (l == kDepth - 1) {
                    wait_for_tiles();
                    stage = after(stage);
                }
                if (l < kDepth - 1 || step + 1 < steps)
                    read_values(stage, (l + 1) % kDepth);
                multiply_add(values_a[l % 2], values_b[l % 2], sum);
            }
        }

        for (int i = 0; i < kSide; ++i)
            for (int j = 0; j < kSide; ++j) {
                const long long row = first_row + y + i / 4 * 16 + i % 4;
                const long long column = first_column + x + j / 4 * 32 + j % 4;
                if (row >= m || column >= n)
                    continue;
                if (steps == shares.steps)
                    c[row * n + column] = sum[i][j];
                else
                    atomicAdd(c + row * n + column, sum[i][j]);
            }
    }
}

template <int kRows>
Matmul::Output multiply_on_gpu(const Matmul::Input& in, Run& run)
{
    using T = Tiles<kRows>;
    run.require_block(T::kThreads);
    const int shared = kStages * sizeof(typename T::Stage);
    CUDA_CHECK(cudaFuncSetAttribute(multiply<kRows>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
    const int rows = ceil_div(in.m, kRows), columns = ceil_div(in.n, kColumns), tiles = rows * columns;
    const int wave = resident_blocks(multiply<kRows>, T::kThreads, INT_MAX, shared);
    // Parts cost time, too: a first wave, or one that is nearly full, is not divided.
    const int rest = tiles % wave, shared_tiles = tiles > wave && rest < 0.9 * wave ? rest : 0;
    const Shares shares{rows, columns, tiles - shared_tiles, shared_tiles ? wave : 0,
                        static_cast<long long>(ceil_div(in.k, T::kDepth))};
    const Launch launch(multiply<kRows>, shares.whole_tiles + shares.sharing_blocks, T::kThreads, shared);

    const WholeCopies copies(in, run);
    const auto d_c = run.array<float>(in.m * in.n);
    const std::size_t zero_from =
        std::min(in.m, static_cast<std::size_t>(shares.whole_tiles / columns) * kRows) * in.n;
    run.kernel(launch, [&] {
        CUDA_CHECK(cudaMemsetAsync(d_c.data() + zero_from, 0, (in.m * in.n - zero_from) * sizeof(float)));
        multiply<kRows>
            <<<launch.grid, launch.block, launch.shared>>>(copies.make(), d_c.data(), in.m, in.n, shares);
    });
    return run.download(d_c);
}

Matmul::Output multiply_in_tiles(const Matmul::Input& in, Run& run)
{
    return too_few_large_tiles(in) ? multiply_on_gpu<64>(in, run) : multiply_on_gpu<128>(in, run);
}

}  // namespace

LADDER_VERSION(Matmul, 11, "the last tiles divided", multiply_in_tiles);

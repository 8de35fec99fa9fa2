// matmul_v10: A transposed first          ./matmul_v10 -n 4096
//
// Slow in v9: each block takes A through registers to transpose it, one tile ahead of the multiplication.
// Idea: a first kernel transposes A once. Both tiles are then copied asynchronously, two tiles ahead and without
// registers, so tiles can be larger: 128 x 128, 32 deep. The copy of A ends with whole tiles, and so does one of B
// if B does not: no test for the edges is left.
// Still slow: 1024 tiles, n = 4096, are 7.8 for each multiprocessor of an H200, but some compute 8. See v11.
#include "common/device/cuda_check.h"
#include "matmul.h"
#include "whole_tiles.cuh"

namespace {

// c is (m, n). in.k: of the factors.
template <int kRows>
__global__ void __launch_bounds__(Tiles<kRows>::kThreads, Tiles<kRows>::kBlocks)
    multiply(WholeFactors in, float* c, long long m, long long n, long long k)
{
    using T = Tiles<kRows>;
    constexpr int kDepth = T::kDepth;
    extern __shared__ float4 memory[];
    auto* const stages = reinterpret_cast<typename T::Stage*>(memory);

    const int tid = threadIdx.x, warp = tid / 32, lane = tid % 32;
    const unsigned columns_of_tiles = (n + kColumns - 1) / kColumns;
    const long long first_row = static_cast<long long>(blockIdx.x / columns_of_tiles) * kRows;
    const long long first_column = static_cast<long long>(blockIdx.x % columns_of_tiles) * kColumns;

    // What this thread copies, first from the first tiles: 4 elements of every kStepA-th row of A, of every kStepB-th of B.
    constexpr int kStepA = 4 * T::kThreads / kRows, kStepB = 4 * T::kThreads / kColumns;
    const int a_row = tid / (kRows / 4), a_column = tid % (kRows / 4) * 4;
    const int b_row = tid / (kColumns / 4), b_column = tid % (kColumns / 4) * 4;
    const float* next_a = in.a_t + a_row * in.pitch_a + first_row + a_column;
    const float* next_b = in.b + b_row * in.pitch_b + first_column + b_column;
    const long long tiles = (k + kDepth - 1) / kDepth;
    const auto fetch_tiles = [&](long long tile, int stage) {
        if (tile < tiles) {
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

    float sum[kSide][kSide] = {};
    for (int stage = 0; stage < kStages - 1; ++stage)
        fetch_tiles(stage, stage);
    wait_for_tiles();
    int stage = 0, free_stage = kStages - 1;
    read_values(stage, 0);
    for (long long tile = 0; tile < tiles; ++tile) {
        fetch_tiles(tile + kStages - 1, free_stage);
        free_stage = after(free_stage);
#pragma unroll
        for (int l = 0; l < kDepth; ++l) {
            if (l == kDepth - 1) {
                wait_for_tiles();
                stage = after(stage);
            }
            if (l < kDepth - 1 || tile + 1 < tiles)
                read_values(stage, (l + 1) % kDepth);
            multiply_add(values_a[l % 2], values_b[l % 2], sum);
        }
    }

    for (int i = 0; i < kSide; ++i) {
        const long long row = first_row + y + i / 4 * 16 + i % 4;
        for (int j = 0; j < kSide; j += 4) {
            const long long column = first_column + x + j / 4 * 32;
            store_four<false>(c + row * n + column, &sum[i][j],
                              row < m ? n - column : 0);  // one by one, as in v9
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
    const std::size_t tiles = ceil_div(in.m, kRows) * ceil_div(in.n, kColumns);
    const Launch launch(multiply<kRows>, static_cast<unsigned>(tiles), T::kThreads, shared);

    const WholeCopies copies(in, run);
    const auto d_c = run.array<float>(in.m * in.n);
    run.kernel(launch, [&] {
        multiply<kRows>
            <<<launch.grid, launch.block, launch.shared>>>(copies.make(), d_c.data(), in.m, in.n, in.k);
    });
    return run.download(d_c);
}

Matmul::Output multiply_in_tiles(const Matmul::Input& in, Run& run)
{
    return too_few_large_tiles(in) ? multiply_on_gpu<64>(in, run) : multiply_on_gpu<128>(in, run);
}

}  // namespace

LADDER_VERSION(Matmul, 10, "A transposed first", multiply_in_tiles);

// matmul_bf16_v6: warp groups multiply what the TMA brings          ./matmul_bf16_v6 -n 4096
//
// Slow in v5: every lane computes addresses, copies tiles and loads fragments, and mma.sync reaches only part of the rate
// of Hopper's tensor cores.
// Idea: one thread tells the tensor memory accelerator (TMA) which tile to bring. A warp group, 4 warps, multiplies 64 x 256
// results by one instruction that reads both tiles from shared memory.
// Still slow: all warps meet after each tile, and while a block stores its results its tensor cores idle. See v7.
#include "../tile_order.cuh"
#include "padded.cuh"
#include "store.cuh"
#include "warp_group.cuh"

namespace {

constexpr int kWarpGroups = 2;                                             // warp groups, with 64 rows each
constexpr int kRows = kWarpGroups * kGroupRows, kColumns = kGroupColumns;  // C: kRows x kColumns per block
constexpr int kDepth = kRowOfBf16;             // columns of the tile of A, rows of the tile of B
constexpr int kBoxes = kColumns / kRowOfBf16;  // of 64 columns in the tile of B
constexpr int kStages = 4;
constexpr int kThreads = kWarpGroups * 128;

struct Stage {
    alignas(kBoxAlignment) Bf16 a[kRows][kDepth];
    alignas(kBoxAlignment) Bf16 b[kBoxes][kDepth][kRowOfBf16];
};
struct Shared {
    Stage stages[kStages];
    Barrier full[kStages];
};

__device__ void load(Stage& stage, const CUtensorMap& a, const CUtensorMap& b, int row, int column, int l,
                     Barrier& full)
{
    full.arrive_and_expect(sizeof(Stage));
    load_box(stage.a, a, row, l, full);
    for (int i = 0; i < kBoxes; ++i)
        load_box(stage.b[i], b, l, column + i * kRowOfBf16, full);
}

// Begins to add the product of a warp group's rows of A and the tile of B.
__device__ void multiply_stage(GroupSums& sums, const Stage& stage, int group, bool add)
{
    begin_products();
    for (int l = 0; l < kDepth; l += kGroupDepth)
        multiply_16(sums, tile_descriptor(&stage.a[group * kGroupRows][l], 0, kBoxAlignment),
                    tile_descriptor(stage.b[0][l], sizeof(stage.b[0]), kBoxAlignment), add || l > 0);
    end_products();
}

// Stores two adjacent results, as far as they lie in C.
template <class Out>
__device__ void store_pair(Out* to, const float* sums, long long left, bool aligned)
{
    if (left >= 2 && aligned) {
        store_two(to, sums[0], sums[1]);
    } else {
        for (int i = 0; i < min(left, 2ll); ++i)
            store(to + i, sums[i]);
    }
}

// a is (m, k), b is (k, n), c is (m, n), all row-major.
template <class Out>
__global__ void __launch_bounds__(kThreads, 1)
    multiply(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, Out* c,
             long long m, long long n, long long k)
{
    extern __shared__ Shared memory[];
    Shared& shared = *memory;
    const auto place = tile_of<unsigned>(blockIdx.x, (m + kRows - 1) / kRows, (n + kColumns - 1) / kColumns);
    const int row = place.row * kRows, column = place.column * kColumns, steps = (k + kDepth - 1) / kDepth;

    if (threadIdx.x == 0) {
        for (Barrier& barrier : shared.full)
            barrier.init(1);
        publish_barriers();
        for (int i = 0; i < min(kStages, steps); ++i)
            load(shared.stages[i], a, b, row, column, i * kDepth, shared.full[i]);
    }
    __syncthreads();

    GroupSums sums;
    const int group = threadIdx.x / 128;
    for (int i = 0; i < steps; ++i) {
        const int stage = i % kStages, next = i - 1 + kStages;
        shared.full[stage].wait(i / kStages % 2);
        multiply_stage(sums, shared.stages[stage], group, i > 0);
        // While this product is computed: the one before is done in all warps, and its stage is filled again.
        wait_for_products<1>();
        __syncthreads();
        if (threadIdx.x == 0 && i > 0 && next < steps)
            load(shared.stages[next % kStages], a, b, row, column, next * kDepth,
                 shared.full[next % kStages]);
    }
    wait_for_sums(sums);

    const int lane = threadIdx.x % 32, first_row = row + threadIdx.x / 32 * 16 + lane / 4;
#pragma unroll
    for (int j = 0; j < kColumns / 8; ++j)
        for (int half = 0; half < 2; ++half) {
            const long long r = first_row + half * 8, s = column + j * 8 + lane % 4 * 2;
            store_pair(&c[r * n + s], &sums[4 * j + 2 * half], r < m ? n - s : 0, n % 2 == 0);
        }
}

template <class Out>
std::vector<Out> multiply_on_gpu(const MatmulBf16::Input& in, Run& run)
{
    run.require_block(kThreads);
    CUDA_CHECK(
        cudaFuncSetAttribute(multiply<Out>, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Shared)));
    const Launch launch(multiply<Out>, ceil_div(in.m, kRows) * ceil_div(in.n, kColumns), kThreads,
                        sizeof(Shared));

    const auto d_a = run.upload(in.bf16_a), d_b = run.upload(in.bf16_b);
    const auto d_c = run.array<Out>(in.m * in.n);
    const Padded a(run, d_a, in.m, in.k, 1, kUnit), b(run, d_b, in.k, in.n, 1, kUnit);
    const auto map_a = tensor_map(a.data(), in.m, in.k, a.columns(), kRows);
    const auto map_b = tensor_map(b.data(), in.k, in.n, b.columns(), kDepth);
    run.kernel(launch, [&] {
        a.update(), b.update();
        multiply<<<launch.grid, launch.block, launch.shared>>>(map_a, map_b, d_c.data(), in.m, in.n, in.k);
    });
    return run.download(d_c);
}

}  // namespace

LADDER_VERSION(MatmulBf16, 6, "warp groups multiply what the TMA brings", multiply_on_gpu<float>,
               multiply_on_gpu<Bf16>)
    .needs_exactly(90);

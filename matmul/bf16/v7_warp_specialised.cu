// matmul_bf16_v7: warps with one job each          ./matmul_bf16_v7 -n 4096
//
// Slow in v6: all warps meet after each tile, and while a block stores its results its tensor cores idle.
// Idea: one warp starts all copies and two warp groups multiply; barriers say which stages are full and which are empty. So
// copies go on from one tile of C to the next (a persistent grid), and a tile's results leave while the next is multiplied.
// A cluster of two blocks shares the tile of B: each loads half of it for both.
// Limit: power. On an H200 the tensor cores are 99 % busy at n = 8192, but at 1.6 GHz in place of 1.98.
#include "hopper.cuh"
#include "padded.cuh"

namespace {

constexpr int kCluster = 2;     // blocks, one below the other
constexpr int kWarpGroups = 2;  // warp groups that multiply, with 64 rows each
constexpr int kRows = kWarpGroups * kGroupRows, kColumns = kGroupColumns;  // C: kRows x kColumns per block
constexpr int kDepth = kRowOfBf16;             // columns of the tile of A, rows of the tile of B
constexpr int kBoxes = kColumns / kRowOfBf16;  // of 64 columns in the tile of B
constexpr int kStages = 4;
constexpr int kThreads = (kWarpGroups + 1) * 128;

// A warp stores its 16 x 256 results in chunks of 16 rows of 128 bytes. Each lane holds 16 words of a chunk.
constexpr int kChunkRows = 16, kChunkWords = 16, kChunkBuffers = 2;
template <class Out>
constexpr int kChunkColumns = kRowBytes / sizeof(Out);
template <class Out>
constexpr int kChunks = kColumns / kChunkColumns<Out>;
constexpr int kHeld = 4;  // chunks that wait in registers while the next tile is multiplied

struct Stage {
    alignas(kBoxAlignment) Bf16 a[kRows][kDepth];
    alignas(kBoxAlignment) Bf16 b[kBoxes][kDepth][kRowOfBf16];
};
struct Shared {
    Stage stages[kStages];
    alignas(kBoxAlignment) unsigned char chunks[kWarpGroups * 4][kChunkBuffers][kChunkRows][kRowBytes];
    Barrier full[kStages];   // in each phase: one announcement, and the bytes
    Barrier empty[kStages];  // in each phase: the warp groups of both blocks
};

// The stages in turn, and the parity of the phase that their barriers are in.
struct Turn {
    int stage = 0, parity = 0;
    __device__ void next()
    {
        if (++stage == kStages)
            stage = 0, parity ^= 1;
    }
};

// C in tiles of a cluster, kCluster * kRows x kColumns.
struct Tiles {
    int rows, columns;
    __host__ __device__ int count() const { return rows * columns; }
};
struct Tile {
    int row, column;  // of C, where this block's part begins
};

// Tile t of C. Clusters that run at the same time have adjacent t, and should need few rows of A and columns of B, so that
// these stay in the L2 cache: groups of kGroupTiles rows of tiles, column by column, to the right and back to the left.
constexpr int kGroupTiles = 8;
__device__ Tile tile_of(int t, const Tiles& tiles)
{
    const int group = t / (kGroupTiles * tiles.columns), i = t % (kGroupTiles * tiles.columns);
    const int height = min(kGroupTiles, tiles.rows - group * kGroupTiles);
    const int row = group * kGroupTiles + i % height, column = i / height;
    return {(row * kCluster + static_cast<int>(blockIdx.x) % kCluster) * kRows,
            (group % 2 == 0 ? column : tiles.columns - 1 - column) * kColumns};
}

// One thread: fills the stages with the tiles of A and B that the block needs.
__device__ void load_tiles(Shared& shared, const CUtensorMap& a, const CUtensorMap& b, const Tiles& tiles,
                           int steps)
{
    constexpr int kOwn = kBoxes / kCluster;  // boxes of B that this block loads for both
    const int block = blockIdx.x % kCluster;
    Turn turn;
    bool backwards = false;
    for (int t = blockIdx.x / kCluster; t < tiles.count();
         t += gridDim.x / kCluster, backwards = !backwards) {
        const Tile tile = tile_of(t, tiles);
        for (int i = 0; i < steps; ++i, turn.next()) {
            // Every other tile from its end: the L2 cache still has the end of what its neighbours used last.
            const int l = (backwards ? steps - 1 - i : i) * kDepth;
            Stage& stage = shared.stages[turn.stage];
            Barrier& full = shared.full[turn.stage];
            // In the first round no stage was ever full: the phase before a barrier's first counts as ended.
            shared.empty[turn.stage].wait(turn.parity ^ 1);
            full.arrive_and_expect(sizeof(Stage));
            load_box(stage.a, a, tile.row, l, full);
            for (int box = block * kOwn; box < (block + 1) * kOwn; ++box)
                load_box_for((1 << kCluster) - 1, stage.b[box], b, l, tile.column + box * kRowOfBf16, full);
        }
    }
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

// This lane's words of a chunk: two results in bf16 or one in fp32.
template <class Out>
__device__ void words_of(const GroupSums& sums, int chunk, unsigned (&words)[kChunkWords])
{
#pragma unroll
    for (int i = 0; i < kChunkWords; ++i)
        if constexpr (std::is_same_v<Out, float>) {
            // As an instruction: a copy by C++ may be delayed until the next products change the sums, and they wait for it.
            asm volatile("mov.b32 %0, %1;" : "=r"(words[i]) : "f"(sums[chunk * kChunkWords + i]));
        } else {
            const float* pair = &sums[2 * (chunk * kChunkWords + i)];
            const __nv_bfloat162 rounded = __floats2bfloat162_rn(pair[0], pair[1]);
            words[i] = reinterpret_cast<const unsigned&>(rounded);
        }
}

// A warp's words to shared memory, swizzled.
template <class Out>
__device__ void write_chunk(unsigned char (&chunk)[kChunkRows][kRowBytes],
                            const unsigned (&words)[kChunkWords])
{
    const int lane = threadIdx.x % 32;
    const auto unit = [&](int row, int u) { return &chunk[row][(u ^ row % 8) * 16]; };
#pragma unroll
    for (int i = 0; i < kChunkWords; i += 4) {
        if constexpr (std::is_same_v<Out, float>) {
            for (int half = 0; half < 2; ++half)
                *reinterpret_cast<uint2*>(unit(lane / 4 + half * 8, i / 2 + lane % 4 / 2) + lane % 2 * 8) =
                    make_uint2(words[i + 2 * half], words[i + 2 * half + 1]);
        } else {
            store_matrices(unit(lane % 16, i / 2 + lane / 16), words[i], words[i + 1], words[i + 2],
                           words[i + 3]);
        }
    }
}

// Stores one chunk after the other from this warp's buffers.
template <class Out>
struct ChunkStore {
    const CUtensorMap& c;
    unsigned char (&buffers)[kChunkBuffers][kChunkRows][kRowBytes];
    int buffer = 0;

    __device__ void store(int row, int column, const unsigned (&words)[kChunkWords])
    {
        wait_for_stores<kChunkBuffers - 1>();
        __syncwarp();
        write_chunk<Out>(buffers[buffer], words);
        show_writes_to_tma();
        __syncwarp();
        if (threadIdx.x % 32 == 0)
            store_box(c, row, column, buffers[buffer]);
        buffer = (buffer + 1) % kChunkBuffers;
    }
};

// A warp group: multiplies what is in the stages, tile after tile of C.
template <class Out>
__device__ void multiply_tiles(Shared& shared, const CUtensorMap& c, const Tiles& tiles, int steps)
{
    const int group = threadIdx.x / 128, warp = threadIdx.x / 32, thread = threadIdx.x % 128;
    const auto release = [&](int stage) {
        if (thread < kCluster)
            shared.empty[stage].arrive_in(thread);
    };

    GroupSums sums;
    ChunkStore<Out> chunk_store{c, shared.chunks[warp]};
    unsigned held[kHeld][kChunkWords];
    int row = 0, column = 0;  // of the first held chunk in C
    int next_held = kHeld;    // the first that is not stored yet: none
    const auto store_next_held = [&] {
#pragma unroll
        for (int i = 0; i < kHeld; ++i)  // the compiler must know which registers
            if (i == next_held)
                chunk_store.store(row, column + i * kChunkColumns<Out>, held[i]);
        ++next_held;
    };

    Turn turn;
    for (int t = blockIdx.x / kCluster; t < tiles.count(); t += gridDim.x / kCluster) {
        int last = 0;
        for (int i = 0; i < steps; ++i, turn.next()) {
            shared.full[turn.stage].wait(turn.parity);
            multiply_stage(sums, shared.stages[turn.stage], group, i > 0);
            if (next_held < kHeld)
                store_next_held();
            wait_for_products<1>();
            if (i > 0)
                release(last);
            last = turn.stage;
        }
        wait_for_sums(sums);
        release(last);

        while (next_held < kHeld)  // fewer steps than held chunks
            store_next_held();
        const Tile tile = tile_of(t, tiles);
        row = tile.row + warp * kChunkRows, column = tile.column;
#pragma unroll
        for (int i = 0; i < kChunks<Out> - kHeld; ++i, column += kChunkColumns<Out>) {
            words_of<Out>(sums, i, held[0]);
            chunk_store.store(row, column, held[0]);
        }
#pragma unroll
        for (int i = 0; i < kHeld; ++i)
            words_of<Out>(sums, kChunks<Out> - kHeld + i, held[i]);
        next_held = 0;
    }
    while (next_held < kHeld)
        store_next_held();
    wait_for_stores<0>();
}

// a is (m, k), b is (k, n), c is (m, n), all row-major; steps tiles of A make k.
template <class Out>
__global__ void __cluster_dims__(kCluster) __launch_bounds__(kThreads, 1)
    multiply(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
             const __grid_constant__ CUtensorMap c, Tiles tiles, int steps)
{
    extern __shared__ Shared memory[];
    Shared& shared = *memory;
    if (threadIdx.x == 0) {
        for (int i = 0; i < kStages; ++i)
            shared.full[i].init(1), shared.empty[i].init(kWarpGroups * kCluster);
        publish_barriers();
    } else if (threadIdx.x == kWarpGroups * 128) {
        prefetch(a), prefetch(b), prefetch(c);
    }
    synchronise_cluster();

    if (threadIdx.x < kWarpGroups * 128) {
        grow_to<232>();
        multiply_tiles<Out>(shared, c, tiles, steps);
    } else {
        shrink_to<40>();
        if (threadIdx.x == kWarpGroups * 128)
            load_tiles(shared, a, b, tiles, steps);
    }
    synchronise_cluster();  // a block's shared memory must stay while the other writes to it
}

// As many clusters as need no more rounds than all that fit on the GPU.
int clusters_for(const Tiles& tiles, const Launch& launch)
{
    cudaLaunchConfig_t config{};
    config.gridDim = launch.grid, config.blockDim = launch.block, config.dynamicSmemBytes = launch.shared;
    cudaLaunchAttribute cluster{};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim = {kCluster, 1, 1};
    config.attrs = &cluster, config.numAttrs = 1;
    int most = 0;
    CUDA_CHECK(cudaOccupancyMaxActiveClusters(&most, launch.kernel, &config));
    return ceil_div(tiles.count(), ceil_div(tiles.count(), most));
}

template <class Out>
std::vector<Out> multiply_on_gpu(const MatmulBf16::Input& in, Run& run)
{
    run.require_block(kThreads);
    CUDA_CHECK(
        cudaFuncSetAttribute(multiply<Out>, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Shared)));
    const Tiles tiles{static_cast<int>(ceil_div(in.m, kCluster * kRows)),
                      static_cast<int>(ceil_div(in.n, kColumns))};
    const int steps = ceil_div(in.k, kDepth);
    Launch launch(multiply<Out>, kCluster, kThreads, sizeof(Shared));
    launch.grid.x = kCluster * clusters_for(tiles, launch);

    const auto d_a = run.upload(in.bf16_a), d_b = run.upload(in.bf16_b);
    const auto d_c = run.array<Out>(in.m * in.n);
    const Padded a(run, d_a, in.m, in.k, 1, kUnit), b(run, d_b, in.k, in.n, 1, kUnit);
    const PaddedResult<Out> c(run, d_c, in.m, in.n, kUnit);
    const auto map_a = tensor_map(a.data(), in.m, in.k, a.columns(), kRows);
    const auto map_b = tensor_map(b.data(), in.k, in.n, b.columns(), kDepth);
    const auto map_c = tensor_map(c.data(), in.m, in.n, c.columns(), kChunkRows);
    run.kernel(launch, [&] {
        a.update(), b.update();
        multiply<Out><<<launch.grid, launch.block, launch.shared>>>(map_a, map_b, map_c, tiles, steps);
        c.copy_back();
    });
    return run.download(d_c);
}

}  // namespace

LADDER_VERSION(MatmulBf16, 7, "warps with one job each", multiply_on_gpu<float>, multiply_on_gpu<Bf16>)
    .needs_exactly(90);

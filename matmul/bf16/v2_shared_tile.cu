// matmul_bf16_v2: tiles in shared memory          ./matmul_bf16_v2 -n 4096
//
// Slow in v1: every warp loads its own tiles from global memory, though warps of one row need the same tiles of A.
// Idea: the block copies tiles of A and B to shared memory, and 4 x 4 warps load their fragments from there. Each row of a
// tile ends with a gap of 16 bytes: the 8 rows that a fragment's load reads at once then lie in different banks.
// Still slow: for each multiplication a warp loads two fragments from shared memory. See v3.
#include "fragments.cuh"
#include "padded.cuh"

namespace {

constexpr int kWarps = 4;                  // a block has kWarps x kWarps warps, with as many fragments of C
constexpr int kTile = kWarps * kFragment;  // C: kTile x kTile per block
constexpr int kDepth = 32;                 // columns of a tile of A, rows of a tile of B
constexpr int kGap = 8;                    // elements
constexpr int kThreads = kWarps * kWarps * 32;
static_assert(2 * kTile * kDepth == kThreads * kChunk, "each thread copies a chunk of one of the tiles");

// a is (m, padded_k), b is (k, padded_n), c is (m, n), all row-major. What is padded is a multiple of 8.
template <class Out>
__global__ void __launch_bounds__(kThreads)
    multiply(const Bf16* a, const Bf16* b, Out* c, long long m, long long n, long long k, long long padded_n,
             long long padded_k)
{
    __shared__ alignas(32) Bf16 a_tile[kTile][kDepth + kGap];
    __shared__ alignas(32) Bf16 b_tile[kDepth][kTile + kGap];
    __shared__ alignas(32) float staging[kWarps * kWarps][kFragment * kFragment];

    const int warp = threadIdx.x / 32;
    const int row = warp / kWarps * kFragment, column = warp % kWarps * kFragment;
    const long long first_row = (static_cast<long long>(blockIdx.z) * gridDim.y + blockIdx.y) * kTile;
    const long long first_column = static_cast<long long>(blockIdx.x) * kTile;

    const auto copy_tiles = [&](long long l) {
        const int i = threadIdx.x % (kThreads / 2);
        if (threadIdx.x < kThreads / 2) {
            const int y = i / (kDepth / kChunk), x = i % (kDepth / kChunk) * kChunk;
            const bool inside = first_row + y < m && l + x < padded_k;
            store_chunk(&a_tile[y][x], load_chunk(a + (first_row + y) * padded_k + l + x, inside));
        } else {
            const int y = i / (kTile / kChunk), x = i % (kTile / kChunk) * kChunk;
            const bool inside = l + y < k && first_column + x < padded_n;
            store_chunk(&b_tile[y][x], load_chunk(b + (l + y) * padded_n + first_column + x, inside));
        }
    };

    FragmentC sums;
    wmma::fill_fragment(sums, 0.0f);
    for (long long l = 0; l < k; l += kDepth) {
        copy_tiles(l);
        __syncthreads();
        for (int step = 0; step < kDepth; step += kFragment) {
            FragmentA from_a;
            FragmentB from_b;
            wmma::load_matrix_sync(from_a, &a_tile[row][step], kDepth + kGap);
            wmma::load_matrix_sync(from_b, &b_tile[step][column], kTile + kGap);
            wmma::mma_sync(sums, from_a, from_b, sums);
        }
        __syncthreads();
    }
    store_sums(sums, staging[warp], c, m, n, first_row + row, first_column + column);
}

template <class Out>
std::vector<Out> multiply_on_gpu(const MatmulBf16::Input& in, Run& run)
{
    run.require_block(kThreads);
    const Launch launch(multiply<Out>, grid_of_strips(in.n, in.m, kTile, kTile), kThreads);

    const auto d_a = run.upload(in.bf16_a), d_b = run.upload(in.bf16_b);
    const auto d_c = run.array<Out>(in.m * in.n);
    const Padded a(run, d_a, in.m, in.k, 1, kChunk), b(run, d_b, in.k, in.n, 1, kChunk);
    run.kernel(launch, [&] {
        a.update(), b.update();
        multiply<<<launch.grid, launch.block>>>(a.data(), b.data(), d_c.data(), in.m, in.n, in.k, b.columns(),
                                                a.columns());
    });
    return run.download(d_c);
}

}  // namespace

LADDER_VERSION(MatmulBf16, 2, "tiles in shared memory", multiply_on_gpu<float>, multiply_on_gpu<Bf16>)
    .needs(80);

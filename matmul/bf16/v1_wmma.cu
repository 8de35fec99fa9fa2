// matmul_bf16_v1: a warp per 16 x 16 tile          ./matmul_bf16_v1 -n 4096
//
// Idea: tensor cores. A warp multiplies two tiles of 16 x 16 by one call, 4096 multiply-adds, where one instruction on
// floats does 32. Each lane keeps a part of each tile, a fragment, in registers.
// Still slow: for each multiplication a warp loads 1 KiB from global memory. See v2.
#include "fragments.cuh"
#include "padded.cuh"

namespace {

constexpr int kWarps = 2;  // a block has kWarps x kWarps warps, with as many fragments of C
constexpr int kTile = kWarps * kFragment;
constexpr int kThreads = kWarps * kWarps * 32;

// a is (m, padded_k), b is (padded_k, padded_n), c is (m, n), all row-major. What is padded is a multiple of 16, and so are
// the rows that a has.
template <class Out>
__global__ void __launch_bounds__(kThreads) multiply(const Bf16* a, const Bf16* b, Out* c, long long m,
                                                     long long n, long long padded_n, long long padded_k)
{
    __shared__ alignas(32) float staging[kWarps * kWarps][kFragment * kFragment];

    const int warp = threadIdx.x / 32;
    const long long strip = static_cast<long long>(blockIdx.z) * gridDim.y + blockIdx.y;
    const long long row = strip * kTile + warp / kWarps * kFragment;
    const long long column = static_cast<long long>(blockIdx.x) * kTile + warp % kWarps * kFragment;
    if (row >= m || column >= n)
        return;  // the whole warp

    FragmentC sums;
    wmma::fill_fragment(sums, 0.0f);
    for (long long l = 0; l < padded_k; l += kFragment) {
        FragmentA from_a;
        FragmentB from_b;
        wmma::load_matrix_sync(from_a, a + row * padded_k + l, padded_k);
        wmma::load_matrix_sync(from_b, b + l * padded_n + column, padded_n);
        wmma::mma_sync(sums, from_a, from_b, sums);
    }
    store_sums(sums, staging[warp], c, m, n, row, column);
}

template <class Out>
std::vector<Out> multiply_on_gpu(const MatmulBf16::Input& in, Run& run)
{
    run.require_block(kThreads);
    const Launch launch(multiply<Out>, grid_of_strips(in.n, in.m, kTile, kTile), kThreads);

    const auto d_a = run.upload(in.bf16_a), d_b = run.upload(in.bf16_b);
    const auto d_c = run.array<Out>(in.m * in.n);
    const Padded a(run, d_a, in.m, in.k, kFragment, kFragment), b(run, d_b, in.k, in.n, kFragment, kFragment);
    run.kernel(launch, [&] {
        a.update(), b.update();
        multiply<<<launch.grid, launch.block>>>(a.data(), b.data(), d_c.data(), in.m, in.n, b.columns(),
                                                a.columns());
    });
    return run.download(d_c);
}

}  // namespace

LADDER_VERSION(MatmulBf16, 1, "a warp per 16 x 16 tile", multiply_on_gpu<float>, multiply_on_gpu<Bf16>)
    .needs(80);

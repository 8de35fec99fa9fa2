// shortcut_eight_bits: search with integers, then add up          scripts/lab check shortcut_eight_bits
//
// r[i][j] is the minimum over all k of d[i][k] + d[k][j]. A thread finds out with weights in 8 bits which k may have the least
// sum, and adds only these weights up as floats.
#include "shortcut.h"

#include <cmath>
#include <cstdint>

namespace {

constexpr int kWarp = 32;
constexpr int kBlockSize = 256;
// What stands for infinity (more than the sum of two others), and for weights that cannot be rounded (negative ones, NaN).
constexpr int kLargest = 127;
constexpr std::int8_t kAlwaysAdd = -128;

// *largest, 0 at first, becomes the largest finite weight. Floats that are not negative are in the order of their bits.
__global__ void find_largest(const float* d, std::size_t weights, int* largest)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < weights && d[i] >= 0 && d[i] < INFINITY)
        atomicMax(largest, __float_as_int(d[i]));
}

// coarse = d, scaled so that the largest weight is 63, and rounded down to integers.
__global__ void round_down(const float* d, std::size_t weights, const int* largest, std::int8_t* coarse)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= weights)
        return;
    const float scale = 63 / __int_as_float(*largest);
    coarse[i] = static_cast<std::int8_t>(d[i] >= 0 ? __float2int_rd(fminf(__fmul_rd(d[i], scale), kLargest))
                                                   : kAlwaysAdd);
}

// d, coarse, r: (n, n), row-major.
__global__ void find_shortcuts(const float* d, const std::int8_t* coarse, unsigned n, float* r)
{
    const unsigned j = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n)
        return;

    // The least sum of integers, of those that are no exceptions.
    int least_coarse = kLargest;
    for (unsigned k = 0; k < n; ++k) {
        const int sum = coarse[std::size_t{i} * n + k] + coarse[std::size_t{k} * n + j];
        if (sum >= 0)
            least_coarse = min(least_coarse, sum);
    }
    // Of these k the sum of the weights may be the least: a sum of integers is less than the scaled weights' by less than 2.
    // If all integers are kLargest (as where all weights are 0), they tell nothing: then all are added.
    const int most = least_coarse < kLargest ? least_coarse + 1 : 2 * kLargest;
    float least = INFINITY;
    for (unsigned k = 0; k < n; ++k) {
        const int sum = coarse[std::size_t{i} * n + k] + coarse[std::size_t{k} * n + j];
        if (sum <= most)
            least = minimum(least, d[std::size_t{i} * n + k] + d[std::size_t{k} * n + j]);  // at: floats
    }
    r[std::size_t{i} * n + j] = least;
}

Shortcut::Output shortcut(const Shortcut::Input& in, Run& run)
{
    const std::size_t n = in.n, weights = n * n;
    const dim3 block(kWarp, run.block_size(kBlockSize, BlockRule::warps) / kWarp);
    const Launch prepare(round_down, ceil_div(weights, kBlockSize), kBlockSize);
    const Launch launch(find_shortcuts, grid_of_tiles(n, n, block.x, block.y), block);

    const auto d_d = run.upload(in.d), d_r = run.array<float>(weights);
    const auto d_coarse = run.array<std::int8_t>(weights);
    const auto d_largest = run.array<int>(1);
    run.kernel({prepare, prepare, launch}, [&] {
        d_largest.zero();
        find_largest<<<prepare.grid, prepare.block>>>(d_d.data(), weights, d_largest.data());
        round_down<<<prepare.grid, prepare.block>>>(d_d.data(), weights, d_largest.data(), d_coarse.data());
        find_shortcuts<<<launch.grid, launch.block>>>(d_d.data(), d_coarse.data(), n, d_r.data());
    });
    return run.download(d_r);
}

}  // namespace

LADDER_VERSION(Shortcut, 7, "eight bits first", shortcut);

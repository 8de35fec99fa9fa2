// reduce_half_mask: solution
//
// The mask of a shuffle names the lanes that execute it. All 32 lanes of warp 0 do; those beyond the last warp's sum
// bring a zero.
#include "reduction.h"

namespace {

constexpr int kBlockSize = 256;

// Lane 0 gets the sum of the warp's 32 values.
template <class T>
__device__ T sum_of_warp(T value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(kAllLanes, value, offset);
    return value;
}

// block_sums[b] = the sum of block b's numbers, 2 blockDim.x of them. blockDim.x must be a multiple of 32.
template <class T>
__global__ void sum_per_block(const T* v, std::size_t n, T* block_sums)
{
    __shared__ T warp_sums[32];
    const unsigned tid = threadIdx.x, lane = tid % 32, warp = tid / 32, warps = blockDim.x / 32;
    const std::size_t i = std::size_t{blockIdx.x} * 2 * blockDim.x + tid;

    T sum = i < n ? v[i] : 0;
    if (i + blockDim.x < n)
        sum += v[i + blockDim.x];

    sum = sum_of_warp(sum);
    if (lane == 0)
        warp_sums[warp] = sum;
    __syncthreads();

    if (warp == 0) {
        sum = sum_of_warp(lane < warps ? warp_sums[lane] : 0);
        if (lane == 0)
            block_sums[blockIdx.x] = sum;
    }
}

template <class T>
T reduce(const std::vector<T>& v, Run& run)
{
    const std::size_t n = v.size();
    const int block = run.block_size(kBlockSize, BlockRule::warps);
    std::vector<Launch> launches;
    for (std::size_t left = n; launches.empty() || left > 1; left = launches.back().blocks())
        launches.emplace_back(sum_per_block<T>, ceil_div(left, 2 * block), block);

    const auto d_v = run.upload(v);
    const auto d_sums = run.array<T>(launches[0].blocks()),
               d_sums_of_sums = run.array<T>(launches[0].blocks());
    run.kernel(launches, [&] {
        // Each launch adds up what the one before left: n numbers, then the blocks' sums, until one is left.
        const T* from = d_v.data();
        T *to = d_sums.data(), *other = d_sums_of_sums.data();
        std::size_t left = n;
        for (const Launch& launch : launches) {
            sum_per_block<<<launch.grid, launch.block>>>(from, left, to);
            left = launch.blocks();
            from = to;
            std::swap(to, other);
        }
    });
    run.longest_chain(double(launches.size()) * (block + 1));
    return run.download(launches.size() % 2 ? d_sums : d_sums_of_sums, 1)[0];
}

}  // namespace

LADDER_VERSION(Reduction, 5, "warp shuffles", reduce<unsigned>, reduce<float>, reduce<double>);

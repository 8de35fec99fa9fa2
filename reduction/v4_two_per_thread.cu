// reduce_v4: two per thread          ./reduce_v4
//
// Slow in v3: half of the threads load one number and do nothing else.
// Idea: each thread loads two numbers, blockDim.x apart, and stores their sum: half as many blocks do the
// same work. From here on the blocks' sums stay on the device: the same kernel adds them up until one is
// left.
// Still slow: the last steps of the tree keep a single warp busy, yet the whole block waits at a barrier for
// each.
#include "reduction.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kMaxBlockSize = 1024;

// block_sums[b] = the sum of block b's numbers, 2 blockDim.x of them. blockDim.x must be a power of two.
template <class T>
__global__ void sum_per_block(const T* v, std::size_t n, T* block_sums)
{
    __shared__ T partial[kMaxBlockSize];
    const unsigned tid = threadIdx.x;
    const std::size_t i = std::size_t{blockIdx.x} * 2 * blockDim.x + tid;

    T sum = i < n ? v[i] : 0;
    if (i + blockDim.x < n)
        sum += v[i + blockDim.x];
    partial[tid] = sum;
    __syncthreads();

    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            partial[tid] += partial[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        block_sums[blockIdx.x] = partial[0];
}

template <class T>
T reduce(const std::vector<T>& v, Run& run)
{
    const std::size_t n = v.size();
    const int block = run.block_size(kBlockSize, BlockRule::power_of_two);
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

LADDER_VERSION(Reduction, 4, "two per thread", reduce<unsigned>, reduce<float>, reduce<double>);

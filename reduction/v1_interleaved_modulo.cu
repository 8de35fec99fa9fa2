// reduce_v1: interleaved, by modulo          ./reduce_v1
//
// Idea: a block adds up its numbers as a tree: first adjacent numbers, then sums of two, of four, ... Each
// step halves the number of partial sums. The host adds the blocks' sums.
// Still slow: the threads that work are every second, every fourth, ... of the block, so every warp takes
// part in every step for a few active lanes. And % is a slow instruction.
#include "reduction.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kMaxBlockSize = 1024;

// block_sums[b] = the sum of block b's numbers. blockDim.x must be a power of two.
template <class T>
__global__ void sum_per_block(const T* v, std::size_t n, T* block_sums)
{
    __shared__ T partial[kMaxBlockSize];
    const unsigned tid = threadIdx.x;
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + tid;

    partial[tid] = i < n ? v[i] : 0;
    __syncthreads();

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0)
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
    const Launch launch(sum_per_block<T>, ceil_div(n, block), block);

    const auto d_v = run.upload(v);
    const auto d_sums = run.array<T>(launch.blocks());
    run.kernel(launch, [&] { sum_per_block<<<launch.grid, launch.block>>>(d_v.data(), n, d_sums.data()); });
    const std::vector<T> sums = run.download(d_sums);
    run.longest_chain(block + launch.blocks());
    return run.host([&] { return sum_on_cpu(sums); });  // stage 2, counted as GPU time
}

}  // namespace

LADDER_VERSION(Reduction, 1, "interleaved, by modulo", reduce<unsigned>, reduce<float>, reduce<double>);

// reduce_bank_conflicts: the sum is right, but up to 32 lanes of a warp meet in one bank of shared memory. Change which
// partial sums the threads add.
//
// Check it with: scripts/lab check reduce_bank_conflicts
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

    // TODO: adjacent threads shall work on adjacent words
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        const unsigned index = 2 * s * tid;
        if (index < blockDim.x)
            partial[index] += partial[index + s];
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

LADDER_VERSION(Reduction, 2, "another order of the steps", reduce<unsigned>, reduce<float>, reduce<double>);

// allreduce_v2: kernels read and write the other GPUs' memory          ./allreduce_v2 --gpus 2
//
// Slow in v1: all numbers cross the host's bus twice, and one core of the host adds.
// Idea: each GPU adds up one slice: it reads the slice from every GPU's memory, and stores the sums into every GPU's memory.
// So each link carries (N - 1) / N of the numbers one way and as many sums, and all GPUs and links work at once.
// Limit: the links.
#include "vectors.cuh"

namespace {

template <class T>
std::vector<T> all_reduce(const Summands<T>& in, Run& run)
{
    enable_peer_access(in.gpus);
    Vectors<T> vectors(in, run);
    const int block = run.block_size(kBlockSize);
    const Launch launch(sum_slice<T>,
                        resident_blocks(sum_slice<T>, block, ceil_div(in.n, 4 * in.gpus * block)), block);

    run.kernel(launch, [&] {
        for (int gpu = 0; gpu < in.gpus; ++gpu) {
            CUDA_CHECK(cudaSetDevice(gpu));
            sum_slice<<<launch.grid, launch.block>>>(vectors.all_numbers(), in.gpus, vectors.all_sums(),
                                                     in.gpus, vectors.slice(gpu), vectors.slice(gpu + 1));
        }
    });
    const std::vector<T> sums = vectors.download(run);
    vectors.measure(run);
    return sums;
}

}  // namespace

LADDER_VERSION(AllReduce, 2, "kernels read and write the other GPUs' memory", all_reduce<float>,
               all_reduce<unsigned>);

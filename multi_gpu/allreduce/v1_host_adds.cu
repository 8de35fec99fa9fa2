// allreduce_v1: the host adds          ./allreduce_v1 --gpus 2
//
// Idea: copy all numbers to the host, add them up there, and copy the sums to every GPU.
// Still slow: N n numbers cross the host's bus one way and as many the other way, and one core of the host adds.
#include "vectors.cuh"

namespace {

template <class T>
std::vector<T> all_reduce(const Summands<T>& in, Run& run)
{
    Vectors<T> vectors(in, run);
    std::vector<T> h_numbers(in.n), h_sums(in.n);
    const std::size_t bytes = in.n * sizeof(T);

    run.kernel(std::vector<Launch>{}, [&] {
        for (int gpu = 0; gpu < in.gpus; ++gpu) {
            CUDA_CHECK(cudaSetDevice(gpu));
            std::vector<T>& h_to = gpu == 0 ? h_sums : h_numbers;
            CUDA_CHECK(cudaMemcpy(h_to.data(), vectors.numbers(gpu), bytes, cudaMemcpyDeviceToHost));
            for (std::size_t i = 0; gpu > 0 && i < in.n; ++i)
                h_sums[i] += h_numbers[i];
        }
        for (int gpu = 0; gpu < in.gpus; ++gpu) {
            CUDA_CHECK(cudaSetDevice(gpu));
            CUDA_CHECK(cudaMemcpy(vectors.sums(gpu), h_sums.data(), bytes, cudaMemcpyHostToDevice));
        }
    });
    const std::vector<T> sums = vectors.download(run);
    vectors.measure(run);
    return sums;
}

}  // namespace

LADDER_VERSION(AllReduce, 1, "the host adds", all_reduce<float>, all_reduce<unsigned>);

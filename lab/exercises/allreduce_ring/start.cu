// allreduce_ring: add up the numbers of all GPUs in a ring          scripts/lab check allreduce_ring
//
// Each of N GPUs has n numbers, and shall have the sum of all. The numbers are cut into N slices. In N - 1 steps each
// GPU sends a slice to the next GPU, which adds its own numbers: then each GPU has one slice of the sums. In N - 1 more
// steps the finished slices go round.
#include "vectors.cuh"

namespace {

// sums[i] += numbers[i] for i from first to end - 1.
template <class T>
__global__ void add_own(T* sums, const T* numbers, std::size_t first, std::size_t end)
{
    const std::size_t i = first + std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < end)
        sums[i] += numbers[i];
}

template <class T>
std::vector<T> all_reduce(const Summands<T>& in, Run& run)
{
    use_peer_access_if_possible(in.gpus, run);
    const int gpus = in.gpus;
    Vectors<T> vectors(in, run);
    const std::vector<Stream> streams = vectors.make_streams();
    std::vector<Event> sent;  // by each GPU, its last slice
    for (int gpu = 0; gpu < gpus; ++gpu) {
        const OnDevice on(gpu);
        sent.emplace_back();
    }

    // Copies a slice from `from`, an array on a GPU, to the sums of the next GPU. slice: may be negative.
    const auto send = [&](int gpu, int slice, const T* from) {
        const int next = (gpu + 1) % gpus, s = (slice + gpus) % gpus;
        const std::size_t first = vectors.slice(s), bytes = (vectors.slice(s + 1) - first) * sizeof(T);
        CUDA_CHECK(cudaSetDevice(gpu));
        CUDA_CHECK(
            cudaMemcpyPeerAsync(vectors.sums(next) + first, next, from + first, gpu, bytes, streams[gpu]));
        CUDA_CHECK(cudaEventRecord(sent[gpu], streams[gpu]));
    };
    // Lets a GPU wait for the slice that the one before it has sent.
    const auto wait = [&](int gpu) {
        CUDA_CHECK(cudaSetDevice(gpu));
        CUDA_CHECK(cudaStreamWaitEvent(streams[gpu], sent[(gpu + gpus - 1) % gpus]));
    };
    // Adds a GPU's own numbers to the slice of its sums.
    const auto add = [&](int gpu, int slice) {
        const int s = (slice + gpus) % gpus;
        const std::size_t first = vectors.slice(s), end = vectors.slice(s + 1);
        if (first < end)
            add_own<<<ceil_div(end - first, kBlockSize), kBlockSize, 0, streams[gpu]>>>(
                vectors.sums(gpu), vectors.numbers(gpu), first, end);
    };

    run.kernel(std::vector<Launch>{}, [&] {
        if (gpus == 1)
            CUDA_CHECK(cudaMemcpyAsync(vectors.sums(0), vectors.numbers(0), in.n * sizeof(T),
                                       cudaMemcpyDeviceToDevice, streams[0]));
        for (int step = 0; step < gpus - 1; ++step) {
            // TODO: each GPU sends one slice: in step 0 of its numbers, later of its sums. Which one? Then each waits for
            // the slice that comes, and adds its own numbers.
            for (int gpu = 0; gpu < gpus; ++gpu) {
                send(gpu, 0, vectors.numbers(gpu));
                wait(gpu);
                add(gpu, 0);
            }
        }
        // TODO: each GPU has one slice of the sums. In gpus - 1 more steps the slices go round.
    });
    return vectors.download(run);
}

}  // namespace

LADDER_VERSION(AllReduce, 2, "a ring of copies", all_reduce<float>, all_reduce<unsigned>);

// allreduce_tree: given, not to be changed. The GPUs form a tree: partial sums go up to GPU 0, the sums go down again.
// Write your answers into allreduce_tree.toml.
//
// Check them with: scripts/lab check allreduce_tree
#include "vectors.cuh"

namespace {

// sums[i] = a[i] + b[i] for n numbers.
template <class T>
__global__ void add(T* sums, const T* a, const T* b, std::size_t n)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        sums[i] = a[i] + b[i];
}

template <class T>
std::vector<T> all_reduce(const Summands<T>& in, Run& run)
{
    use_peer_access_if_possible(in.gpus, run);
    const int gpus = in.gpus;
    Vectors<T> vectors(in, run);
    const std::vector<Stream> streams = vectors.make_streams();
    std::deque<DeviceArray<T>> inboxes;
    std::vector<Event> done;  // what a GPU was given so far
    for (int gpu = 0; gpu < gpus; ++gpu) {
        const OnDevice on(gpu);
        inboxes.emplace_back(run, ArrayUse::output, nullptr, in.n);
        done.emplace_back();
    }

    // Copies all n numbers from GPU `other` as soon as it has them.
    const auto fetch = [&](int gpu, T* to, int other, const T* from) {
        CUDA_CHECK(cudaSetDevice(gpu));
        CUDA_CHECK(cudaStreamWaitEvent(streams[gpu], done[other]));
        CUDA_CHECK(cudaMemcpyPeerAsync(to, gpu, from, other, in.n * sizeof(T), streams[gpu]));
    };

    run.kernel(std::vector<Launch>{}, [&] {
        std::vector<const T*> partial;  // the sum that each GPU has so far: at first its own numbers
        for (int gpu = 0; gpu < gpus; ++gpu)
            partial.push_back(vectors.numbers(gpu));
        if (gpus == 1)
            CUDA_CHECK(cudaMemcpyAsync(vectors.sums(0), vectors.numbers(0), in.n * sizeof(T),
                                       cudaMemcpyDeviceToDevice, streams[0]));
        int distance = 1;
        for (; distance < gpus; distance *= 2)  // up
            for (int gpu = 0; gpu + distance < gpus; gpu += 2 * distance) {
                T* const inbox = inboxes[gpu].data();
                fetch(gpu, inbox, gpu + distance, partial[gpu + distance]);
                add<<<ceil_div(in.n, kBlockSize), kBlockSize, 0, streams[gpu]>>>(vectors.sums(gpu),
                                                                                 partial[gpu], inbox, in.n);
                CUDA_CHECK(cudaEventRecord(done[gpu], streams[gpu]));
                partial[gpu] = vectors.sums(gpu);
            }
        for (distance /= 2; distance > 0; distance /= 2)  // down
            for (int gpu = 0; gpu + distance < gpus; gpu += 2 * distance) {
                const int other = gpu + distance;
                fetch(other, vectors.sums(other), gpu, vectors.sums(gpu));
                CUDA_CHECK(cudaEventRecord(done[other], streams[other]));
            }
    });
    return vectors.download(run);
}

}  // namespace

LADDER_VERSION(AllReduce, 2, "a tree of copies", all_reduce<float>, all_reduce<unsigned>);

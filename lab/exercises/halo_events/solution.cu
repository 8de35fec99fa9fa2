// halo_events: each GPU fetches its halo, and events make it wait for its neighbours     scripts/lab check halo_events
//
// Each GPU plays all rows of its slab, and then fetches its halo: it copies the edges of the slabs above and below, which
// must have been played. The order of the calls is wrong in three places. Find them, and repair them.
#include "slabs.cuh"

namespace {

struct Queue {
    Stream stream;
    Event played;  // the rows of the last step
};

Halo::Output life(const Halo::Input& in, Run& run)
{
    run.require_block(kBlockSize);
    use_peer_access_if_possible(in.gpus, run);
    Slabs slabs(in, run);
    const std::size_t bytes = slabs.edge_bytes();
    const std::vector<Queue> queues = one_for_each<Queue>(slabs);

    const auto play_slab = [&](const Slab& slab, int s) {
        const Queue& queue = queues[slab.device];
        slabs.play(slab, s, queue.stream);
        CUDA_CHECK(cudaEventRecord(queue.played, queue.stream));
    };
    // Copies the last rows of the slab above and the first rows of the slab below, as they are after step s.
    const auto fetch_halo = [&](const Slab& slab, int s) {
        const Slab &above = *slab.above, &below = *slab.below;
        const cudaStream_t stream = queues[slab.device].stream;
        CUDA_CHECK(cudaStreamWaitEvent(stream, queues[above.device].played));
        CUDA_CHECK(cudaStreamWaitEvent(stream, queues[below.device].played));
        CUDA_CHECK(cudaMemcpyPeerAsync(slab.halo_above(s + 1), slab.device, above.bottom(s + 1), above.device,
                                       bytes, stream));
        CUDA_CHECK(cudaMemcpyPeerAsync(slab.halo_below(s + 1), slab.device, below.top(s + 1), below.device,
                                       bytes, stream));
    };
    run.kernel(slabs.launch(), [&] {
        for (int s = 0; s < slabs.steps(); ++s) {
            for (const Slab& slab : slabs) {
                CUDA_CHECK(cudaSetDevice(slab.device));
                play_slab(slab, s);
            }
            for (const Slab& slab : slabs) {
                CUDA_CHECK(cudaSetDevice(slab.device));
                fetch_halo(slab, s);
            }
        }
    });
    return slabs.download(run);
}

}  // namespace

LADDER_VERSION(Halo, 2, "copies from GPU to GPU", life);

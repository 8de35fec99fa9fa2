// halo_v2: copies from GPU to GPU          ./halo_v2 --gpus 2
//
// Slow in v1: each copy waits for the kernel before it and crosses the host's bus twice, and the host waits for it.
// Idea: cudaMemcpyPeerAsync copies an edge straight into the neighbour's halo, over NVLink if there is one. A stream of each
// GPU keeps its kernels and copies in order, and an event tells the neighbours' streams that the edges are there.
// Still slow: a GPU does nothing while its edges travel.
#include "slabs.cuh"

namespace {

struct Queue {
    Stream stream;
    Event sent;  // the edges of the last step
};

Halo::Output life(const Halo::Input& in, Run& run)
{
    run.require_block(kBlockSize);
    use_peer_access_if_possible(in.gpus, run);
    Slabs slabs(in, run);
    const std::size_t bytes = slabs.edge_bytes();
    const std::vector<Queue> queues = one_for_each<Queue>(slabs);

    const auto play = [&](Parts parts) {
        for (int s = 0; s < slabs.steps(); ++s) {
            for (const Slab& slab : slabs) {
                const cudaStream_t stream = queues[slab.device].stream;
                CUDA_CHECK(cudaSetDevice(slab.device));
                for (const Slab* neighbour : {slab.above, slab.below})
                    if (parts.exchange)
                        CUDA_CHECK(cudaStreamWaitEvent(stream, queues[neighbour->device].sent));
                if (parts.work)
                    slabs.play(slab, s, stream);
            }
            if (!parts.exchange)
                continue;
            for (const Slab& slab : slabs) {
                const Slab &above = *slab.above, &below = *slab.below;
                const Queue& queue = queues[slab.device];
                CUDA_CHECK(cudaSetDevice(slab.device));
                CUDA_CHECK(cudaMemcpyPeerAsync(above.halo_below(s + 1), above.device, slab.top(s + 1),
                                               slab.device, bytes, queue.stream));
                CUDA_CHECK(cudaMemcpyPeerAsync(below.halo_above(s + 1), below.device, slab.bottom(s + 1),
                                               slab.device, bytes, queue.stream));
                CUDA_CHECK(cudaEventRecord(queue.sent, queue.stream));
            }
        }
    };
    run.kernel(slabs.launch(), [&] { play({}); });
    const PackedBoard board = slabs.download(run);
    slabs.measure(run, play);
    return board;
}

}  // namespace

LADDER_VERSION(Halo, 2, "copies from GPU to GPU", life);

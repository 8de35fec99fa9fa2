// halo_overlap: let the edges travel while the rows inside are played          scripts/lab check halo_overlap
//
// Each GPU plays all rows of its slab, then copies its edges into the neighbours' halos. While the edges travel
// no GPU works. Play the edges first, and the rows inside while the edges travel.
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

    // TODO: slabs.play(slab, s, first, count, stream) plays `count` rows from row `first` of the slab on. Play the first
    // and the last slab.depth rows in one stream, and the rows between them in another one. What needs what of step s - 1?
    const auto play_slab = [&](const Slab& slab, int s) {
        const Queue& queue = queues[slab.device];
        for (const Slab* neighbour : {slab.above, slab.below})
            CUDA_CHECK(cudaStreamWaitEvent(queue.stream, queues[neighbour->device].sent));
        slabs.play(slab, s, 0, slab.rows, queue.stream);
    };
    const auto send_edges = [&](const Slab& slab, int s) {
        const Slab &above = *slab.above, &below = *slab.below;
        const Queue& queue = queues[slab.device];
        CUDA_CHECK(cudaMemcpyPeerAsync(above.halo_below(s + 1), above.device, slab.top(s + 1), slab.device,
                                       bytes, queue.stream));
        CUDA_CHECK(cudaMemcpyPeerAsync(below.halo_above(s + 1), below.device, slab.bottom(s + 1), slab.device,
                                       bytes, queue.stream));
        CUDA_CHECK(cudaEventRecord(queue.sent, queue.stream));
    };
    run.kernel(slabs.launch(), [&] {
        for (int s = 0; s < slabs.steps(); ++s) {
            for (const Slab& slab : slabs) {
                CUDA_CHECK(cudaSetDevice(slab.device));
                play_slab(slab, s);
            }
            for (const Slab& slab : slabs) {
                CUDA_CHECK(cudaSetDevice(slab.device));
                send_edges(slab, s);
            }
        }
    });
    return slabs.download(run);
}

}  // namespace

LADDER_VERSION(Halo, 2, "copies from GPU to GPU", life);

// halo_overlap: let the edges travel while the rows inside are played          scripts/lab check halo_overlap
//
// Each GPU plays all rows of its slab, then copies its edges into the neighbours' halos. While the edges travel
// no GPU works. Play the edges first, and the rows inside while the edges travel.
#include "slabs.cuh"

namespace {

struct Queue {
    Stream edges{true}, inside;               // the edges' kernels begin first
    Event sent, edges_played, inside_played;  // of the last step
};

Halo::Output life(const Halo::Input& in, Run& run)
{
    run.require_block(kBlockSize);
    use_peer_access_if_possible(in.gpus, run);
    Slabs slabs(in, run);
    const std::size_t bytes = slabs.edge_bytes();
    const std::vector<Queue> queues = one_for_each<Queue>(slabs);

    // Both need all rows of the slab of step s - 1; the edges also the neighbours' edges. And what they write over was
    // read in step s - 1.
    const auto play_slab = [&](const Slab& slab, int s) {
        const Queue& queue = queues[slab.device];
        const std::size_t depth = slab.depth, last = slab.rows - depth;
        CUDA_CHECK(cudaStreamWaitEvent(queue.inside, queue.edges_played));
        CUDA_CHECK(cudaStreamWaitEvent(queue.edges, queue.inside_played));
        for (const Slab* neighbour : {slab.above, slab.below})
            CUDA_CHECK(cudaStreamWaitEvent(queue.edges, queues[neighbour->device].sent));
        slabs.play(slab, s, 0, depth, queue.edges);
        slabs.play(slab, s, last, depth, queue.edges);
        CUDA_CHECK(cudaEventRecord(queue.edges_played, queue.edges));
        slabs.play(slab, s, depth, last > depth ? last - depth : 0, queue.inside);
        CUDA_CHECK(cudaEventRecord(queue.inside_played, queue.inside));
    };
    const auto send_edges = [&](const Slab& slab, int s) {
        const Slab &above = *slab.above, &below = *slab.below;
        const Queue& queue = queues[slab.device];
        CUDA_CHECK(cudaMemcpyPeerAsync(above.halo_below(s + 1), above.device, slab.top(s + 1), slab.device,
                                       bytes, queue.edges));
        CUDA_CHECK(cudaMemcpyPeerAsync(below.halo_above(s + 1), below.device, slab.bottom(s + 1), slab.device,
                                       bytes, queue.edges));
        CUDA_CHECK(cudaEventRecord(queue.sent, queue.edges));
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

// halo_v3: edges first          ./halo_v3 --gpus 2
//
// Slow in v2: a GPU does nothing while its edges travel.
// Idea: play the edges first, in a stream of their own. While they travel, the rows inside are played in a second stream:
// they need no halo. Two events keep the streams of a GPU in step.
// Still slow: two small kernels and two copies per step, which matters only where slabs are small.
#include "slabs.cuh"

namespace {

struct Queue {
    Stream edges{true}, inside;
    Event sent, edges_played, inside_played;  // of the last step
};

Halo::Output life(const Halo::Input& in, Run& run)
{
    run.require_block(kBlockSize);
    use_peer_access_if_possible(in.gpus, run);
    Slabs slabs(in, run);
    const std::size_t bytes = slabs.edge_bytes();
    const std::vector<Queue> queues = one_for_each<Queue>(slabs);

    const auto play_slab = [&](const Slab& slab, int s, Parts parts) {
        const Queue& queue = queues[slab.device];
        const std::size_t depth = slab.depth, last = slab.rows - depth;
        CUDA_CHECK(cudaStreamWaitEvent(queue.inside, queue.edges_played));
        CUDA_CHECK(cudaStreamWaitEvent(queue.edges, queue.inside_played));
        for (const Slab* neighbour : {slab.above, slab.below})
            if (parts.exchange)
                CUDA_CHECK(cudaStreamWaitEvent(queue.edges, queues[neighbour->device].sent));
        if (!parts.work)
            return;
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
    const auto play = [&](Parts parts) {
        for (int s = 0; s < slabs.steps(); ++s) {
            for (const Slab& slab : slabs) {
                CUDA_CHECK(cudaSetDevice(slab.device));
                play_slab(slab, s, parts);
            }
            for (const Slab& slab : slabs) {
                CUDA_CHECK(cudaSetDevice(slab.device));
                if (parts.exchange)
                    send_edges(slab, s);
            }
        }
    };
    run.kernel(slabs.launch(), [&] { play({}); });
    const PackedBoard board = slabs.download(run);
    slabs.measure(run, play);
    return board;
}

}  // namespace

LADDER_VERSION(Halo, 3, "edges first", life);

// halo_v4: stores into the neighbour's halo          ./halo_v4 --gpus 2
//
// Slow in v3: two copies per step, each with its time to start.
// Idea: with peer access a kernel stores into another GPU's memory as into its own. The kernel that plays an edge stores
// each row twice: into its own slab, and into the neighbour's halo. There are no copies, and events order as before.
// Limit: the arithmetic of the inside rows; the exchange is hidden behind it.
#include "slabs.cuh"

namespace {

struct Queue {
    Stream edges{true}, inside;
    Event edges_played, inside_played;  // of the last step
};

Halo::Output life(const Halo::Input& in, Run& run)
{
    run.require_block(kBlockSize);
    enable_peer_access(in.gpus);
    Slabs slabs(in, run);
    const std::vector<Queue> queues = one_for_each<Queue>(slabs);

    const auto play = [&](Parts parts) {
        for (int s = 0; s < slabs.steps(); ++s) {
            for (const Slab& slab : slabs) {
                const Queue& queue = queues[slab.device];
                CUDA_CHECK(cudaSetDevice(slab.device));
                CUDA_CHECK(cudaStreamWaitEvent(queue.inside, queue.edges_played));
                CUDA_CHECK(cudaStreamWaitEvent(queue.edges, queue.inside_played));
                for (const Slab* neighbour : {slab.above, slab.below})
                    if (parts.exchange)
                        CUDA_CHECK(cudaStreamWaitEvent(queue.edges, queues[neighbour->device].edges_played));
            }
            for (const Slab& slab : slabs) {
                const Queue& queue = queues[slab.device];
                const std::size_t depth = slab.depth, last = slab.rows - depth;
                CUDA_CHECK(cudaSetDevice(slab.device));
                Word* const above = parts.exchange ? slab.above->halo_below(s + 1) : nullptr;
                Word* const below = parts.exchange ? slab.below->halo_above(s + 1) : nullptr;
                slabs.play(slab, s, 0, depth, queue.edges, above);
                slabs.play(slab, s, last, depth, queue.edges, below);
                CUDA_CHECK(cudaEventRecord(queue.edges_played, queue.edges));
                if (parts.work)
                    slabs.play(slab, s, depth, last > depth ? last - depth : 0, queue.inside);
                CUDA_CHECK(cudaEventRecord(queue.inside_played, queue.inside));
            }
        }
    };
    run.kernel(slabs.launch(), [&] { play({}); });
    const PackedBoard board = slabs.download(run);
    slabs.measure(run, play);
    return board;
}

}  // namespace

LADDER_VERSION(Halo, 4, "stores into the neighbour's halo", life);

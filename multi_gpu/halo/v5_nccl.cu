// halo_v5: NCCL          ./halo_v5 --gpus 2
//
// Limited in v4: it needs peer access, so all GPUs must be in one host, and each order between GPUs is an event of ours.
// Idea: the edges travel by ncclSend and ncclRecv in a group. A receive is in its own GPU's stream, so the edges that are
// played next wait for it, and no GPU needs an event of another one.
// Limit: as v4's. A group takes some microseconds longer to start than a copy, which is hidden as well.
#include "multi_gpu/nccl.cuh"
#include "slabs.cuh"

namespace {

struct Queue {
    Stream edges{true}, inside;
    Event edges_played, inside_played;  // of the last step
};

Halo::Output life(const Halo::Input& in, Run& run)
{
    run.require_block(kBlockSize);
    Slabs slabs(in, run);
    const Communicators ranks(slabs.count());
    const std::size_t bytes = slabs.edge_bytes();
    const std::vector<Queue> queues = one_for_each<Queue>(slabs);

    const auto play_slab = [&](const Slab& slab, int s) {
        const Queue& queue = queues[slab.device];
        const std::size_t depth = slab.depth, last = slab.rows - depth;
        CUDA_CHECK(cudaStreamWaitEvent(queue.inside, queue.edges_played));
        CUDA_CHECK(cudaStreamWaitEvent(queue.edges, queue.inside_played));
        slabs.play(slab, s, 0, depth, queue.edges);
        slabs.play(slab, s, last, depth, queue.edges);
        CUDA_CHECK(cudaEventRecord(queue.edges_played, queue.edges));
        slabs.play(slab, s, depth, last > depth ? last - depth : 0, queue.inside);
        CUDA_CHECK(cudaEventRecord(queue.inside_played, queue.inside));
    };
    // Of two messages between the same two ranks, the first sent is the first received.
    const auto exchange = [&](const Slab& slab, int s) {
        const ncclComm_t rank = ranks[slab.device];
        const cudaStream_t stream = queues[slab.device].edges;
        const int above = slab.above->device, below = slab.below->device;
        NCCL_CHECK(ncclSend(slab.top(s + 1), bytes, ncclChar, above, rank, stream));
        NCCL_CHECK(ncclSend(slab.bottom(s + 1), bytes, ncclChar, below, rank, stream));
        NCCL_CHECK(ncclRecv(slab.halo_below(s + 1), bytes, ncclChar, below, rank, stream));
        NCCL_CHECK(ncclRecv(slab.halo_above(s + 1), bytes, ncclChar, above, rank, stream));
    };
    const auto play = [&](Parts parts) {
        for (int s = 0; s < slabs.steps(); ++s) {
            for (const Slab& slab : slabs) {
                CUDA_CHECK(cudaSetDevice(slab.device));
                if (parts.work)
                    play_slab(slab, s);
            }
            if (!parts.exchange)
                continue;
            NCCL_CHECK(ncclGroupStart());
            for (const Slab& slab : slabs)
                exchange(slab, s);
            NCCL_CHECK(ncclGroupEnd());
        }
    };
    run.kernel(slabs.launch(), [&] { play({}); });
    const PackedBoard board = slabs.download(run);
    slabs.measure(run, play);
    return board;
}

}  // namespace

LADDER_VERSION(Halo, 5, "NCCL", life);

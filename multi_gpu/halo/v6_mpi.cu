// halo_v6: a process per GPU          ./halo_v6
//
// Limited in v5: one process has all GPUs, so they must be in one host.
// Idea: `mpirun -n 2 ./halo_v6` starts a process for each GPU, which has one slab and runs the same program. MPI tells
// a process its number and brings the result together; NCCL sends the edges from GPU to GPU, in
// one host or between hosts.
// Limit: as v5's. So programs of clusters are written.
#include "multi_gpu/mpi_team.cuh"
#include "slabs.cuh"

namespace {

Halo::Output life(const Halo::Input& in, Run& run)
{
    run.require_block(kBlockSize);
    MpiTeam& team = MpiTeam::join(in.gpus);
    team.require_same(in.description);
    run.spread_over(team);
    if (in.start.height < static_cast<std::size_t>(in.gpus))
        throw UsageError("fewer rows than processes");
    Slabs slabs(in, run, team.rank(), team.device());
    const Slab& slab = *slabs.begin();
    const std::size_t bytes = slab.edge_bytes(), depth = slab.depth, last = slab.rows - depth;
    const int above = (team.rank() + in.gpus - 1) % in.gpus, below = (team.rank() + 1) % in.gpus;
    const ncclComm_t nccl = team.nccl();
    const Stream edges(true), inside;
    const Event edges_played, inside_played;

    const auto play_slab = [&](int s) {
        CUDA_CHECK(cudaStreamWaitEvent(inside, edges_played));
        CUDA_CHECK(cudaStreamWaitEvent(edges, inside_played));
        slabs.play(slab, s, 0, depth, edges);
        slabs.play(slab, s, last, depth, edges);
        CUDA_CHECK(cudaEventRecord(edges_played, edges));
        slabs.play(slab, s, depth, last > depth ? last - depth : 0, inside);
        CUDA_CHECK(cudaEventRecord(inside_played, inside));
    };
    const auto exchange = [&](int s) {
        const auto watch = team.watch_exchange();
        NCCL_CHECK(ncclGroupStart());
        NCCL_CHECK(ncclSend(slab.top(s + 1), bytes, ncclChar, above, nccl, edges));
        NCCL_CHECK(ncclSend(slab.bottom(s + 1), bytes, ncclChar, below, nccl, edges));
        NCCL_CHECK(ncclRecv(slab.halo_below(s + 1), bytes, ncclChar, below, nccl, edges));
        NCCL_CHECK(ncclRecv(slab.halo_above(s + 1), bytes, ncclChar, above, nccl, edges));
        NCCL_CHECK(ncclGroupEnd());
    };
    const auto play = [&](Parts parts) {
        for (int s = 0; s < slabs.steps(); ++s) {
            if (parts.work)
                play_slab(s);
            if (parts.exchange)
                exchange(s);
        }
    };
    run.kernel(slabs.launch(), [&] { play({}); });
    PackedBoard board = slabs.download(run);
    team.gather(board.words, [&](int rank) { return slabs.first_row(rank) * slab.words; });
    slabs.measure(run, play);
    return board;
}

}  // namespace

LADDER_VERSION(Halo, 6, "a process per GPU", life);

// allpairs_v4: a process per GPU          ./allpairs_v4
//
// Limited in v3: one process has all GPUs, so they must be in one host.
// Idea: `mpirun -n 2 ./allpairs_v4` starts a process for each GPU, which has one share and runs the same program. MPI tells
// a process its number and brings the result together; NCCL's collectives are v3's.
// Limit: the arithmetic, as in v3.
#include "multi_gpu/mpi_team.cuh"
#include "shares.cuh"

namespace {

AllPairs::Output simulate(const AllPairs::Input& in, Run& run)
{
    run.require_block(kBlockSize);
    MpiTeam& team = MpiTeam::join(in.gpus);
    team.require_same(in.description);
    run.spread_over(team);
    Shares shares(in, {team.rank()}, {team.device()}, run);
    const Gpu& gpu = shares[0];
    const ncclComm_t nccl = team.nccl();
    const Stream stream;

    const auto for_each_share = [&](const auto& collective) {
        const auto watch = team.watch_exchange();
        NCCL_CHECK(ncclGroupStart());
        for (int root = 0; root < in.gpus; ++root)
            if (shares.share(root).chunks > 0)
                collective(shares.share(root), root);
        NCCL_CHECK(ncclGroupEnd());
    };
    const auto reduce_pulls = [&](Share share, int root) {
        float* const pulls = gpu.pulls(share).x;
        NCCL_CHECK(ncclReduce(pulls, pulls, 3 * share.capacity(), ncclFloat, ncclSum, root, nccl, stream));
    };
    const auto steps = [&](Parts parts) {
        for (int s = 0; s < in.steps; ++s) {
            shares.clear_pulls(gpu, stream);
            for (int other = 0; other < in.gpus && parts.work; ++other)
                shares.pull_between(gpu, s, shares.share(other), stream);
            if (parts.exchange)
                for_each_share(reduce_pulls);
            shares.move_share(gpu, s, stream);
            if (parts.exchange)
                for_each_share([&](Share share, int root) {
                    float4* const places = gpu.places(s + 1) + share.first();
                    NCCL_CHECK(ncclBroadcast(places, places, shares.bodies(share) * 4, ncclFloat, root, nccl,
                                             stream));
                });
        }
    };
    run.kernel(shares.launch(), [&] { steps({}); });
    run.longest_chain(shares.longest_chain());
    AllPairs::Output out = shares.download(run);
    for (Bodies* bodies : {&out.before, &out.after})
        for (auto* column : {&bodies->x, &bodies->y, &bodies->z, &bodies->vx, &bodies->vy, &bodies->vz})
            team.gather(*column, [&](int rank) { return shares.first_body(rank); });
    shares.measure(run, steps);
    return out;
}

}  // namespace

LADDER_VERSION(AllPairs, 4, "a process per GPU", simulate);

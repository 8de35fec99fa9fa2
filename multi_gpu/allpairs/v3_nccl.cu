// allpairs_v3: NCCL          ./allpairs_v3 --gpus 2
//
// Limited in v2: its order between GPUs is a dozen events of ours, and it needs all GPUs in one process.
// Idea: the two exchanges are two of NCCL's collectives: the parts of the pulls at each share are reduced to its GPU, and the
// new places of each share are broadcast. The collectives of all shares stand in one group.
// Limit: the arithmetic, though the exchange is not hidden: it takes microseconds, the pulls milliseconds.
#include "multi_gpu/nccl.cuh"
#include "shares.cuh"

namespace {

AllPairs::Output simulate(const AllPairs::Input& in, Run& run)
{
    run.require_block(kBlockSize);
    const Communicators ranks(in.gpus);
    Shares shares(in, run);
    std::vector<Stream> streams;
    for (const Gpu& gpu : shares) {
        const OnDevice on(gpu.device);
        streams.emplace_back();
    }

    const auto reduce_pulls = [&](const Gpu& gpu, int root) {
        float* const pulls = gpu.pulls(shares.share(root)).x;
        NCCL_CHECK(ncclReduce(pulls, pulls, 3 * shares.share(root).capacity(), ncclFloat, ncclSum, root,
                              ranks[gpu.device], streams[gpu.device]));
    };
    const auto broadcast_places = [&](const Gpu& gpu, int root, int step) {
        const Share share = shares.share(root);
        float4* const places = gpu.places(step) + share.first();
        NCCL_CHECK(ncclBroadcast(places, places, shares.bodies(share) * 4, ncclFloat, root, ranks[gpu.device],
                                 streams[gpu.device]));
    };
    const auto for_each_share = [&](const auto& collective) {
        NCCL_CHECK(ncclGroupStart());
        for (const Gpu& gpu : shares)
            for (int root = 0; root < in.gpus; ++root)
                if (shares.share(root).chunks > 0)
                    collective(gpu, root);
        NCCL_CHECK(ncclGroupEnd());
    };
    const auto steps = [&](Parts parts) {
        for (int s = 0; s < in.steps; ++s) {
            for (const Gpu& gpu : shares) {
                CUDA_CHECK(cudaSetDevice(gpu.device));
                shares.clear_pulls(gpu, streams[gpu.device]);
                for (int other = 0; other < in.gpus && parts.work; ++other)
                    shares.pull_between(gpu, s, shares.share(other), streams[gpu.device]);
            }
            if (parts.exchange)
                for_each_share(reduce_pulls);
            for (const Gpu& gpu : shares) {
                CUDA_CHECK(cudaSetDevice(gpu.device));
                shares.move_share(gpu, s, streams[gpu.device]);
            }
            if (parts.exchange)
                for_each_share([&](const Gpu& gpu, int root) { broadcast_places(gpu, root, s + 1); });
        }
    };
    run.kernel(shares.launch(), [&] { steps({}); });
    run.longest_chain(shares.longest_chain());
    const AllPairs::Output out = shares.download(run);
    shares.measure(run, steps);
    return out;
}

}  // namespace

LADDER_VERSION(AllPairs, 3, "NCCL", simulate);

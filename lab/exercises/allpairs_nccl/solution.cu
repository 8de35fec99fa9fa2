// allpairs_nccl: find what is wrong with these collectives          scripts/lab check allpairs_nccl
//
// The bodies are split over the GPUs. In each step every GPU computes its part of the pulls at all bodies. The parts of
// the pulls at a share are added up on the GPU that moves it, and the new places are sent to all others. The program
// hangs, and when it does not hang any more, its result is wrong. Find out why, and repair it.
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

    // GPU `root` gets the sum of all GPUs' pulls at its share.
    const auto reduce_pulls = [&](const Gpu& gpu, int root) {
        float* const pulls = gpu.pulls(shares.share(root)).x;  // y and z lie behind it
        const std::size_t count = 3 * shares.share(root).capacity();
        NCCL_CHECK(ncclReduce(pulls, pulls, count, ncclFloat, ncclSum, root, ranks[gpu.device],
                              streams[gpu.device]));
    };
    // All GPUs get the places that GPU `root` has computed.
    const auto broadcast_places = [&](const Gpu& gpu, int root, int step) {
        const Share share = shares.share(root);
        float4* const places = gpu.places(step) + share.first();
        const std::size_t count = shares.bodies(share) * 4;
        NCCL_CHECK(
            ncclBroadcast(places, places, count, ncclFloat, root, ranks[gpu.device], streams[gpu.device]));
    };
    // Calls collective(gpu, root) on each GPU, for each GPU whose share has any bodies.
    const auto for_each_share = [&](const auto& collective) {
        NCCL_CHECK(ncclGroupStart());
        for (const Gpu& gpu : shares)
            for (int root = 0; root < in.gpus; ++root)
                if (shares.share(root).chunks > 0)
                    collective(gpu, root);
        NCCL_CHECK(ncclGroupEnd());
    };

    run.kernel(shares.launch(), [&] {
        for (int s = 0; s < in.steps; ++s) {
            for (const Gpu& gpu : shares) {
                CUDA_CHECK(cudaSetDevice(gpu.device));
                shares.clear_pulls(gpu, streams[gpu.device]);
                for (int other = 0; other < in.gpus; ++other)
                    shares.pull_between(gpu, s, shares.share(other), streams[gpu.device]);
            }
            for_each_share(reduce_pulls);
            for (const Gpu& gpu : shares) {
                CUDA_CHECK(cudaSetDevice(gpu.device));
                shares.move_share(gpu, s, streams[gpu.device]);
            }
            for_each_share([&](const Gpu& gpu, int root) { broadcast_places(gpu, root, s + 1); });
        }
    });
    run.longest_chain(shares.longest_chain());
    return shares.download(run);
}

}  // namespace

LADDER_VERSION(AllPairs, 3, "NCCL", simulate);

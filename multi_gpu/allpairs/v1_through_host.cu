// allpairs_v1: through the host          ./allpairs_v1 --gpus 2
//
// Idea: each GPU pairs its share of the bodies with all that are at most half a circle ahead, as nbody_v9 does, and knows
// all places. The host adds up the GPUs' parts of the pulls, and copies the new places of each share to all GPUs.
// Still slow: all bodies cross the host's bus in each step, and no GPU works meanwhile.
#include "shares.cuh"

namespace {

AllPairs::Output simulate(const AllPairs::Input& in, Run& run)
{
    run.require_block(kBlockSize);
    Shares shares(in, run);
    const std::size_t numbers = 3 * std::size_t(shares.chunks()) * kChunk;
    const Share all{0, shares.chunks()};
    std::vector<float> h_part(numbers), h_pulls(numbers);
    std::vector<float4> h_places(in.size());

    const auto add_up_pulls = [&] {
        for (const Gpu& gpu : shares) {
            CUDA_CHECK(cudaSetDevice(gpu.device));
            std::vector<float>& h_to = gpu.device == 0 ? h_pulls : h_part;
            CUDA_CHECK(cudaMemcpy(h_to.data(), gpu.pulls(all).x, gpu.pull_bytes(), cudaMemcpyDeviceToHost));
            for (std::size_t i = 0; gpu.device > 0 && i < numbers; ++i)
                h_pulls[i] += h_part[i];
        }
        for (const Gpu& gpu : shares) {
            CUDA_CHECK(cudaSetDevice(gpu.device));
            CUDA_CHECK(cudaMemcpy(gpu.pulls(gpu.share).x, &h_pulls[3 * std::size_t(gpu.share.first())],
                                  3 * gpu.share.capacity() * sizeof(float), cudaMemcpyHostToDevice));
        }
    };
    const auto copy_places = [&](int step) {
        for (const Gpu& gpu : shares) {
            CUDA_CHECK(cudaSetDevice(gpu.device));
            const std::size_t first = gpu.share.first(), bytes = shares.bodies(gpu.share) * sizeof(float4);
            CUDA_CHECK(
                cudaMemcpy(h_places.data() + first, gpu.places(step) + first, bytes, cudaMemcpyDeviceToHost));
        }
        for (const Gpu& gpu : shares) {
            CUDA_CHECK(cudaSetDevice(gpu.device));
            CUDA_CHECK(cudaMemcpy(gpu.places(step), h_places.data(), in.size() * sizeof(float4),
                                  cudaMemcpyHostToDevice));
        }
    };
    const auto steps = [&](Parts parts) {
        for (int s = 0; s < in.steps; ++s) {
            for (const Gpu& gpu : shares) {
                CUDA_CHECK(cudaSetDevice(gpu.device));
                shares.clear_pulls(gpu, nullptr);
                for (int other = 0; other < in.gpus && parts.work; ++other)
                    shares.pull_between(gpu, s, shares.share(other), nullptr);
            }
            if (parts.exchange)
                add_up_pulls();
            for (const Gpu& gpu : shares) {
                CUDA_CHECK(cudaSetDevice(gpu.device));
                shares.move_share(gpu, s, nullptr);
            }
            if (parts.exchange)
                copy_places(s + 1);
        }
    };
    run.kernel(shares.launch(), [&] { steps({}); });
    run.longest_chain(shares.longest_chain());
    const AllPairs::Output out = shares.download(run);
    shares.measure(run, steps);
    return out;
}

}  // namespace

LADDER_VERSION(AllPairs, 1, "through the host", simulate);

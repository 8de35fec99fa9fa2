// halo_v1: through the host          ./halo_v1 --gpus 2
//
// Idea: split the rows over the GPUs. Each plays eight generations of its slab in a launch, for which it needs eight rows of
// the slabs above and below: its halo. After each launch the host copies the slabs' edges into their neighbours' halos.
// Still slow: each copy waits for the kernel before it and crosses the host's bus twice, and no GPU works meanwhile.
#include "slabs.cuh"

namespace {

Halo::Output life(const Halo::Input& in, Run& run)
{
    run.require_block(kBlockSize);
    Slabs slabs(in, run);
    const std::size_t bytes = slabs.edge_bytes();
    std::vector<Word> h_edge(bytes / sizeof(Word));

    const auto copy = [&](const Slab& from, const Word* edge, const Slab& to, Word* halo) {
        CUDA_CHECK(cudaSetDevice(from.device));
        CUDA_CHECK(cudaMemcpy(h_edge.data(), edge, bytes, cudaMemcpyDeviceToHost));
        CUDA_CHECK(cudaSetDevice(to.device));
        CUDA_CHECK(cudaMemcpy(halo, h_edge.data(), bytes, cudaMemcpyHostToDevice));
    };
    const auto play = [&](Parts parts) {
        for (int s = 0; s < slabs.steps(); ++s) {
            for (const Slab& slab : slabs) {
                CUDA_CHECK(cudaSetDevice(slab.device));
                if (parts.work)
                    slabs.play(slab, s, nullptr);
            }
            if (!parts.exchange)
                continue;
            for (const Slab& slab : slabs) {
                copy(slab, slab.top(s + 1), *slab.above, slab.above->halo_below(s + 1));
                copy(slab, slab.bottom(s + 1), *slab.below, slab.below->halo_above(s + 1));
            }
        }
    };
    run.kernel(slabs.launch(), [&] { play({}); });
    const PackedBoard board = slabs.download(run);
    slabs.measure(run, play);
    return board;
}

}  // namespace

LADDER_VERSION(Halo, 1, "through the host", life);

// stream_v2: pinned memory          ./stream_v2 --repeat 1000
//
// Slow in v1: the CPU copies pageable memory piece by piece before the GPU's copy engine can fetch it.
// Idea: keep the data in pinned memory from the start. (The program fills it before the clock starts: pinning
// is slow, and pays for memory that is used often.)
// Still slow: the bus idles while the kernel runs, and the multiprocessors idle while the bus is busy.
#include "pipeline.cuh"

namespace {

Streaming::Output stream(const Streaming::Input& in, Run& run)
{
    const std::size_t n = in.src.size(), bytes = n * sizeof(float);
    const int block = run.block_size(kBlockSize);
    const Launch launch(add_repeatedly, ceil_div(n, block), block);

    const PinnedArray h_src(in.src), h_dst(in.dst), h_result(run, n);
    const auto d_src = run.array<float>(n), d_dst = run.array<float>(n);
    run.kernel(launch, [&] {
        CUDA_CHECK(cudaMemcpy(d_src.data(), h_src.data(), bytes, cudaMemcpyHostToDevice));
        CUDA_CHECK(cudaMemcpy(d_dst.data(), h_dst.data(), bytes, cudaMemcpyHostToDevice));
        add_repeatedly<<<launch.grid, launch.block>>>(d_src.data(), d_dst.data(), n, in.repeat);
        CUDA_CHECK(cudaMemcpy(h_result.data(), d_dst.data(), bytes, cudaMemcpyDeviceToHost));
    });
    measure_bound(in, d_src.data(), d_dst.data(), run);
    return h_result.copy();
}

}  // namespace

LADDER_VERSION(Streaming, 2, "pinned memory", stream);

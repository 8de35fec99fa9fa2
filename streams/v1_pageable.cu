// stream_v1: pageable memory          ./stream_v1 --repeat 1000
//
// Idea: the three steps of any first CUDA program: copy to the GPU, run the kernel, copy back.
// Still slow: memory from new or std::vector is pageable: the system may move it. The driver copies it piece
// by piece into a small pinned buffer, from where the GPU fetches it, and that is slower than the bus.
#include "pipeline.cuh"

namespace {

Streaming::Output stream(const Streaming::Input& in, Run& run)
{
    const std::size_t n = in.src.size(), bytes = n * sizeof(float);
    const int block = run.block_size(kBlockSize);
    const Launch launch(add_repeatedly, ceil_div(n, block), block);

    std::vector<float> result(n);
    run.watch_host_output(result.data(), bytes);
    const auto d_src = run.array<float>(n), d_dst = run.array<float>(n);
    run.kernel(launch, [&] {
        CUDA_CHECK(cudaMemcpy(d_src.data(), in.src.data(), bytes, cudaMemcpyHostToDevice));
        CUDA_CHECK(cudaMemcpy(d_dst.data(), in.dst.data(), bytes, cudaMemcpyHostToDevice));
        add_repeatedly<<<launch.grid, launch.block>>>(d_src.data(), d_dst.data(), n, in.repeat);
        CUDA_CHECK(cudaMemcpy(result.data(), d_dst.data(), bytes, cudaMemcpyDeviceToHost));
    });
    measure_bound(in, d_src.data(), d_dst.data(), run);
    return result;
}

}  // namespace

LADDER_VERSION(Streaming, 1, "pageable memory", stream);

// stream_v3: asynchronous, one stream          ./stream_v3 --repeat 1000
//
// Slow in v2: the CPU waits in each cudaMemcpy.
// Idea: cudaMemcpyAsync only queues the copy, as a launch queues a kernel. A stream keeps the order, so no
// further synchronisation is needed, and the CPU is free meanwhile: the program prints how long it queues.
// Still slow for the GPU: in one stream nothing overlaps. v3 takes as long as v2; it gains the CPU's time
// only.
#include "pipeline.cuh"

#include <chrono>

namespace {

Streaming::Output stream(const Streaming::Input& in, Run& run)
{
    const std::size_t n = in.src.size(), bytes = n * sizeof(float);
    const int block = run.block_size(kBlockSize);
    const Launch launch(add_repeatedly, ceil_div(n, block), block);

    const PinnedArray h_src(in.src), h_dst(in.dst), h_result(run, n);
    const auto d_src = run.array<float>(n), d_dst = run.array<float>(n);
    const Stream s;
    std::chrono::duration<double> queueing{};
    run.kernel(launch, [&] {
        const auto start = std::chrono::steady_clock::now();
        CUDA_CHECK(cudaMemcpyAsync(d_src.data(), h_src.data(), bytes, cudaMemcpyHostToDevice, s));
        CUDA_CHECK(cudaMemcpyAsync(d_dst.data(), h_dst.data(), bytes, cudaMemcpyHostToDevice, s));
        add_repeatedly<<<launch.grid, launch.block, 0, s>>>(d_src.data(), d_dst.data(), n, in.repeat);
        CUDA_CHECK(cudaMemcpyAsync(h_result.data(), d_dst.data(), bytes, cudaMemcpyDeviceToHost, s));
        queueing = std::chrono::steady_clock::now() - start;
    });
    measure_bound(in, d_src.data(), d_dst.data(), run);
    if (run.is_timed())
        run.note(format_text("The CPU was busy for %.6f s of that, queueing.", queueing.count()));
    return h_result.copy();
}

}  // namespace

LADDER_VERSION(Streaming, 3, "asynchronous, one stream", stream);

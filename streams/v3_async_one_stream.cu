// stream_v3: asynchronous copies in one stream
//
// Slow in v2: each cudaMemcpy makes the CPU wait.
// Idea: cudaMemcpyAsync only queues the copy, as a launch queues a kernel. What is queued in one stream runs in order,
// so nothing else need be said, and the CPU is free for other work in the meantime: for how long, the program prints.
// Still slow for the GPU: in one stream nothing overlaps.
#include "pipeline.cuh"

#include <chrono>
#include <cstdio>

namespace {

using Clock = std::chrono::steady_clock;

Streaming::Output stream(const Streaming::Input& in, Run& run)
{
    const std::size_t n = in.src.size(), bytes = n * sizeof(float);
    const int block = run.block_size(kBlockSize);
    const Launch launch(add_repeatedly, ceil_div(n, block), block);

    const PinnedArray h_src(in.src), h_dst(in.dst), h_result(n);
    run.watch_host_output(h_result.data(), n * sizeof(float));
    DeviceArray<float> d_src(run, n), d_dst(run, n);
    const Stream s;
    Clock::duration queueing{};
    run.kernel(launch, [&] {
        const auto start = Clock::now();
        CUDA_CHECK(cudaMemcpyAsync(d_src.data(), h_src.data(), bytes, cudaMemcpyHostToDevice, s));
        CUDA_CHECK(cudaMemcpyAsync(d_dst.data(), h_dst.data(), bytes, cudaMemcpyHostToDevice, s));
        add_repeatedly<<<launch.grid, launch.block, 0, s>>>(d_src.data(), d_dst.data(), n, in.repeat);
        CUDA_CHECK(cudaMemcpyAsync(h_result.data(), d_dst.data(), bytes, cudaMemcpyDeviceToHost, s));
        queueing = Clock::now() - start;
    });
    measure_bound(in, d_src, d_dst, run);
    if (run.plan().timed) {
        char text[100];
        std::snprintf(text, sizeof text, "The CPU was busy for %.6f s of that, queueing.",
                      std::chrono::duration<double>(queueing).count());
        run.note(text);
    }
    return std::vector<float>(h_result.data(), h_result.data() + n);
}

}  // namespace

LADDER_VERSION(Streaming, 3, "asynchronous, one stream", stream);

// stream_v1: ordinary memory          ./stream_v1 --repeat 1000
//
// The three steps of any first CUDA program: copy to the GPU, run the kernel, copy back. Host memory from new or
// std::vector is pageable: the system may move it, so each copy goes through a small pinned buffer of the driver's,
// and the CPU copies too.
// Slow: the copies run at a fraction of the bus's rate.
#include "pipeline.cuh"

namespace {

Streaming::Output stream(const Streaming::Input& in, Run& run)
{
    const std::size_t n = in.src.size(), bytes = n * sizeof(float);
    const int block = run.block_size(kBlockSize);
    const Launch launch(add_repeatedly, ceil_div(n, block), block);

    DeviceArray<float> d_src(run, n), d_dst(run, n);
    std::vector<float> result(n);
    run.watch_host_output(result.data(), bytes);
    run.kernel(launch, [&] {
        CUDA_CHECK(cudaMemcpy(d_src.data(), in.src.data(), bytes, cudaMemcpyHostToDevice));
        CUDA_CHECK(cudaMemcpy(d_dst.data(), in.dst.data(), bytes, cudaMemcpyHostToDevice));
        add_repeatedly<<<launch.grid, launch.block>>>(d_src.data(), d_dst.data(), n, in.repeat);
        CUDA_CHECK(cudaMemcpy(result.data(), d_dst.data(), bytes, cudaMemcpyDeviceToHost));
    });
    measure_bound(in, d_src, d_dst, run);
    return result;
}

}  // namespace

LADDER_VERSION(Streaming, 1, "pageable memory", stream);

// stream_order: find what is wrong with these two streams          scripts/lab check stream_order
//
// The data is cut into pieces. One stream uploads them, another one computes and downloads, so that the
// uploads of later pieces overlap with the kernels of earlier ones. On a GPU some results are wrong. Find out
// why, and repair it.
#include "pipeline.cuh"

namespace {

Streaming::Output stream(const Streaming::Input& in, Run& run)
{
    const std::size_t n = in.src.size(), piece = ceil_div(n, in.streams);
    const int block = run.block_size(kBlockSize);
    const Launch launch(add_repeatedly, ceil_div(piece, block), block);

    const PinnedArray h_src(in.src), h_dst(in.dst), h_result(run, n);
    const auto d_src = run.array<float>(n), d_dst = run.array<float>(n);
    const Stream upload, compute;
    cudaEvent_t uploaded{};
    CUDA_CHECK(cudaEventCreateWithFlags(&uploaded, cudaEventDisableTiming));
    run.kernel(launch, [&] {
        for (std::size_t p = 0; p * piece < n; ++p) {
            const std::size_t first = p * piece, count = std::min(piece, n - first),
                              bytes = count * sizeof(float);
            float *src = d_src.data() + first, *dst = d_dst.data() + first;
            CUDA_CHECK(cudaMemcpyAsync(src, h_src.data() + first, bytes, cudaMemcpyHostToDevice, upload));
            CUDA_CHECK(cudaMemcpyAsync(dst, h_dst.data() + first, bytes, cudaMemcpyHostToDevice, upload));
            // An event may be recorded again: a wait is for its last record before.
            CUDA_CHECK(cudaEventRecord(uploaded, upload));
            CUDA_CHECK(cudaStreamWaitEvent(compute, uploaded, 0));
            add_repeatedly<<<ceil_div(count, block), block, 0, compute>>>(src, dst, count, in.repeat);
            CUDA_CHECK(cudaMemcpyAsync(h_result.data() + first, dst, bytes, cudaMemcpyDeviceToHost, compute));
        }
    });
    CUDA_CHECK(cudaEventDestroy(uploaded));
    measure_bound(in, d_src.data(), d_dst.data(), run);
    return h_result.copy();
}

}  // namespace

LADDER_VERSION(Streaming, 4, "a stream for uploads, a stream for kernels", stream);

// stream_v7: pieces that shrink          ./stream_v7
//
// Slow in v6: the last kernel and download overlap with nothing. More pieces are more copies, and
// each takes time to start.
// Idea: pieces that shrink: each is a quarter of what is left, so that the last one is short. The upload of the next
// piece still takes longer than the download of this one, which need not wait.
// Limit: 95 % of the bound on an H200. Uploads and downloads at once slow each other down: the copies alone, without
// a kernel, reach 97 %.
#include "graph.cuh"

namespace {

Streaming::Output stream(const Streaming::Input& in, Run& run)
{
    const std::size_t n = in.src.size(), shortest = ceil_div(n, 4 * in.streams);
    const int block = run.block_size(kBlockSize);
    const Launch launch(add_repeatedly, ceil_div(n / 4 + 1, block), block);

    const PinnedArray h_src(in.src), h_dst(in.dst), h_result(run, n);
    const auto d_src = run.array<float>(n), d_dst = run.array<float>(n);
    const Stream up, compute, down;
    // A wait is for an event's last record, so that one event serves all pieces.
    const Event uploaded, computed, done;
    const cudaGraphExec_t graph = record(up, [&] {
        for (std::size_t first = 0, count; first < n; first += count) {
            const std::size_t left = n - first;
            count = std::min(left, std::max(left / 4 / block * block, shortest));
            const std::size_t bytes = count * sizeof(float);
            float *src = d_src.data() + first, *dst = d_dst.data() + first;
            CUDA_CHECK(cudaMemcpyAsync(src, h_src.data() + first, bytes, cudaMemcpyHostToDevice, up));
            CUDA_CHECK(cudaMemcpyAsync(dst, h_dst.data() + first, bytes, cudaMemcpyHostToDevice, up));
            CUDA_CHECK(cudaEventRecord(uploaded, up));
            CUDA_CHECK(cudaStreamWaitEvent(compute, uploaded, 0));
            add_repeatedly<<<ceil_div(count, block), block, 0, compute>>>(src, dst, count, in.repeat);
            CUDA_CHECK(cudaEventRecord(computed, compute));
            CUDA_CHECK(cudaStreamWaitEvent(down, computed, 0));
            CUDA_CHECK(cudaMemcpyAsync(h_result.data() + first, dst, bytes, cudaMemcpyDeviceToHost, down));
        }
        CUDA_CHECK(cudaEventRecord(done, down));
        CUDA_CHECK(cudaStreamWaitEvent(up, done, 0));
    });

    run.kernel(launch, [&] { CUDA_CHECK(cudaGraphLaunch(graph, nullptr)); });
    measure_bound(in, d_src.data(), d_dst.data(), run);
    CUDA_CHECK(cudaGraphExecDestroy(graph));
    return h_result.copy();
}

}  // namespace

LADDER_VERSION(Streaming, 7, "pieces that shrink", stream);

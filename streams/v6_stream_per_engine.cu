// stream_v6: a stream per engine          ./stream_v6
//
// Slow in v5: nothing orders the pieces; the engines may take them in any order.
// Idea: one stream for all uploads, one for the kernels, one for the downloads. After each upload and each kernel an
// event lets the next step of this piece begin: pieces pass through in order, as in a pipeline.
// Still slow: the last piece's kernel and download overlap with nothing. The order alone gains less than 1 %, but v7
// needs it.
#include "graph.cuh"

namespace {

Streaming::Output stream(const Streaming::Input& in, Run& run)
{
    const std::size_t n = in.src.size(), piece = ceil_div(n, in.streams);
    const int block = run.block_size(kBlockSize);
    const Launch launch(add_repeatedly, ceil_div(piece, block), block);

    const PinnedArray h_src(in.src), h_dst(in.dst), h_result(run, n);
    const auto d_src = run.array<float>(n), d_dst = run.array<float>(n);
    const Stream up, compute, down;
    // A wait is for an event's last record, so that one event serves all pieces.
    const Event uploaded, computed, done;
    const cudaGraphExec_t graph = record(up, [&] {
        for (std::size_t p = 0; p * piece < n; ++p) {
            const std::size_t first = p * piece, count = std::min(piece, n - first),
                              bytes = count * sizeof(float);
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

LADDER_VERSION(Streaming, 6, "a stream per engine", stream);

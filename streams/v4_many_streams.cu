// stream_v4: many streams          ./stream_v4 --streams 4
//
// Slow in v3: upload, kernel and download take turns, since one stream keeps them in order.
// Idea: cut the data in pieces and give each piece a stream of its own. While one piece is uploaded, the kernel works
// on the piece before it, and the piece before that goes back: the GPU has a copy engine for each direction.
// What remains beyond the bound is the first piece's upload, and the last one's kernel and download: more pieces make
// that shorter, until starting them costs more.
#include "pipeline.cuh"

namespace {

Streaming::Output stream(const Streaming::Input& in, Run& run)
{
    const std::size_t n = in.src.size(), piece = ceil_div(n, in.streams);
    const int block = run.block_size(kBlockSize);
    const Launch launch(add_repeatedly, ceil_div(piece, block), block);

    const PinnedArray h_src(in.src), h_dst(in.dst), h_result(n);
    run.watch_host_output(h_result.data(), n * sizeof(float));
    DeviceArray<float> d_src(run, n), d_dst(run, n);
    const std::vector<Stream> streams(in.streams);
    run.kernel(launch, [&] {
        for (int p = 0; p < in.streams; ++p) {
            const std::size_t first = std::min(n, p * piece), count = std::min(piece, n - first);
            const std::size_t bytes = count * sizeof(float);
            const cudaStream_t s = streams[p];
            if (count == 0)
                break;
            CUDA_CHECK(cudaMemcpyAsync(d_src.data() + first, h_src.data() + first, bytes,
                                       cudaMemcpyHostToDevice, s));
            CUDA_CHECK(cudaMemcpyAsync(d_dst.data() + first, h_dst.data() + first, bytes,
                                       cudaMemcpyHostToDevice, s));
            add_repeatedly<<<ceil_div(count, block), block, 0, s>>>(d_src.data() + first,
                                                                    d_dst.data() + first, count, in.repeat);
            CUDA_CHECK(cudaMemcpyAsync(h_result.data() + first, d_dst.data() + first, bytes,
                                       cudaMemcpyDeviceToHost, s));
        }
    });
    measure_bound(in, d_src, d_dst, run);
    return std::vector<float>(h_result.data(), h_result.data() + n);
}

}  // namespace

LADDER_VERSION(Streaming, 4, "a stream per piece", stream);

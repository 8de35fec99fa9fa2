// stream_v4: a stream per piece          ./stream_v4 --streams 4
//
// Slow in v3: one stream keeps upload, kernel and download in order, so they take turns.
// Idea: cut the data into pieces, with a stream each. While one piece is uploaded, the kernel works on the
// piece before it, and the one before that is downloaded: the GPU has a copy engine for each direction.
// Limit: about 91 % of the bound on an H200. Besides the bound, the last kernel and download take time, and uploads
// and downloads slow each other down.
#include "pipeline.cuh"

namespace {

Streaming::Output stream(const Streaming::Input& in, Run& run)
{
    const std::size_t n = in.src.size(), piece = ceil_div(n, in.streams);
    const int block = run.block_size(kBlockSize);
    const Launch launch(add_repeatedly, ceil_div(piece, block), block);

    const PinnedArray h_src(in.src), h_dst(in.dst), h_result(run, n);
    const auto d_src = run.array<float>(n), d_dst = run.array<float>(n);
    const std::vector<Stream> streams(in.streams);
    run.kernel(launch, [&] {
        for (std::size_t p = 0; p * piece < n; ++p) {
            const cudaStream_t s = streams[p];
            const std::size_t first = p * piece, count = std::min(piece, n - first),
                              bytes = count * sizeof(float);
            float *src = d_src.data() + first, *dst = d_dst.data() + first;
            CUDA_CHECK(cudaMemcpyAsync(src, h_src.data() + first, bytes, cudaMemcpyHostToDevice, s));
            CUDA_CHECK(cudaMemcpyAsync(dst, h_dst.data() + first, bytes, cudaMemcpyHostToDevice, s));
            add_repeatedly<<<ceil_div(count, block), block, 0, s>>>(src, dst, count, in.repeat);
            CUDA_CHECK(cudaMemcpyAsync(h_result.data() + first, dst, bytes, cudaMemcpyDeviceToHost, s));
        }
    });
    measure_bound(in, d_src.data(), d_dst.data(), run);
    return h_result.copy();
}

}  // namespace

LADDER_VERSION(Streaming, 4, "a stream per piece", stream);

// stream_pieces: let copies and kernels overlap          scripts/lab check stream_pieces
//
// All calls are asynchronous, but they are in one stream, so each waits for the one before. Cut the data into
// in.streams pieces and give each piece a stream, so that pieces overlap.
#include "pipeline.cuh"

namespace {

Streaming::Output stream(const Streaming::Input& in, Run& run)
{
    const std::size_t n = in.src.size(), bytes = n * sizeof(float);
    const int block = run.block_size(kBlockSize);
    const Launch launch(add_repeatedly, ceil_div(n, block), block);

    const PinnedArray h_src(in.src), h_dst(in.dst), h_result(run, n);
    const auto d_src = run.array<float>(n), d_dst = run.array<float>(n);
    // TODO: in.streams streams, std::vector<Stream> streams(in.streams), and as many pieces. The last piece
    // may be shorter, and there may be fewer pieces than streams.
    const Stream s;
    run.kernel(launch, [&] {
        CUDA_CHECK(cudaMemcpyAsync(d_src.data(), h_src.data(), bytes, cudaMemcpyHostToDevice, s));
        CUDA_CHECK(cudaMemcpyAsync(d_dst.data(), h_dst.data(), bytes, cudaMemcpyHostToDevice, s));
        add_repeatedly<<<launch.grid, launch.block, 0, s>>>(d_src.data(), d_dst.data(), n, in.repeat);
        CUDA_CHECK(cudaMemcpyAsync(h_result.data(), d_dst.data(), bytes, cudaMemcpyDeviceToHost, s));
    });
    measure_bound(in, d_src.data(), d_dst.data(), run);
    return h_result.copy();
}

}  // namespace

LADDER_VERSION(Streaming, 3, "asynchronous, one stream", stream);

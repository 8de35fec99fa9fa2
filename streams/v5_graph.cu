// stream_v5: a CUDA graph
//
// Slow in v4: each copy and each launch is a call, and the CPU makes them anew every time.
// Idea: record the calls once, as a graph of which must wait for which, and start the whole graph by one call. The
// streams are only there while recording: an event forks them off the first one, and events join them again.
// The gain shows where the pieces are small: try -n 64Ki.
#include "pipeline.cuh"

namespace {

class Event {
public:
    Event() { CUDA_CHECK(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming)); }
    ~Event() { cudaEventDestroy(event_); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    operator cudaEvent_t() const { return event_; }

private:
    cudaEvent_t event_{};
};

// What can be started by cudaGraphLaunch: all that `queue` puts into streams[0], and into the others, which it must
// use only in calls that come back to streams[0] by an event.
template <class F>
cudaGraphExec_t record(cudaStream_t first, F&& queue)
{
    cudaGraph_t graph{};
    cudaGraphExec_t ready{};
    CUDA_CHECK(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    queue();
    CUDA_CHECK(cudaStreamEndCapture(first, &graph));
    CUDA_CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CUDA_CHECK(cudaGraphDestroy(graph));
    return ready;
}

Streaming::Output stream(const Streaming::Input& in, Run& run)
{
    const std::size_t n = in.src.size(), piece = ceil_div(n, in.streams);
    const int block = run.block_size(kBlockSize);
    const Launch launch(add_repeatedly, ceil_div(piece, block), block);

    const PinnedArray h_src(in.src), h_dst(in.dst), h_result(n);
    run.watch_host_output(h_result.data(), n * sizeof(float));
    DeviceArray<float> d_src(run, n), d_dst(run, n);
    const std::vector<Stream> streams(in.streams);
    const std::vector<Event> done(in.streams);
    const Event start;
    const cudaGraphExec_t graph = record(streams[0], [&] {
        CUDA_CHECK(cudaEventRecord(start, streams[0]));
        for (int p = 0; p < in.streams; ++p) {
            const std::size_t first = std::min(n, p * piece), count = std::min(piece, n - first);
            const std::size_t bytes = count * sizeof(float);
            const cudaStream_t s = streams[p];
            if (count == 0)
                break;
            CUDA_CHECK(cudaStreamWaitEvent(s, start, 0));
            CUDA_CHECK(cudaMemcpyAsync(d_src.data() + first, h_src.data() + first, bytes,
                                       cudaMemcpyHostToDevice, s));
            CUDA_CHECK(cudaMemcpyAsync(d_dst.data() + first, h_dst.data() + first, bytes,
                                       cudaMemcpyHostToDevice, s));
            add_repeatedly<<<ceil_div(count, block), block, 0, s>>>(d_src.data() + first,
                                                                    d_dst.data() + first, count, in.repeat);
            CUDA_CHECK(cudaMemcpyAsync(h_result.data() + first, d_dst.data() + first, bytes,
                                       cudaMemcpyDeviceToHost, s));
            CUDA_CHECK(cudaEventRecord(done[p], s));
            CUDA_CHECK(cudaStreamWaitEvent(streams[0], done[p], 0));
        }
    });

    run.kernel(launch, [&] { CUDA_CHECK(cudaGraphLaunch(graph, nullptr)); });
    measure_bound(in, d_src, d_dst, run);
    CUDA_CHECK(cudaGraphExecDestroy(graph));
    return std::vector<float>(h_result.data(), h_result.data() + n);
}

}  // namespace

LADDER_VERSION(Streaming, 5, "one graph of all", stream);

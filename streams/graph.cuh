// What v5 to v7 share: events, which order streams, and the recording of a graph.
#pragma once

#include "pipeline.cuh"

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

// A graph of all that `queue` puts into the stream `first`, and into other streams between an event that
// forks them off `first` and one that joins them to it again. cudaGraphLaunch() starts it.
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

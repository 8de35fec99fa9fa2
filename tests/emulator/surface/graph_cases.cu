// Stream capture and graphs.
#include "cases.h"
#include "check.h"

#include <vector>

namespace {

__global__ void add_number(int* v, int n, int what)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] += what;
}

struct Streams {
    Streams() { cudaStreamCreate(&a), cudaStreamCreate(&b), cudaEventCreate(&fork), cudaEventCreate(&join); }
    ~Streams() { cudaStreamDestroy(a), cudaStreamDestroy(b), cudaEventDestroy(fork), cudaEventDestroy(join); }
    cudaStream_t a, b;
    cudaEvent_t fork, join;
};

SURFACE_CASE(a_graph_does_what_was_captured_each_time_that_it_is_launched)
{
    constexpr int kN = 100, kBytes = kN * sizeof(int);
    Streams s;
    int *host, *device;
    cudaMallocHost(&host, kBytes);
    cudaMalloc(&device, kBytes);
    cudaMemset(device, 0, kBytes);
    for (int i = 0; i < kN; ++i)
        host[i] = i;

    cudaGraph_t graph;
    cudaGraphExec_t ready;
    CHECK_HOST(cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal) == cudaSuccess);
    cudaStreamCaptureStatus status;
    CHECK_HOST(cudaStreamIsCapturing(s.a, &status) == cudaSuccess && status == cudaStreamCaptureStatusActive);
    CHECK_HOST(cudaStreamIsCapturing(s.b, &status) == cudaSuccess && status == cudaStreamCaptureStatusNone);
    CHECK_HOST(cudaMemcpyAsync(device, host, kBytes, cudaMemcpyHostToDevice, s.a) == cudaSuccess);
    CHECK_HOST(cudaEventRecord(s.fork, s.a) == cudaSuccess &&
               cudaStreamWaitEvent(s.b, s.fork, 0) == cudaSuccess);
    int what = 5;
    add_number<<<1, 128, 0, s.b>>>(device, kN, what);
    what = 1000;  // too late: arguments are copied at the launch
    CHECK_HOST(cudaEventRecord(s.join, s.b) == cudaSuccess &&
               cudaStreamWaitEvent(s.a, s.join, 0) == cudaSuccess);
    CHECK_HOST(cudaMemcpyAsync(host, device, kBytes, cudaMemcpyDeviceToHost, s.a) == cudaSuccess);
    CHECK_HOST(cudaStreamEndCapture(s.a, &graph) == cudaSuccess);
    CHECK_HOST(host[3] == 3);  // nothing has run yet
    CHECK_HOST(cudaGraphInstantiate(&ready, graph, 0) == cudaSuccess &&
               cudaGraphDestroy(graph) == cudaSuccess);
    for (int launch = 1; launch <= 3; ++launch) {
        CHECK_HOST(cudaGraphLaunch(ready, s.a) == cudaSuccess && cudaStreamSynchronize(s.a) == cudaSuccess);
        CHECK_HOST(host[3] == 3 + 5 * launch && host[kN - 1] == kN - 1 + 5 * launch);
    }
    CHECK_HOST(cudaGraphExecDestroy(ready) == cudaSuccess);
    cudaFree(device);
    cudaFreeHost(host);
    return 0;
}

SURFACE_CASE(what_may_not_be_captured_is_refused)
{
    Streams s;
    int* device;
    cudaMalloc(&device, 4);
    cudaMemset(device, 0, 4);
    cudaGraph_t graph = nullptr;

    CHECK_HOST(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal) ==
               cudaErrorStreamCaptureUnsupported);
    CHECK_HOST(cudaStreamEndCapture(s.a, &graph) == cudaErrorIllegalState);

    // Waiting for what has only been written down.
    cudaStreamBeginCapture(s.a, cudaStreamCaptureModeRelaxed);
    CHECK_HOST(cudaStreamSynchronize(s.a) == cudaErrorStreamCaptureUnsupported);
    CHECK_HOST(cudaStreamEndCapture(s.a, &graph) == cudaErrorStreamCaptureInvalidated && !graph);

    // A stream that joined in and never came back.
    cudaStreamBeginCapture(s.a, cudaStreamCaptureModeRelaxed);
    cudaEventRecord(s.fork, s.a);
    cudaStreamWaitEvent(s.b, s.fork, 0);
    add_number<<<1, 32, 0, s.b>>>(device, 1, 1);
    CHECK_HOST(cudaStreamEndCapture(s.a, &graph) == cudaErrorStreamCaptureUnjoined && !graph);

    // The streams are free again.
    add_number<<<1, 32, 0, s.b>>>(device, 1, 1);
    CHECK_HOST(cudaStreamSynchronize(s.b) == cudaSuccess);
    int value = 0;
    cudaMemcpy(&value, device, 4, cudaMemcpyDeviceToHost);
    CHECK_HOST(value == 1);
    cudaGetLastError();
    cudaFree(device);
    return 0;
}

SURFACE_CASE(a_captured_stream_waits_for_no_event_from_outside_of_its_capture)
{
    Streams s;
    cudaGraph_t graph = nullptr;

    // What runs now is no part of the graph.
    cudaStreamBeginCapture(s.a, cudaStreamCaptureModeRelaxed);
    CHECK_HOST(cudaEventRecord(s.join, s.b) == cudaSuccess);
    CHECK_HOST(cudaStreamWaitEvent(s.a, s.join, 0) == cudaErrorStreamCaptureIsolation);
    CHECK_HOST(cudaStreamEndCapture(s.a, &graph) == cudaErrorStreamCaptureInvalidated && !graph);

    // Nor is another graph.
    cudaStreamBeginCapture(s.a, cudaStreamCaptureModeRelaxed);
    cudaStreamBeginCapture(s.b, cudaStreamCaptureModeRelaxed);
    cudaEventRecord(s.fork, s.a);
    CHECK_HOST(cudaStreamWaitEvent(s.b, s.fork, 0) == cudaErrorStreamCaptureMerge);
    CHECK_HOST(cudaStreamEndCapture(s.b, &graph) == cudaErrorStreamCaptureInvalidated && !graph);
    cudaStreamEndCapture(s.a, &graph);
    cudaGetLastError();
    return 0;
}

SURFACE_CASE(an_event_that_was_never_recorded_is_nothing_to_wait_for)
{
    Streams s;
    cudaGraph_t graph = nullptr;
    cudaStreamBeginCapture(s.a, cudaStreamCaptureModeRelaxed);
    CHECK_HOST(cudaStreamWaitEvent(s.a, s.join, 0) == cudaSuccess);
    CHECK_HOST(cudaStreamEndCapture(s.a, &graph) == cudaSuccess && graph);
    CHECK_HOST(cudaGraphDestroy(graph) == cudaSuccess);
    return 0;
}

void CUDART_CB count_call(void* calls)
{
    ++*static_cast<int*>(calls);
}

SURFACE_CASE(a_graph_calls_the_host)
{
    Streams s;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t ready = nullptr;
    int calls = 0;
    cudaStreamBeginCapture(s.a, cudaStreamCaptureModeRelaxed);
    CHECK_HOST(cudaLaunchHostFunc(s.a, count_call, &calls) == cudaSuccess);
    CHECK_HOST(cudaStreamEndCapture(s.a, &graph) == cudaSuccess);
    CHECK_HOST(cudaGraphInstantiateWithFlags(&ready, graph, 0) == cudaSuccess);
    CHECK_HOST(cudaGraphLaunch(ready, s.a) == cudaSuccess && cudaGraphLaunch(ready, s.a) == cudaSuccess);
    CHECK_HOST(cudaStreamSynchronize(s.a) == cudaSuccess && calls == 2);
    CHECK_HOST(cudaGraphExecDestroy(ready) == cudaSuccess && cudaGraphDestroy(graph) == cudaSuccess);
    return 0;
}

}  // namespace

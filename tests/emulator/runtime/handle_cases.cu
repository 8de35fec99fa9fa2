// Streams, events, graphs and pinned memory that are used after their end, and times that nobody measured.
#include "cases.h"

#include <cstdint>

using namespace cases;

namespace {

__global__ void increment(int* data)
{
    atomicAdd(data, 1);
}

cudaStream_t destroyed_stream()
{
    cudaStream_t stream{};
    cudaStreamCreate(&stream);
    cudaStreamDestroy(stream);  // here: destroyed_stream
    return stream;
}

// Two events around a kernel.
struct Timed {
    cudaEvent_t start{}, end{};
    float ms = -1;

    explicit Timed(bool record_end = true, unsigned flags = cudaEventDefault)
    {
        cudaEventCreateWithFlags(&start, flags);
        cudaEventCreateWithFlags(&end, flags);
        cudaEventRecord(start);
        increment<<<1, 1>>>(zeroes<int>(1));
        if (record_end)
            cudaEventRecord(end);
    }
    ~Timed()
    {
        cudaEventDestroy(start);
        cudaEventDestroy(end);
    }
};

}  // namespace

CASE(kernel_in_a_destroyed_stream)
{
    increment<<<1, 1, 0, destroyed_stream()>>>(zeroes<int>(1));  // here: kernel_in_a_destroyed_stream
}
CASE(copy_in_a_destroyed_stream)
{
    int host = 0;
    int* const d = zeroes<int>(1);
    const cudaStream_t stream = destroyed_stream();
    cudaMemcpyAsync(&host, d, sizeof host, cudaMemcpyDeviceToHost,
                    stream);  // here: copy_in_a_destroyed_stream
    cudaGetLastError();
}
CASE(a_stream_is_destroyed_twice)
{
    cudaStreamDestroy(destroyed_stream());  // here: a_stream_is_destroyed_twice
}
CASE(a_stream_that_nobody_created)
{
    const auto stream = reinterpret_cast<cudaStream_t>(std::uintptr_t(0x1234));
    cudaStreamSynchronize(stream);  // here: a_stream_that_nobody_created
}
CASE(an_event_after_its_end)
{
    cudaEvent_t event{};
    cudaEventCreate(&event);
    cudaEventDestroy(event);
    cudaEventRecord(event);  // here: an_event_after_its_end
}
CASE(a_graph_after_its_end)
{
    cudaStream_t stream{};
    cudaGraph_t graph{};
    cudaGraphExec_t ready{};
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&ready, graph, 0);
    cudaGraphDestroy(graph);
    cudaGraphLaunch(ready, stream);
    cudaGraphExecDestroy(ready);
    cudaGraphLaunch(ready, stream);  // here: a_graph_after_its_end
    cudaStreamDestroy(stream);
}
CASE(many_streams_and_events_one_after_the_other)
{
    int* const d = zeroes<int>(1);
    for (int i = 0; i < 3000; ++i) {
        cudaStream_t stream{};
        cudaEvent_t event{};
        cudaStreamCreate(&stream);
        cudaEventCreate(&event);
        if (i % 1000 == 0)
            increment<<<1, 1, 0, stream>>>(d);
        cudaEventRecord(event, stream);
        cudaStreamDestroy(stream);
        cudaEventSynchronize(event);
        cudaEventDestroy(event);
    }
    keep(d, 1);
}
CASE(time_until_an_event_that_was_not_recorded)
{
    Timed timed(false);
    cudaDeviceSynchronize();
    cudaEventElapsedTime(&timed.ms, timed.start,
                         timed.end);  // here: time_until_an_event_that_was_not_recorded
}
CASE(time_that_the_host_did_not_wait_for)
{
    Timed timed;
    cudaEventElapsedTime(&timed.ms, timed.start, timed.end);  // here: time_that_the_host_did_not_wait_for
}
CASE(time_that_is_negative)
{
    Timed timed;
    cudaDeviceSynchronize();
    cudaEventElapsedTime(&timed.ms, timed.end, timed.start);  // here: time_that_is_negative
}
CASE(time_of_events_without_one)
{
    Timed timed(true, cudaEventDisableTiming);
    cudaDeviceSynchronize();
    cudaEventElapsedTime(&timed.ms, timed.start, timed.end);  // here: time_of_events_without_one
}
CASE(times_of_right_programs)
{
    const auto ask = [](Timed& timed) { cudaEventElapsedTime(&timed.ms, timed.start, timed.end); };
    Timed a, b, c, d;
    cudaEventSynchronize(a.end);
    ask(a);
    int host = 0;
    cudaMemcpy(&host, zeroes<int>(1), sizeof host, cudaMemcpyDeviceToHost);
    ask(b);
    cudaStreamSynchronize(nullptr);
    ask(c);
    while (cudaEventQuery(d.end) != cudaSuccess) {
    }
    ask(d);
    results().push_back(a.ms >= 0 && b.ms >= 0 && c.ms >= 0 && d.ms >= 0);
}
CASE(memory_is_freed_beside_the_kernel_that_uses_it)
{
    cudaStream_t a{}, b{};
    int* d = nullptr;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaMallocAsync(&d, sizeof *d, a);
    cudaMemsetAsync(d, 0, sizeof *d, a);
    increment<<<1, 1, 0, a>>>(d);
    cudaFreeAsync(d, b);  // here: memory_is_freed_beside_the_kernel_that_uses_it
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
}
CASE(memory_is_freed_behind_the_kernel_that_uses_it)
{
    cudaStream_t a{}, b{};
    cudaEvent_t done{};
    int *d = nullptr, *e = nullptr;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEventCreate(&done);
    for (int** each : {&d, &e}) {
        cudaMallocAsync(each, sizeof **each, a);
        cudaMemsetAsync(*each, 0, sizeof **each, a);
        increment<<<1, 1, 0, a>>>(*each);
    }
    cudaFreeAsync(d, a);
    cudaEventRecord(done, a);
    cudaStreamWaitEvent(b, done, 0);
    cudaFreeAsync(e, b);
    cudaEventDestroy(done);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
}
CASE(pinned_memory_is_made_again_and_again)
{
    long sum = 0;
    for (int i = 0; i < 100; ++i) {
        int* pinned = nullptr;
        cudaMallocHost(&pinned, 5000 * sizeof(int));
        for (int k = 0; k < 5000; ++k)
            pinned[k] = i;
        sum += pinned[4999];
        cudaFreeHost(pinned);
    }
    results().push_back(sum);
}

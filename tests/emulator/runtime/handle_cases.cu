// Streams, events, graphs and pinned memory that are used after their end, and times that nobody measured.
#include "cases.h"

#include <array>
#include <cstdint>
#include <thread>

using namespace cases;

namespace handles {
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

__global__ void reverse(int* data)
{
    __shared__ int staged[64];
    staged[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = staged[63 - threadIdx.x];
}

// Upload, kernels, download, in a stream of its own. Whether the result is right.
bool work_of_a_thread(int first)
{
    constexpr int kTimes = 21;
    cudaStream_t stream{};
    int *pinned = nullptr, *device = nullptr;
    cudaStreamCreate(&stream);
    cudaMallocHost(&pinned, 64 * sizeof(int));
    cudaMalloc(&device, 64 * sizeof(int));
    for (int i = 0; i < 64; ++i)
        pinned[i] = first + i;
    cudaMemcpyAsync(device, pinned, 64 * sizeof(int), cudaMemcpyHostToDevice, stream);
    for (int i = 0; i < kTimes; ++i)
        reverse<<<1, 64, 0, stream>>>(device);
    cudaMemcpyAsync(pinned, device, 64 * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    bool is_right = true;
    for (int i = 0; i < 64; ++i)
        is_right &= pinned[i] == first + 63 - i;
    cudaFreeHost(pinned);
    cudaFree(device);
    cudaStreamDestroy(stream);
    return is_right;
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
CASE(copy_in_destroyed_stream)
{
    int *const d = zeroes<int>(1), *const e = zeroes<int>(1);
    const cudaStream_t stream = destroyed_stream();
    cudaMemcpyAsync(d, e, 4, cudaMemcpyDefault, stream);  // here: copy_in_destroyed_stream
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
CASE(not_recorded)
{
    Timed timed(false);
    cudaDeviceSynchronize();
    cudaEventElapsedTime(&timed.ms, timed.start, timed.end);  // here: not_recorded
}
CASE(not_waited_for)
{
    Timed timed;
    cudaEventElapsedTime(&timed.ms, timed.start, timed.end);  // here: not_waited_for
}
CASE(negative_time)
{
    Timed timed;
    cudaDeviceSynchronize();
    cudaEventElapsedTime(&timed.ms, timed.end, timed.start);  // here: negative_time
}
CASE(events_without_time)
{
    Timed timed(true, cudaEventDisableTiming);
    cudaDeviceSynchronize();
    cudaEventElapsedTime(&timed.ms, timed.start, timed.end);  // here: events_without_time
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
CASE(threads_of_the_host)
{
    constexpr int kThreads = 8, kTimes = 20;
    std::array<int, kThreads> right{};
    std::array<std::thread, kThreads> threads;
    for (int t = 0; t < kThreads; ++t)
        threads[t] = std::thread([&right, t] {
            for (int i = 0; i < kTimes; ++i)
                right[t] += work_of_a_thread(100 * t + i);
        });
    for (std::thread& thread : threads)
        thread.join();
    for (const int each : right)
        results().push_back(each);
}

}  // namespace handles

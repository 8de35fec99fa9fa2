// Operations of several streams on the same memory: without an order, and with one.
#include "two_streams.cuh"

#include <numeric>
#include <vector>

using namespace cases;

namespace streams {
namespace {

__global__ void set(int* data, int n, int value)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = value;
}

__global__ void count(int* counter)
{
    atomicAdd(counter, 1);
}

__global__ void add_neighbours(const int* in, int* out, int from, int to)
{
    const int i = from + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < to)
        out[i] = in[i] + (i > 0 ? in[i - 1] : 0);
}

long total_of(const int* numbers)
{
    return std::accumulate(numbers, numbers + kCount, 0L);
}

}  // namespace

CASE(kernel_in_another_stream_than_its_copy)
{
    Setup s;
    s.upload(s.a);
    // here: kernel_in_another_stream_than_its_copy
    twice<<<kGrid, kBlock, 0, s.b>>>(s.in, s.out, kCount);
}
CASE(kernel_through_a_pointer_in_another_stream)
{
    Setup s;
    void (*const chosen)(const int*, int*, int) = twice;
    s.upload(s.a);
    // here: kernel_through_a_pointer_in_another_stream
    chosen<<<kGrid, kBlock, 0, s.b>>>(s.in, s.out, kCount);
}
CASE(kernel_in_the_stream_of_its_copy)
{
    Setup s;
    s.upload(s.a);
    twice<<<kGrid, kBlock, 0, s.a>>>(s.in, s.out, kCount);
    s.download(s.a);
    cudaStreamSynchronize(s.a);
    results().push_back(total_of(s.pinned));
}
CASE(kernel_after_an_event_of_its_copy)
{
    Setup s(cudaStreamNonBlocking);
    s.upload(s.a);
    cudaEventRecord(s.event, s.a);
    cudaStreamWaitEvent(s.b, s.event);
    twice<<<kGrid, kBlock, 0, s.b>>>(s.in, s.out, kCount);
    s.download(s.b);
    cudaEventRecord(s.event, s.b);
    cudaEventSynchronize(s.event);
    results().push_back(total_of(s.pinned));
}
CASE(kernel_after_an_earlier_event)
{
    Setup s(cudaStreamNonBlocking);
    cudaEventRecord(s.event, s.a);
    s.upload(s.a);
    cudaStreamWaitEvent(s.b, s.event);
    // here: kernel_after_an_earlier_event
    twice<<<kGrid, kBlock, 0, s.b>>>(s.in, s.out, kCount);
}
CASE(kernel_after_the_host_has_waited)
{
    Setup s(cudaStreamNonBlocking);
    s.upload(s.a);
    cudaStreamSynchronize(s.a);
    twice<<<kGrid, kBlock, 0, s.b>>>(s.in, s.out, kCount);
}
CASE(pageable_copy_in_another_stream)
{
    Setup s;
    std::vector<int> host(kCount);
    cudaMemcpyAsync(s.in, host.data(), Setup::bytes(), cudaMemcpyHostToDevice, s.a);
    // here: pageable_copy_in_another_stream
    twice<<<kGrid, kBlock, 0, s.b>>>(s.in, s.out, kCount);
}
CASE(synchronous_copy_before_another_stream)
{
    Setup s(cudaStreamNonBlocking);
    std::vector<int> host(kCount);
    cudaMemcpy(s.in, host.data(), Setup::bytes(), cudaMemcpyHostToDevice);
    twice<<<kGrid, kBlock, 0, s.b>>>(s.in, s.out, kCount);
}
CASE(fill_in_the_default_stream_before_a_non_blocking_one)
{
    Setup s(cudaStreamNonBlocking);
    cudaMemset(s.in, 0, Setup::bytes());
    // here: fill_in_the_default_stream_before_a_non_blocking_one
    increment<<<kGrid, kBlock, 0, s.b>>>(s.in, kCount);
}
CASE(fill_in_the_default_stream_before_a_blocking_one)
{
    Setup s;
    cudaMemset(s.in, 0, Setup::bytes());
    increment<<<kGrid, kBlock, 0, s.b>>>(s.in, kCount);
}
CASE(copy_back_in_another_stream)
{
    Setup s;
    increment<<<kGrid, kBlock, 0, s.a>>>(s.out, kCount);
    // here: copy_back_in_another_stream
    cudaMemcpyAsync(s.pinned, s.out, Setup::bytes(), cudaMemcpyDeviceToHost, s.b);
}
CASE(kernel_changes_what_another_stream_copies)
{
    Setup s;
    s.download(s.a);
    // here: kernel_changes_what_another_stream_copies
    increment<<<kGrid, kBlock, 0, s.b>>>(s.out, kCount);
}
CASE(kernel_reads_what_another_stream_copies)
{
    Setup s;
    s.download(s.a);
    twice<<<kGrid, kBlock, 0, s.b>>>(s.out, s.in, kCount);
}
CASE(two_kernels_store_different_values)
{
    Setup s;
    set<<<kGrid, kBlock, 0, s.a>>>(s.out, kCount, 1);
    // here: two_kernels_store_different_values
    set<<<kGrid, kBlock, 0, s.b>>>(s.out, kCount, 2);
}
CASE(two_kernels_store_the_same_value)
{
    Setup s;
    set<<<kGrid, kBlock, 0, s.a>>>(s.out, kCount, 1);
    set<<<kGrid, kBlock, 0, s.b>>>(s.out, kCount, 1);
}
CASE(two_kernels_count_by_atomics)
{
    Setup s(cudaStreamNonBlocking);
    count<<<2, 64, 0, s.a>>>(s.out);
    count<<<2, 64, 0, s.b>>>(s.out);
}
CASE(streams_with_a_piece_each)
{
    Setup s(cudaStreamNonBlocking);
    const int half = kCount / 2;
    for (const int first : {0, half}) {
        const cudaStream_t stream = first ? s.b : s.a;
        cudaMemcpyAsync(s.in + first, s.pinned + first, half * sizeof(int), cudaMemcpyHostToDevice, stream);
        twice<<<half / kBlock, kBlock, 0, stream>>>(s.in + first, s.out + first, half);
        cudaMemcpyAsync(s.pinned + first, s.out + first, half * sizeof(int), cudaMemcpyDeviceToHost, stream);
    }
    cudaDeviceSynchronize();
    results().push_back(total_of(s.pinned));
}
CASE(streams_with_a_piece_each_and_a_halo)
{
    Setup s(cudaStreamNonBlocking);
    const int half = kCount / 2;
    for (const int first : {0, half}) {
        const cudaStream_t stream = first ? s.b : s.a;
        cudaMemcpyAsync(s.in + first, s.pinned + first, half * sizeof(int), cudaMemcpyHostToDevice, stream);
        // here: streams_with_a_piece_each_and_a_halo
        add_neighbours<<<half / kBlock, kBlock, 0, stream>>>(s.in, s.out, first, first + half);
    }
}
CASE(bytes_of_one_word_in_two_streams)
{
    Setup s;
    cudaMemsetAsync(s.in, 1, 6, s.a);
    cudaMemsetAsync(reinterpret_cast<char*>(s.in) + 6, 2, 6, s.b);
}
CASE(graph_of_two_streams)
{
    Setup s;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal);
    s.upload(s.a);
    cudaEventRecord(s.event, s.a);
    cudaStreamWaitEvent(s.b, s.event);
    twice<<<kGrid, kBlock, 0, s.b>>>(s.in, s.out, kCount);
    cudaEventRecord(s.event, s.b);
    cudaStreamWaitEvent(s.a, s.event);
    s.download(s.a);
    cudaStreamEndCapture(s.a, &graph);
    cudaGraphInstantiate(&ready, graph);
    for (int launch = 0; launch < 2; ++launch)
        cudaGraphLaunch(ready, launch ? s.a : s.b);
    cudaStreamSynchronize(s.a);
    results().push_back(total_of(s.pinned));
    cudaGraphExecDestroy(ready);
    cudaGraphDestroy(graph);
}
CASE(kernel_beside_a_graph)
{
    Setup s;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal);
    s.upload(s.a);
    cudaStreamEndCapture(s.a, &graph);
    cudaGraphInstantiate(&ready, graph);
    cudaGraphLaunch(ready, s.a);
    // here: kernel_beside_a_graph
    twice<<<kGrid, kBlock, 0, s.b>>>(s.in, s.out, kCount);
    cudaGraphExecDestroy(ready);
    cudaGraphDestroy(graph);
}
CASE(a_new_stream_after_a_destroyed_one)
{
    Setup s;
    s.upload(s.a);
    cudaStreamSynchronize(s.a);
    for (int i = 0; i < 3; ++i) {
        cudaStream_t stream;
        cudaStreamCreate(&stream);
        increment<<<kGrid, kBlock, 0, stream>>>(s.in, kCount);
        cudaStreamSynchronize(stream);
        cudaStreamDestroy(stream);
    }
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    increment<<<kGrid, kBlock, 0, stream>>>(s.in, kCount);
    // here: a_new_stream_after_a_destroyed_one
    twice<<<kGrid, kBlock, 0, s.b>>>(s.in, s.out, kCount);
    cudaStreamDestroy(stream);
}

}  // namespace streams

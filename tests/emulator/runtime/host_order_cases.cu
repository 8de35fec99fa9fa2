// The host and operations of a stream on the same memory: without an order, and with one.
#include "two_streams.cuh"

#include <atomic>
#include <cstring>
#include <vector>

using namespace cases;

namespace streams {
namespace {

__global__ void raise(volatile int* flag, int* data)
{
    *data = 7;
    __threadfence_system();
    *flag = 1;
}

__global__ void raise_plainly(int* flag, int* data)
{
    *data = 7;
    *flag = 1;
}

long sum_of(const int* numbers)
{
    long sum = 0;
    for (int i = 0; i < kCount; ++i)
        sum += numbers[i];  // here: sum_of
    return sum;
}

}  // namespace

CASE(host_reads_pinned_memory_too_early)
{
    Setup s;
    s.download(s.a);
    results().push_back(sum_of(s.pinned));
}
CASE(a_vector_copies_pinned_memory_too_early)
{
    Setup s;
    s.download(s.a);
    // here: a_vector_copies_pinned_memory_too_early
    const std::vector<int> copy(s.pinned, s.pinned + kCount);
    results().push_back(copy[7]);
}
CASE(a_vector_copies_pinned_memory)
{
    Setup s;
    s.download(s.a);
    cudaStreamSynchronize(s.a);
    const std::vector<int> copy(s.pinned, s.pinned + kCount);
    s.upload(s.b);
    const std::vector<int> again(s.pinned, s.pinned + kCount);
    results() = {copy[7], again[7]};
}
CASE(a_fill_of_pinned_memory_in_flight)
{
    Setup s;
    s.upload(s.a);
    // here: a_fill_of_pinned_memory_in_flight
    std::memset(s.pinned, 0, Setup::bytes());
}
CASE(library_code_touches_another_page)
{
    Setup s;
    int* big = nullptr;
    constexpr std::size_t kBig = 4 * kCount;
    cudaMallocHost(&big, kBig * sizeof(int));
    std::memset(big, 0, kBig * sizeof(int));
    cudaMemcpyAsync(big + 10, s.out, Setup::bytes(), cudaMemcpyDeviceToHost, s.a);
    std::memset(big, 1, 10 * sizeof(int));
    std::memset(big + 10 + kCount, 1, 2 * Setup::bytes());
    cudaFreeHost(big);
}
CASE(host_reads_filled_managed_memory)
{
    Setup s;
    cudaMemset(s.managed, 0, Setup::bytes());
    results().push_back(sum_of(s.managed));
}
CASE(host_reads_managed_memory_too_early)
{
    Setup s;
    increment<<<kGrid, kBlock>>>(s.managed, kCount);
    results().push_back(sum_of(s.managed));
}
CASE(host_waits_for_another_stream)
{
    Setup s(cudaStreamNonBlocking);
    increment<<<kGrid, kBlock, 0, s.a>>>(s.managed, kCount);
    cudaStreamSynchronize(s.b);
    cudaStreamSynchronize(nullptr);
    results().push_back(sum_of(s.managed));
}
CASE(host_overwrites_what_is_being_copied)
{
    Setup s;
    s.upload(s.a);
    for (int i = 0; i < kCount; ++i)
        s.pinned[i] = 0;  // here: host_overwrites_what_is_being_copied
}
CASE(host_overwrites_what_a_kernel_reads)
{
    Setup s;
    twice<<<kGrid, kBlock>>>(s.managed, s.out, kCount);
    s.managed[5] = 0;  // here: host_overwrites_what_a_kernel_reads
}
CASE(host_reads_what_is_being_copied)
{
    Setup s;
    s.upload(s.a);
    results().push_back(sum_of(s.pinned));
}
CASE(host_touches_another_part)
{
    Setup s;
    cudaMemcpyAsync(s.pinned, s.out, 128 * sizeof(int), cudaMemcpyDeviceToHost, s.a);
    for (int i = 128; i < kCount; ++i)
        s.pinned[i] += 1;
}
CASE(host_has_waited_for_managed_memory)
{
    Setup s;
    increment<<<kGrid, kBlock, 0, s.a>>>(s.managed, kCount);
    cudaDeviceSynchronize();
    const long first = sum_of(s.managed);
    increment<<<kGrid, kBlock>>>(s.managed, kCount);
    cudaMemcpy(s.in, s.out, sizeof(int), cudaMemcpyDeviceToDevice);
    while (cudaStreamQuery(nullptr) == cudaErrorNotReady) {
    }
    results() = {first, sum_of(s.managed)};
}
CASE(host_waits_by_a_synchronous_copy)
{
    Setup s;
    increment<<<kGrid, kBlock>>>(s.managed, kCount);
    int one = 0;
    cudaMemcpy(&one, s.out, sizeof one, cudaMemcpyDeviceToHost);
    results().push_back(sum_of(s.managed));
}
CASE(host_waits_by_a_release)
{
    Setup s(cudaStreamNonBlocking);
    s.download(s.a);
    cudaFree(device_array<int>(1));
    results().push_back(sum_of(s.pinned));
}
CASE(host_function_of_the_stream)
{
    Setup s;
    s.download(s.a);
    cudaLaunchHostFunc(
        s.a, [](void* pinned) { results().push_back(sum_of(static_cast<const int*>(pinned))); }, s.pinned);
}
CASE(host_waits_for_a_flag)
{
    Setup s;
    s.managed[0] = s.managed[1] = 0;
    raise<<<1, 1, 0, s.a>>>(s.managed, s.managed + 1);
    while (*static_cast<volatile int*>(s.managed) == 0) {
    }
    results().push_back(s.managed[1]);
}
CASE(host_waits_for_an_atomic_flag)
{
    Setup s;
    s.managed[0] = s.managed[1] = 0;
    raise<<<1, 1, 0, s.a>>>(s.managed, s.managed + 1);
    while (std::atomic_ref(s.managed[0]).load(std::memory_order_acquire) == 0) {
    }
    results().push_back(s.managed[1]);
    s.managed[1] = __atomic_exchange_n(&s.managed[0], 0, __ATOMIC_ACQ_REL);
}
CASE(host_waits_for_a_plain_flag)
{
    Setup s;
    s.managed[0] = s.managed[1] = 0;
    raise_plainly<<<1, 1, 0, s.a>>>(s.managed, s.managed + 1);
    while (std::atomic_ref(s.managed[0]).load() == 0) {  // here: host_waits_for_a_plain_flag
    }
}
CASE(host_is_told_by_a_function_of_the_stream)
{
    Setup s;
    s.download(s.a);
    std::atomic<bool> is_done = false;
    cudaLaunchHostFunc(
        s.a, [](void* done) { static_cast<std::atomic<bool>*>(done)->store(true); }, &is_done);
    while (!is_done) {
    }
    results().push_back(sum_of(s.pinned));
}
CASE(host_is_told_by_a_callback)
{
    Setup s(cudaStreamNonBlocking);
    s.download(s.a);
    bool is_done = false;
    cudaStreamAddCallback(
        s.a, [](cudaStream_t, cudaError_t, void* done) { *static_cast<bool*>(done) = true; }, &is_done, 0);
    if (is_done)
        results().push_back(sum_of(s.pinned));
}
CASE(host_is_told_by_a_graph)
{
    Setup s;
    std::atomic<bool> is_done = false;
    cudaGraph_t graph{};
    cudaGraphExec_t ready{};
    cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal);
    s.download(s.a);
    cudaLaunchHostFunc(
        s.a, [](void* done) { static_cast<std::atomic<bool>*>(done)->store(true); }, &is_done);
    cudaStreamEndCapture(s.a, &graph);
    cudaGraphInstantiate(&ready, graph, nullptr, nullptr, 0);
    cudaGraphLaunch(ready, s.a);
    while (!is_done) {
    }
    results().push_back(sum_of(s.pinned));
    cudaGraphExecDestroy(ready);
    cudaGraphDestroy(graph);
}
CASE(host_is_told_of_another_stream)
{
    Setup s;
    s.download(s.a);
    cudaLaunchHostFunc(
        s.b, [](void*) {}, nullptr);
    results().push_back(sum_of(s.pinned));
}
CASE(call_of_cuda_in_a_function_of_a_stream)
{
    Setup s;
    cudaLaunchHostFunc(
        s.a, [](void*) { cudaFree(nullptr); },  // here: call_of_cuda_in_a_function_of_a_stream
        nullptr);
}
CASE(error_name_in_a_function_of_a_stream)
{
    Setup s;
    cudaStreamAddCallback(
        s.a,
        [](cudaStream_t, cudaError_t error, void*) {
            results().push_back(cudaGetErrorName(error)[4] == 'S');
        },
        nullptr, 0);
}

}  // namespace streams

// Operations of several streams, and accesses of the host, on the same memory: without an order, and with one.
#include "cases.h"

#include <atomic>
#include <cstring>
#include <vector>

using namespace cases;

namespace {

constexpr int kCount = 1024, kBlock = 128, kGrid = kCount / kBlock;

__global__ void twice(const int* in, int* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2 * in[i];
}

__global__ void increment(int* data, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] += 1;
}

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

// Two streams, and pinned, device and managed memory of kCount numbers.
struct Setup {
    cudaStream_t a{}, b{};
    int *pinned = nullptr, *in = nullptr, *out = nullptr, *managed = nullptr;
    cudaEvent_t event{};

    explicit Setup(unsigned flags = cudaStreamDefault)
    {
        cudaStreamCreateWithFlags(&a, flags);
        cudaStreamCreateWithFlags(&b, flags);
        cudaEventCreate(&event);
        cudaMallocHost(&pinned, bytes());
        cudaMallocManaged(&managed, bytes());
        cudaMalloc(&in, bytes());
        cudaMalloc(&out, bytes());
        for (int i = 0; i < kCount; ++i)
            pinned[i] = managed[i] = i;
        cudaMemset(in, 0, bytes());
        cudaMemset(out, 0, bytes());
        cudaDeviceSynchronize();
    }
    ~Setup()
    {
        cudaStreamDestroy(a);
        cudaStreamDestroy(b);
        cudaEventDestroy(event);
        cudaFreeHost(pinned);
        for (int* each : {managed, in, out})
            cudaFree(each);
    }
    Setup(const Setup&) = delete;
    Setup& operator=(const Setup&) = delete;
    static std::size_t bytes() { return kCount * sizeof(int); }

    void upload(cudaStream_t stream) { cudaMemcpyAsync(in, pinned, bytes(), cudaMemcpyHostToDevice, stream); }
    void download(cudaStream_t stream)
    {
        cudaMemcpyAsync(pinned, out, bytes(), cudaMemcpyDeviceToHost, stream);
    }
};

long sum_of(const int* numbers)
{
    long sum = 0;
    for (int i = 0; i < kCount; ++i)
        sum += numbers[i];  // here: sum_of
    return sum;
}

}  // namespace

// --- Between streams

CASE(kernel_in_another_stream_than_its_copy)
{
    Setup s;
    s.upload(s.a);
    // here: kernel_in_another_stream_than_its_copy
    twice<<<kGrid, kBlock, 0, s.b>>>(s.in, s.out, kCount);
}
CASE(kernel_in_the_stream_of_its_copy)
{
    Setup s;
    s.upload(s.a);
    twice<<<kGrid, kBlock, 0, s.a>>>(s.in, s.out, kCount);
    s.download(s.a);
    cudaStreamSynchronize(s.a);
    results().push_back(sum_of(s.pinned));
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
    results().push_back(sum_of(s.pinned));
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
    results().push_back(sum_of(s.pinned));
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
    results().push_back(sum_of(s.pinned));
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

// --- Between the host and a stream

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

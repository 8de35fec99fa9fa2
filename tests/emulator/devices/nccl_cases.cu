// NCCL with the devices of one process: nccl_test.cpp runs each case with CUDA_EMULATOR=devices=N.
#include "expect.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <nccl.h>
#include <thread>
#include <vector>

#define NCCL(call) EXPECT((call) == ncclSuccess)

namespace {

constexpr int kCount = 1000;

template <class T>
__global__ void set(T* data, int n, int value)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = T(value + i % 5);
}

int devices()
{
    int count = 0;
    cudaGetDeviceCount(&count);
    return count;
}

template <class T>
std::vector<T> download(const T* data, int n)
{
    std::vector<T> host(n);
    cudaMemcpy(host.data(), data, n * sizeof(T), cudaMemcpyDefault);
    return host;
}

// All devices: a communicator, a stream and two buffers each. data[i] = 1 + device + i % 5.
template <class T = float>
struct Ranks {
    int n = devices(), count;
    std::vector<ncclComm_t> comm;
    std::vector<cudaStream_t> stream;
    std::vector<T*> data, result;

    explicit Ranks(int count_ = kCount, int parts = 1) : count(count_), comm(n), stream(n), data(n), result(n)
    {
        NCCL(ncclCommInitAll(comm.data(), n, nullptr));
        for (int device = 0; device < n; ++device) {
            cudaSetDevice(device);
            cudaStreamCreate(&stream[device]);
            cudaMalloc(&data[device], parts * count * sizeof(T));
            cudaMalloc(&result[device], parts * count * sizeof(T));
            set<<<(parts * count + 255) / 256, 256, 0, stream[device]>>>(data[device], parts * count,
                                                                         1 + device);
        }
    }
    ~Ranks()
    {
        for (int device = 0; device < n; ++device) {
            cudaSetDevice(device);
            cudaFree(data[device]);
            cudaFree(result[device]);
            cudaStreamDestroy(stream[device]);
            if (comm[device])
                NCCL(ncclCommDestroy(comm[device]));
        }
    }
    template <class Call>
    void in_group(Call call)
    {
        NCCL(ncclGroupStart());
        for (int rank = 0; rank < n; ++rank)
            NCCL(call(rank));
        NCCL(ncclGroupEnd());
        wait();
    }
    void wait()
    {
        for (int device = 0; device < n; ++device) {
            cudaSetDevice(device);
            cudaStreamSynchronize(stream[device]);
        }
    }
};

template <class T>
double reduce_on_host(const Ranks<T>& r, int i, ncclRedOp_t op)
{
    double all = 1 + i % 5;
    for (int rank = 1; rank < r.n; ++rank) {
        const double value = 1 + rank + i % 5;
        all = op == ncclProd  ? all * value
              : op == ncclMax ? std::max(all, value)
              : op == ncclMin ? std::min(all, value)
                              : all + value;
    }
    return op == ncclAvg ? (std::is_integral<T>::value ? std::floor(all / r.n) : all / r.n) : all;
}

template <class T>
void all_reduce_of(ncclDataType_t type, double precision)
{
    Ranks<T> r;
    for (const ncclRedOp_t op : {ncclSum, ncclProd, ncclMax, ncclMin, ncclAvg}) {
        if (op == ncclProd && (sizeof(T) < 4 || r.n > 4))
            continue;  // too large
        r.in_group([&](int i) {
            return ncclAllReduce(r.data[i], r.result[i], kCount, type, op, r.comm[i], r.stream[i]);
        });
        for (int rank = 0; rank < r.n; ++rank) {
            const std::vector<T> found = download(r.result[rank], kCount);
            for (int i : {0, 1, 2, 3, 4, 999}) {
                const double expected = reduce_on_host(r, i, op);
                EXPECT(std::fabs(double(float(found[i])) - expected) <= precision * expected);
            }
        }
    }
}

void all_reduce()
{
    all_reduce_of<signed char>(ncclInt8, 0);
    all_reduce_of<unsigned char>(ncclUint8, 0);
    all_reduce_of<int>(ncclInt32, 0);
    all_reduce_of<unsigned>(ncclUint32, 0);
    all_reduce_of<long>(ncclInt64, 0);
    all_reduce_of<unsigned long>(ncclUint64, 0);
    all_reduce_of<__half>(ncclFloat16, 4e-3);
    all_reduce_of<__nv_bfloat16>(ncclBfloat16, 3e-2);
    all_reduce_of<float>(ncclFloat32, 1e-6);
    all_reduce_of<double>(ncclFloat64, 1e-6);
}

// In the order of the ranks: the largest first, its rounding shows.
void order_of_sums()
{
    Ranks<float> r(1);
    r.wait();
    for (int rank = 0; rank < r.n; ++rank) {
        const float value = rank == 0 ? 0x1p24f : 1.0f;
        cudaMemcpy(r.data[rank], &value, sizeof value, cudaMemcpyDefault);
    }
    r.in_group([&](int i) {
        return ncclAllReduce(r.data[i], r.data[i], 1, ncclFloat, ncclSum, r.comm[i], r.stream[i]);
    });
    for (int rank = 0; rank < r.n; ++rank)
        EXPECT(download(r.data[rank], 1)[0] == 0x1p24f);
}

void collectives()
{
    const int n = devices(), root = n - 1;
    Ranks<int> r(kCount, n);
    const auto value = [](int rank, int i) { return 1 + rank + i % 5; };
    const int sum = n * (n + 1) / 2;
    r.in_group([&](int i) {
        return ncclBroadcast(r.data[i], r.result[i], kCount, ncclInt, root, r.comm[i], r.stream[i]);
    });
    for (int rank = 0; rank < n; ++rank)
        EXPECT(download(r.result[rank], kCount)[7] == value(root, 7));
    r.in_group([&](int i) {
        return ncclReduce(r.data[i], i == root ? r.result[i] : nullptr, kCount, ncclInt, ncclSum, root,
                          r.comm[i], r.stream[i]);
    });
    EXPECT(download(r.result[root], kCount)[7] == sum + n * 2);
    r.in_group([&](int i) {
        return ncclAllGather(r.data[i], r.result[i], kCount, ncclInt, r.comm[i], r.stream[i]);
    });
    for (int rank = 0; rank < n; ++rank)
        for (int from = 0; from < n; ++from)
            EXPECT(download(r.result[rank], n * kCount)[from * kCount + 8] == value(from, 8));
    r.in_group([&](int i) {
        return ncclReduceScatter(r.data[i], r.result[i], kCount, ncclInt, ncclSum, r.comm[i], r.stream[i]);
    });
    for (int rank = 0; rank < n; ++rank)
        EXPECT(download(r.result[rank], kCount)[9] == sum + n * ((rank * kCount + 9) % 5));
    r.in_group([&](int i) { return ncclBcast(r.data[i], kCount, ncclInt, 0, r.comm[i], r.stream[i]); });
    for (int rank = 0; rank < n; ++rank)
        EXPECT(download(r.data[rank], kCount)[7] == value(0, 7));
}

// Each rank's part of the longer buffer is the shorter one.
void in_place()
{
    const int n = devices();
    Ranks<int> r(kCount, n);
    r.in_group([&](int i) {
        return ncclReduceScatter(r.data[i], r.data[i] + i * kCount, kCount, ncclInt, ncclMax, r.comm[i],
                                 r.stream[i]);
    });
    r.in_group([&](int i) {
        return ncclAllGather(r.data[i] + i * kCount, r.data[i], kCount, ncclInt, r.comm[i], r.stream[i]);
    });
    for (int rank = 0; rank < n; ++rank)
        for (int at : {0, kCount - 1, n * kCount - 1})
            EXPECT(download(r.data[rank], n * kCount)[at] == n + at % 5);
}

void send_and_receive()
{
    Ranks<double> r;
    emu::take_work_counters();
    NCCL(ncclGroupStart());
    for (int rank = 0; rank < r.n; ++rank) {
        NCCL(ncclSend(r.data[rank], kCount, ncclDouble, (rank + 1) % r.n, r.comm[rank], r.stream[rank]));
        NCCL(ncclRecv(r.result[rank], kCount, ncclDouble, (rank + r.n - 1) % r.n, r.comm[rank],
                      r.stream[rank]));
    }
    NCCL(ncclGroupEnd());
    r.wait();
    for (int rank = 0; rank < r.n; ++rank)
        EXPECT(download(r.result[rank], kCount)[3] == 1 + (rank + r.n - 1) % r.n + 3);
    if (r.n > 1)
        EXPECT(link_of(emu::take_work_counters(), 0, 1).collectives.bytes == kCount * sizeof(double));
}

void links()
{
    const int n = devices();
    Ranks<float> r(kCount, n);
    emu::take_work_counters();
    const auto expect_ring = [&](uint64_t bytes) {
        const emu::WorkCounters work = emu::take_work_counters();
        for (int rank = 0; rank < n; ++rank)
            EXPECT(link_of(work, rank, (rank + 1) % n).collectives.bytes == bytes);
    };
    r.in_group([&](int i) {
        return ncclAllReduce(r.data[i], r.result[i], kCount, ncclFloat, ncclSum, r.comm[i], r.stream[i]);
    });
    expect_ring(2 * (n - 1) * kCount * sizeof(float) / n);
    r.in_group([&](int i) {
        return ncclAllGather(r.data[i], r.result[i], kCount, ncclFloat, r.comm[i], r.stream[i]);
    });
    expect_ring((n - 1) * kCount * sizeof(float));
}

// A thread for each rank, without groups.
void threads()
{
    const int n = devices();
    ncclUniqueId id;
    NCCL(ncclGetUniqueId(&id));
    std::vector<std::thread> threads;
    for (int rank = 0; rank < n; ++rank)
        threads.emplace_back([=] {
            ncclComm_t comm;
            cudaStream_t stream;
            int *data, count = 0, mine = -1, device = -1;
            cudaSetDevice(rank);
            NCCL(ncclCommInitRank(&comm, n, id, rank));
            NCCL(ncclCommCount(comm, &count));
            NCCL(ncclCommUserRank(comm, &mine));
            NCCL(ncclCommCuDevice(comm, &device));
            EXPECT(count == n && mine == rank && device == rank);
            cudaStreamCreate(&stream);
            cudaMalloc(&data, kCount * sizeof(int));
            set<<<4, 256, 0, stream>>>(data, kCount, rank);
            for (int step = 0; step < 3; ++step)
                NCCL(ncclAllReduce(data, data, kCount, ncclInt, ncclMax, comm, stream));
            cudaStreamSynchronize(stream);
            EXPECT(download(data, kCount)[1] == n);
            NCCL(ncclCommDestroy(comm));
        });
    for (std::thread& each : threads)
        each.join();
}

void ranks_of_a_group()
{
    const int n = devices();
    ncclUniqueId id;
    std::vector<ncclComm_t> comm(n), part(n);
    NCCL(ncclGetUniqueId(&id));
    NCCL(ncclGroupStart());
    for (int rank = 0; rank < n; ++rank) {
        cudaSetDevice(rank);
        NCCL(ncclCommInitRank(&comm[rank], n, id, rank));
    }
    NCCL(ncclGroupEnd());
    // Even and odd ranks, in reverse order.
    NCCL(ncclGroupStart());
    for (int rank = 0; rank < n; ++rank)
        NCCL(ncclCommSplit(comm[rank], rank % 2, -rank, &part[rank], nullptr));
    NCCL(ncclGroupEnd());
    for (int rank = 0; rank < n; ++rank) {
        int count, mine;
        NCCL(ncclCommCount(part[rank], &count));
        NCCL(ncclCommUserRank(part[rank], &mine));
        EXPECT(count == (n + 1 - rank % 2) / 2 && mine == count - 1 - rank / 2);
        NCCL(ncclCommDestroy(part[rank]));
        NCCL(ncclCommDestroy(comm[rank]));
    }
}

void graph()
{
    Ranks<int> r;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    cudaEvent_t fork;
    std::vector<cudaEvent_t> join(r.n);
    r.wait();
    cudaSetDevice(0);
    cudaEventCreate(&fork);
    cudaStreamBeginCapture(r.stream[0], cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, r.stream[0]);
    for (int rank = 1; rank < r.n; ++rank)
        cudaStreamWaitEvent(r.stream[rank], fork, 0);
    NCCL(ncclGroupStart());
    for (int rank = 0; rank < r.n; ++rank)
        NCCL(ncclAllReduce(r.data[rank], r.data[rank], kCount, ncclInt, ncclSum, r.comm[rank],
                           r.stream[rank]));
    NCCL(ncclGroupEnd());
    for (int rank = 1; rank < r.n; ++rank) {
        cudaSetDevice(rank);
        cudaEventCreate(&join[rank]);
        cudaEventRecord(join[rank], r.stream[rank]);
        cudaStreamWaitEvent(r.stream[0], join[rank], 0);
    }
    cudaSetDevice(0);
    EXPECT(cudaStreamEndCapture(r.stream[0], &graph) == cudaSuccess);
    EXPECT(cudaGraphInstantiate(&ready, graph, 0) == cudaSuccess);
    for (int launch = 0; launch < 2; ++launch)
        EXPECT(cudaGraphLaunch(ready, r.stream[0]) == cudaSuccess);
    r.wait();
    EXPECT(download(r.data[0], kCount)[0] == r.n * r.n * (r.n + 1) / 2);
}

// Mistakes.

void forgotten_group()
{
    Ranks<float> r;
    float** to = r.result.data();
    for (int i = 0; i < r.n; ++i)
        ncclAllReduce(r.data[i], to[i], kCount, ncclFloat, ncclSum, r.comm[i], r.stream[i]);  // here: alone
    std::printf("not reached\n");
}

void different_counts()
{
    Ranks<float> r;
    float **to = r.result.data(), **from = r.data.data();
    int n = kCount;
    ncclGroupStart();
    for (int i = 0; i < r.n; ++i)
        ncclAllReduce(from[i], to[i], n--, ncclFloat, ncclSum, r.comm[i], r.stream[i]);  // here: counts
    EXPECT(ncclGroupEnd() == ncclInvalidUsage);
    ncclResult_t error;
    NCCL(ncclCommGetAsyncError(r.comm[0], &error));
    EXPECT(error == ncclInvalidUsage);
}

void different_calls()
{
    Ranks<float> r;
    ncclGroupStart();
    NCCL(ncclAllReduce(r.data[0], r.result[0], kCount, ncclFloat, ncclSum, r.comm[0], r.stream[0]));
    NCCL(ncclBroadcast(r.data[1], r.result[1], kCount, ncclFloat, 0, r.comm[1], r.stream[1]));
    EXPECT(ncclGroupEnd() == ncclInvalidUsage);
}

void different_roots()
{
    Ranks<float> r;
    ncclGroupStart();
    for (int i = 0; i < r.n; ++i)
        NCCL(ncclBroadcast(r.data[i], r.result[i], kCount, ncclFloat, i, r.comm[i], r.stream[i]));
    EXPECT(ncclGroupEnd() == ncclInvalidUsage);
}

void wrong_root()
{
    Ranks<float> r;
    EXPECT(ncclBroadcast(r.data[0], r.result[0], kCount, ncclFloat, r.n, r.comm[0], r.stream[0]) ==
           ncclInvalidArgument);
}

void send_without_receive()
{
    Ranks<float> r;
    NCCL(ncclSend(r.data[0], kCount, ncclFloat, 1, r.comm[0], r.stream[0]));  // here: send
}

void receive_without_send()
{
    Ranks<float> r;
    NCCL(ncclRecv(r.data[0], kCount, ncclFloat, 1, r.comm[0], r.stream[0]));  // here: receive
    std::printf("not reached\n");
}

void send_more_than_is_received()
{
    Ranks<float> r;
    ncclGroupStart();
    NCCL(ncclSend(r.data[0], kCount, ncclFloat, 1, r.comm[0], r.stream[0]));
    NCCL(ncclRecv(r.data[1], kCount - 1, ncclFloat, 0, r.comm[1], r.stream[1]));
    EXPECT(ncclGroupEnd() == ncclInvalidUsage);
}

void too_small()
{
    Ranks<float> r;
    EXPECT(ncclAllReduce(r.data[0], r.result[0], kCount + 1, ncclFloat, ncclSum, r.comm[0], r.stream[0]) ==
           ncclInvalidArgument);  // here: small
}

void host_buffer()
{
    Ranks<float> r;
    float host[4];
    EXPECT(ncclAllReduce(host, r.result[0], 4, ncclFloat, ncclSum, r.comm[0], r.stream[0]) ==
           ncclInvalidArgument);
}

void wrong_device()
{
    Ranks<float> r;
    EXPECT(ncclAllReduce(r.data[1], r.result[0], kCount, ncclFloat, ncclSum, r.comm[0], r.stream[0]) ==
           ncclInvalidArgument);
}

void wrong_stream()
{
    Ranks<float> r;
    EXPECT(ncclAllReduce(r.data[0], r.result[0], kCount, ncclFloat, ncclSum, r.comm[0], r.stream[1]) ==
           ncclUnhandledCudaError);
}

void overlap()
{
    Ranks<float> r;
    EXPECT(ncclAllReduce(r.data[0], r.data[0] + 1, kCount - 1, ncclFloat, ncclSum, r.comm[0], r.stream[0]) ==
           ncclInvalidArgument);
}

void destroyed()
{
    Ranks<float> r;
    NCCL(ncclCommDestroy(r.comm[0]));  // here: end
    EXPECT(ncclAllReduce(r.data[0], r.result[0], kCount, ncclFloat, ncclSum, r.comm[0], r.stream[0]) ==
           ncclInvalidArgument);
    r.comm[0] = nullptr;
}

void uninitialised()
{
    Ranks<float> r;
    r.in_group([&](int i) {
        return ncclAllReduce(r.result[i], r.data[i], kCount, ncclFloat, ncclSum, r.comm[i], r.stream[i]);
    });
}

// The kernel that fills the buffer is in another stream.
void wrong_order()
{
    Ranks<int> r;
    r.wait();
    cudaStream_t other;
    cudaSetDevice(0);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    set<<<4, 256, 0, other>>>(r.data[0], kCount, 7);
    ncclGroupStart();
    for (int i = 0; i < r.n; ++i)
        NCCL(ncclAllReduce(r.data[i], r.result[i], kCount, ncclInt, ncclSum, r.comm[i], r.stream[i]));
    NCCL(ncclGroupEnd());
    r.wait();
    cudaStreamSynchronize(other);
}

void read_too_early()
{
    Ranks<int> r;
    int* pinned;
    cudaMallocHost(&pinned, kCount * sizeof(int));
    ncclGroupStart();
    for (int i = 0; i < r.n; ++i)
        NCCL(ncclAllReduce(r.data[i], i == 0 ? pinned : r.result[i], kCount, ncclInt, ncclSum, r.comm[i],
                           r.stream[i]));
    NCCL(ncclGroupEnd());
    std::printf("%d\n", pinned[0]);
    r.wait();
}

void end_without_start()
{
    EXPECT(ncclGroupEnd() == ncclInvalidUsage);
}

void start_without_end()
{
    Ranks<float> r;
    ncclGroupStart();
    NCCL(ncclAllReduce(r.data[0], r.result[0], kCount, ncclFloat, ncclSum, r.comm[0], r.stream[0]));
}

void too_many()
{
    std::vector<ncclComm_t> comm(devices() + 1);
    EXPECT(ncclCommInitAll(comm.data(), devices() + 1, nullptr) == ncclInvalidArgument);
}

constexpr NamedCase kCases[] = {
    {"all-reduce", all_reduce},
    {"order of sums", order_of_sums},
    {"collectives", collectives},
    {"in place", in_place},
    {"send and receive", send_and_receive},
    {"links", links},
    {"threads", threads},
    {"ranks of a group", ranks_of_a_group},
    {"graph", graph},
    {"forgotten group", forgotten_group},
    {"different counts", different_counts},
    {"different calls", different_calls},
    {"different roots", different_roots},
    {"wrong root", wrong_root},
    {"send without receive", send_without_receive},
    {"receive without send", receive_without_send},
    {"send more than is received", send_more_than_is_received},
    {"too small", too_small},
    {"host buffer", host_buffer},
    {"wrong device", wrong_device},
    {"wrong stream", wrong_stream},
    {"overlap", overlap},
    {"destroyed", destroyed},
    {"uninitialised", uninitialised},
    {"wrong order", wrong_order},
    {"read too early", read_too_early},
    {"end without start", end_without_start},
    {"start without end", start_without_end},
    {"too many", too_many},
};

}  // namespace

int main(int, char** arguments)
{
    return run_case(kCases, arguments[1]);
}

// NCCL with the devices of one process: nccl_test.cpp runs each case with CUDA_EMULATOR=devices=N.
#include "nccl_ranks.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <algorithm>
#include <cmath>
#include <thread>
#include <type_traits>

namespace {

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

constexpr NamedCase kCases[] = {
    {"all-reduce", all_reduce}, {"order of sums", order_of_sums},       {"collectives", collectives},
    {"in place", in_place},     {"send and receive", send_and_receive}, {"links", links},
    {"threads", threads},       {"ranks of a group", ranks_of_a_group}, {"graph", graph},
};

}  // namespace

int main(int, char** arguments)
{
    return run_case(kCases, arguments[1]);
}

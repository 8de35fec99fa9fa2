// Mistakes with NCCL: nccl_test.cpp runs each case with CUDA_EMULATOR=devices=2.
#include "nccl_ranks.cuh"

#include <chrono>
#include <thread>

namespace {

void forgotten_group()
{
    Ranks<float> r;
    float** to = r.result.data();
    for (int i = 0; i < r.n; ++i)
        ncclAllReduce(r.data[i], to[i], kCount, ncclFloat, ncclSum, r.comm[i], r.stream[i]);  // here: alone
    std::printf("not reached\n");
}

// A thread that sleeps could call, for all that anybody knows; but one that has never called will not.
void forgotten_group_beside_a_sleeper()
{
    Ranks<float> r;
    std::thread([] { std::this_thread::sleep_for(std::chrono::minutes(5)); }).detach();
    float *from = r.data[0], *to = r.result[0];
    ncclAllReduce(from, to, kCount, ncclFloat, ncclSum, r.comm[0], r.stream[0]);  // here: beside
    std::printf("not reached\n");
}

// A refused call ends the program between start and end of its group: one mistake, one report.
void refused_in_a_group()
{
    Ranks<float> r;
    ncclGroupStart();
    EXPECT(ncclAllReduce(r.data[0], r.result[0], kCount + 1, ncclFloat, ncclSum, r.comm[0], r.stream[0]) ==
           ncclInvalidArgument);
    std::printf("%s\n", ncclGetLastError(nullptr));
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

void wait_without_end()
{
    Ranks<float> r;
    ncclGroupStart();  // here: open
    NCCL(ncclAllReduce(r.data[0], r.result[0], kCount, ncclFloat, ncclSum, r.comm[0], r.stream[0]));
    cudaStreamSynchronize(r.stream[0]);  // here: wait
}

void too_many()
{
    std::vector<ncclComm_t> comm(devices() + 1);
    EXPECT(ncclCommInitAll(comm.data(), devices() + 1, nullptr) == ncclInvalidArgument);
}

constexpr NamedCase kCases[] = {
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
    {"wait without end", wait_without_end},
    {"forgotten group beside a sleeper", forgotten_group_beside_a_sleeper},
    {"refused in a group", refused_in_a_group},
    {"too many", too_many},
};

}  // namespace

int main(int, char** arguments)
{
    return run_case(kCases, arguments[1]);
}

// NCCL with a process for each rank: the argument names the case, and says how many ranks there are. The processes are
// children of this one, which prints how each has ended.
#include "expect.h"

#include <cuda_runtime.h>

#include <csignal>
#include <cstdlib>
#include <nccl.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#define NCCL(call) EXPECT((call) == ncclSuccess)

namespace {

constexpr int kCount = 100000;

__global__ void set(int* data, int n, int value)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = value + i % 7;
}

struct Rank {
    int rank, ranks;
    std::string name;
    ncclComm_t comm = nullptr;
    cudaStream_t stream = nullptr;
    int* data = nullptr;

    bool is(const char* other) const { return name == other; }
    std::vector<int> download() const
    {
        std::vector<int> host(kCount);
        cudaMemcpyAsync(host.data(), data, kCount * sizeof(int), cudaMemcpyDeviceToHost, stream);
        cudaStreamSynchronize(stream);
        return host;
    }
};

void exchange(Rank& r)
{
    int sum = 0;
    for (int rank = 0; rank < r.ranks; ++rank)
        sum += rank + 3;
    for (int step = 0; step < 5; ++step) {
        set<<<(kCount + 255) / 256, 256, 0, r.stream>>>(r.data, kCount, r.rank);
        NCCL(ncclAllReduce(r.data, r.data, kCount, ncclInt, ncclSum, r.comm, r.stream));
        EXPECT(r.download()[3] == sum);
    }
    set<<<(kCount + 255) / 256, 256, 0, r.stream>>>(r.data, kCount, r.rank);
    int* received;
    cudaMalloc(&received, kCount * sizeof(int));
    NCCL(ncclGroupStart());
    NCCL(ncclSend(r.data, kCount, ncclInt, (r.rank + 1) % r.ranks, r.comm, r.stream));
    NCCL(ncclRecv(received, kCount, ncclInt, (r.rank + r.ranks - 1) % r.ranks, r.comm, r.stream));
    NCCL(ncclGroupEnd());
    std::swap(r.data, received);
    EXPECT(r.download()[8] == (r.rank + r.ranks - 1) % r.ranks + 1);
    ncclComm_t part;
    NCCL(ncclCommSplit(r.comm, r.rank % 2, r.rank, &part, nullptr));
    set<<<(kCount + 255) / 256, 256, 0, r.stream>>>(r.data, kCount, r.rank);
    NCCL(ncclAllReduce(r.data, r.data, kCount, ncclInt, ncclMin, part, r.stream));
    EXPECT(r.download()[0] == r.rank % 2);
    NCCL(ncclCommDestroy(part));
    cudaFree(received);
}

void reduce(const Rank& r, int count)
{
    ncclAllReduce(r.data, r.data, count, ncclInt, ncclSum, r.comm, r.stream);  // here: reduce
}

int run_rank(Rank r, const ncclUniqueId& id)
{
    NCCL(ncclCommInitRank(&r.comm, r.ranks, id, r.rank));
    cudaStreamCreate(&r.stream);
    cudaMalloc(&r.data, kCount * sizeof(int));
    set<<<(kCount + 255) / 256, 256, 0, r.stream>>>(r.data, kCount, r.rank);
    reduce(r, 100);
    if (r.is("exchange"))
        exchange(r);
    if (r.is("killed") && r.rank == 1)
        std::raise(SIGKILL);
    if (r.is("ends early") && r.rank == 1)
        std::exit(3);
    if (r.is("killed") || r.is("ends early"))
        reduce(r, 100);
    if (r.is("different counts"))
        reduce(r, 100 + r.rank);
    if (r.is("stopped") && r.rank == 1) {  // while it waits
        std::signal(SIGALRM, [](int) { std::raise(SIGSTOP); });
        alarm(1);
        NCCL(ncclRecv(r.data, 1, ncclInt, 0, r.comm, r.stream));
        NCCL(ncclSend(r.data, 1, ncclInt, 0, r.comm, r.stream));
    }
    if (r.is("stopped") && r.rank == 0) {
        sleep(3);
        NCCL(ncclSend(r.data, 1, ncclInt, 1, r.comm, r.stream));
        NCCL(ncclRecv(r.data, 1, ncclInt, 1, r.comm, r.stream));
    }
    if (r.is("each waits"))
        NCCL(ncclRecv(r.data, 1, ncclInt, 1 - r.rank, r.comm, r.stream));  // here: recv
    cudaStreamSynchronize(r.stream);
    cudaFree(r.data);
    NCCL(ncclCommDestroy(r.comm));
    std::fflush(stdout);
    return 0;
}

}  // namespace

int main(int, char** arguments)
{
    const std::string name = arguments[1];
    const int ranks = std::atoi(arguments[2]);
    int ends[2];
    if (pipe(ends) != 0)
        return 2;
    std::vector<pid_t> children;
    for (int rank = 0; rank < ranks; ++rank) {
        const pid_t child = fork();
        if (child == 0) {
            ncclUniqueId id;
            if (rank == 0) {
                NCCL(ncclGetUniqueId(&id));
                for (int other = 1; other < ranks; ++other)
                    EXPECT(write(ends[1], &id, sizeof id) == sizeof id);
            } else {
                EXPECT(read(ends[0], &id, sizeof id) == sizeof id);
            }
            std::exit(run_rank({rank, ranks, name}, id));
        }
        children.push_back(child);
    }
    for (int rank = 0; rank < ranks; ++rank) {
        int status = 0;
        if (name == "stopped" && rank == 1)
            kill(children[rank], SIGKILL);  // rank 0 has ended
        waitpid(children[rank], &status, 0);
        std::printf("rank %d: %d\n", rank, WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
    }
    return 0;
}

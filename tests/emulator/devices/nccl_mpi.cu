// NCCL and MPI: a process for each rank. Rank 1 dies if the argument says so.
#include <cuda_runtime.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <mpi.h>
#include <nccl.h>
#include <vector>

namespace {

constexpr int kCount = 1 << 16;

__global__ void set(float* data, int n, float value)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = value;
}

}  // namespace

int main(int argc, char** argv)
{
    int rank = 0, ranks = 1, devices = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    cudaGetDeviceCount(&devices);
    cudaSetDevice(rank % devices);

    ncclUniqueId id;
    ncclComm_t comm;
    if (rank == 0)
        ncclGetUniqueId(&id);
    MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (ncclCommInitRank(&comm, ranks, id, rank) != ncclSuccess)
        MPI_Abort(MPI_COMM_WORLD, 1);

    cudaStream_t stream;
    float* data;
    cudaStreamCreate(&stream);
    cudaMalloc(&data, kCount * sizeof(float));
    set<<<kCount / 256, 256, 0, stream>>>(data, kCount, float(1 + rank));
    if (argc > 1 && std::strcmp(argv[1], "dies") == 0 && rank == 1)
        std::raise(SIGKILL);
    ncclAllReduce(data, data, kCount, ncclFloat, ncclSum, comm, stream);
    std::vector<float> host(kCount);
    cudaMemcpyAsync(host.data(), data, kCount * sizeof(float), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    int wrong = 0, all_wrong = 0;
    for (const float value : host)
        wrong += value != float(ranks * (ranks + 1) / 2);
    MPI_Reduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        std::printf("%d ranks, %d wrong\n", ranks, all_wrong);
    cudaFree(data);
    ncclCommDestroy(comm);
    MPI_Finalize();
    return wrong > 0;
}

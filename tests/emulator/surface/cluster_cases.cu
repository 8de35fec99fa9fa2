// Thread block clusters and distributed shared memory. On GPUs before compute capability 9.0 the cases do nothing.
#include "cases.h"
#include "check.h"
#include "device_arrays.h"

#include <algorithm>
#include <cooperative_groups.h>
#include <cstring>
#include <vector>

namespace cg = cooperative_groups;

namespace {

bool has_clusters()
{
    int major = 0;
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
    return major >= 9;
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__global__ void __cluster_dims__(2, 3, 1) cluster_numbers()
{
    const cg::cluster_group cluster = cg::this_cluster();
    const unsigned x = blockIdx.x % 2, y = blockIdx.y % 3;
    CHECK(cluster.num_blocks() == 6 && cluster.num_threads() == 6 * 64 && cluster.size() == 6 * 64);
    CHECK(cluster.block_index().x == x && cluster.block_index().y == y && cluster.block_index().z == 0);
    CHECK(cluster.block_rank() == x + 2 * y);
    CHECK(cluster.dim_blocks().x == 2 && cluster.dim_blocks().y == 3 && cluster.dim_blocks().z == 1);
    CHECK(cluster.dim_threads().x == 32 && cluster.dim_threads().y == 12);
    CHECK(cluster.thread_rank() == cluster.block_rank() * 64 + threadIdx.x + 16 * threadIdx.y);
    CHECK(cluster.thread_index().x == x * 16 + threadIdx.x &&
          cluster.thread_index().y == y * 4 + threadIdx.y);
    CHECK(__clusterDim().y == 3 && __clusterSizeInBlocks() == 6 && __clusterDimIsSpecified());
    CHECK(__clusterRelativeBlockIdx().y == y && __clusterRelativeBlockRank() == x + 2 * y);
    const cg::grid_group grid = cg::this_grid();
    CHECK(grid.num_clusters() == 4 && grid.dim_clusters().x == 2 && grid.dim_clusters().y == 2);
    CHECK(grid.cluster_index().x == blockIdx.x / 2 && grid.cluster_index().y == blockIdx.y / 3);
    CHECK(grid.cluster_rank() == blockIdx.x / 2 + 2 * (blockIdx.y / 3));
    CHECK(grid.dim_threads().y == 24 && grid.thread_index().x == blockIdx.x * 16 + threadIdx.x);
    CHECK(__clusterIdx().x == blockIdx.x / 2 && __clusterIdx().y == blockIdx.y / 3);
    CHECK(__clusterGridDimInClusters().x == 2 && __clusterGridDimInClusters().y == 2);
}

// Each block adds up what all blocks of its cluster have in static and in dynamic shared memory.
__global__ void cluster_sums(int* out)
{
    extern __shared__ int dynamic[];
    __shared__ int still[2];
    const cg::cluster_group cluster = cg::this_cluster();
    const int rank = int(cluster.block_rank()), blocks = int(cluster.num_blocks()), t = int(threadIdx.x);
    if (t < 2)
        still[t] = 100 * int(blockIdx.x) + t;
    dynamic[t] = int(blockIdx.x) * int(blockDim.x) + t;
    cluster.sync();
    int sum = 0;
    for (int other = 0; other < blocks; ++other)
        sum += cluster.map_shared_rank(still, other)[t % 2] + cluster.map_shared_rank(dynamic, other)[t];
    CHECK(cluster.query_shared_rank(cluster.map_shared_rank(&still[0], (rank + 1) % blocks)) ==
          unsigned((rank + 1) % blocks));
    CHECK(*static_cast<int*>(__cluster_map_shared_rank(&still[1], unsigned(rank))) == still[1]);
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
    cluster.sync();
}

// The histogram of the programming guide: each block of the cluster has a part of the bins.
__global__ void histogram(int* bins, int bin_count, int bins_per_block, const int* input, int n)
{
    extern __shared__ int part[];
    const cg::cluster_group cluster = cg::this_cluster();
    const int blocks = int(cluster.num_blocks());
    for (int i = int(threadIdx.x); i < bins_per_block; i += int(blockDim.x))
        part[i] = 0;
    cluster.sync();
    for (int i = int(blockIdx.x * blockDim.x + threadIdx.x); i < n; i += int(gridDim.x * blockDim.x)) {
        const int bin = min(max(input[i], 0), bin_count - 1);
        atomicAdd(cluster.map_shared_rank(part, bin / bins_per_block) + bin % bins_per_block, 1);
    }
    cluster.sync();
    const int first = int(cluster.block_rank()) * bins_per_block;
    for (int i = int(threadIdx.x); i < bins_per_block && first + i < bin_count; i += int(blockDim.x))
        atomicAdd(&bins[first + i], part[i]);
    (void)blocks;
}

// Each block passes a value to the next one, round by round, through a barrier in two halves.
__global__ void __cluster_dims__(4) ring(int* out, int rounds)
{
    __shared__ int box[2];
    const cg::cluster_group cluster = cg::this_cluster();
    const unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
    int mine = int(blockIdx.x);
    cluster.sync();
    for (int round = 0; round < rounds; ++round) {
        if (threadIdx.x == 0)
            *cluster.map_shared_rank(&box[round % 2], int(next)) = mine;
        auto token = cluster.barrier_arrive();
        const int local = mine * 0;
        cluster.barrier_wait(static_cast<cg::cluster_group::arrival_token&&>(token));
        mine = box[round % 2] + local;
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = mine;
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
}

// A cluster of one block, without any attribute.
__global__ void alone()
{
    __shared__ int value;
    const cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0)
        value = 7;
    cluster.sync();
    CHECK(cluster.num_blocks() == 1 && cluster.block_rank() == 0 && *cluster.map_shared_rank(&value, 0) == 7);
}
#else
__global__ void cluster_numbers() {}
__global__ void cluster_sums(int*) {}
__global__ void histogram(int*, int, int, const int*, int) {}
__global__ void ring(int*, int) {}
__global__ void alone() {}
#endif

struct InClusters {
    cudaLaunchConfig_t config{};
    cudaLaunchAttribute attribute[1];

    InClusters(unsigned blocks, unsigned threads, unsigned cluster, std::size_t shared)
    {
        config.gridDim = blocks;
        config.blockDim = threads;
        config.dynamicSmemBytes = shared;
        attribute[0].id = cudaLaunchAttributeClusterDimension;
        attribute[0].val.clusterDim.x = cluster;
        attribute[0].val.clusterDim.y = 1;
        attribute[0].val.clusterDim.z = 1;
        config.attrs = attribute;
        config.numAttrs = 1;
    }
};

SURFACE_CASE(clusters_have_numbers)
{
    if (!has_clusters())
        return 0;
    cluster_numbers<<<dim3(4, 6), dim3(16, 4)>>>();
    alone<<<3, 32>>>();
    CHECK_HOST(cudaDeviceSynchronize() == cudaSuccess);
    return take_failed_line();
}

SURFACE_CASE(clusters_share_their_memory)
{
    if (!has_clusters())
        return 0;
    constexpr int kBlocks = 16, kThreads = 64;
    int* out = nullptr;
    cudaMalloc(&out, kBlocks * kThreads * sizeof(int));
    for (const int cluster : {1, 2, 4, 8, 16}) {
        if (cluster > 8)
            CHECK_HOST(cudaFuncSetAttribute(cluster_sums, cudaFuncAttributeNonPortableClusterSizeAllowed,
                                            1) == cudaSuccess);
        InClusters launch(kBlocks, kThreads, unsigned(cluster), kThreads * sizeof(int));
        CHECK_HOST(cudaLaunchKernelEx(&launch.config, cluster_sums, out) == cudaSuccess);
        const std::vector<int> host = on_host(out, kBlocks * kThreads);
        for (int i = 0; i < kBlocks * kThreads; ++i) {
            const int first = i / kThreads / cluster * cluster, t = i % kThreads;
            int sum = 0;
            for (int block = first; block < first + cluster; ++block)
                sum += 100 * block + t % 2 + block * kThreads + t;
            CHECK_HOST(host[std::size_t(i)] == sum);
        }
    }
    cudaFree(out);
    return take_failed_line();
}

SURFACE_CASE(histogram_in_distributed_shared_memory)
{
    if (!has_clusters())
        return 0;
    constexpr int kBins = 100, kCluster = 4, kPerBlock = kBins / kCluster, n = 5000;
    std::vector<int> input(n), want(kBins);
    unsigned state = 1;
    for (int& x : input) {
        state = state * 1664525u + 1013904223u;
        x = int(state >> 16) % (kBins + 20) - 10;
        ++want[std::size_t(std::min(std::max(x, 0), kBins - 1))];
    }
    int *bins = nullptr, *d_input = nullptr;
    cudaMalloc(&bins, kBins * sizeof(int));
    cudaMalloc(&d_input, n * sizeof(int));
    cudaMemset(bins, 0, kBins * sizeof(int));
    cudaMemcpy(d_input, input.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    InClusters launch(8, 128, kCluster, kPerBlock * sizeof(int));
    int clusters = 0, largest = 0;
    CHECK_HOST(cudaOccupancyMaxActiveClusters(&clusters, histogram, &launch.config) == cudaSuccess &&
               clusters > 0);
    CHECK_HOST(cudaOccupancyMaxPotentialClusterSize(&largest, histogram, &launch.config) == cudaSuccess &&
               largest >= 8);
    CHECK_HOST(cudaLaunchKernelEx(&launch.config, histogram, bins, kBins, kPerBlock,
                                  static_cast<const int*>(d_input), n) == cudaSuccess);
    const std::vector<int> got = on_host(bins, kBins);
    cudaFree(bins);
    cudaFree(d_input);
    CHECK_HOST(got == want);
    return take_failed_line();
}

SURFACE_CASE(values_go_round_in_a_cluster)
{
    if (!has_clusters())
        return 0;
    int* out = nullptr;
    cudaMalloc(&out, 8 * sizeof(int));
    ring<<<8, 32>>>(out, 3);
    const std::vector<int> host = on_host(out, 8);
    cudaFree(out);
    for (int i = 0; i < 8; ++i)
        CHECK_HOST(host[std::size_t(i)] == i / 4 * 4 + (i + 1) % 4);
    return take_failed_line();
}

}  // namespace

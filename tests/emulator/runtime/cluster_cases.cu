// Thread block clusters, used rightly and wrongly.
#include "cases.h"

#include <cooperative_groups.h>

using namespace cases;
namespace cg = cooperative_groups;

namespace {

// Each block reads what another one has in static shared memory.
template <int kDistance, bool kFirstSync, bool kLastSync>
__global__ void __cluster_dims__(4) read_other(int* out)
{
    __shared__ int tile[32];
    const cg::cluster_group cluster = cg::this_cluster();
    const int other = int(cluster.block_rank()) + kDistance;
    tile[threadIdx.x] = int(blockIdx.x);
    if (kFirstSync)
        cluster.sync();
    int value = -1;
    if (other >= 0 && other < 4)
        value = cluster.map_shared_rank(tile, other)[threadIdx.x];  // here: read of another block
    out[blockIdx.x * 32 + threadIdx.x] = value;
    if (kLastSync)
        cluster.sync();
}

// One block reads what the other one has. The block of rank 1 goes on first after the barrier.
template <int kReader>
__global__ void __cluster_dims__(2) read_once(int* out)
{
    __shared__ int value;
    const cg::cluster_group cluster = cg::this_cluster();
    value = 1;
    cluster.sync();
    if (cluster.block_rank() == kReader)
        *out = *cluster.map_shared_rank(&value, 1 - kReader);  // here: one read
}

__global__ void rank_out_of_range(int* out)
{
    __shared__ int value;
    const cg::cluster_group cluster = cg::this_cluster();
    value = 1;
    cluster.sync();
    out[blockIdx.x] = *cluster.map_shared_rank(&value, int(cluster.block_rank()) + 1);  // here: rank
    cluster.sync();
}

__global__ void __cluster_dims__(2) mapped_global(int* out)
{
    int* other = cg::this_cluster().map_shared_rank(out, 1);  // here: not_shared
    *other = 1;
}

// The first thread of block 0 writes to block 1; nothing makes block 1 wait for it.
template <bool kSync>
__global__ void __cluster_dims__(2) pass_on(int* out)
{
    __shared__ int box;
    const cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0)
        box = -1;
    cluster.sync();
    if (cluster.block_rank() == 0 && threadIdx.x == 0)
        *cluster.map_shared_rank(&box, 1) = 5;  // here: remote write
    if (kSync)
        cluster.sync();
    else
        __syncthreads();
    if (cluster.block_rank() == 1)
        out[threadIdx.x] = box;  // here: race
    cluster.sync();
}

__global__ void __cluster_dims__(2) unwritten(int* out)
{
    __shared__ int tile[64];
    const cg::cluster_group cluster = cg::this_cluster();
    tile[threadIdx.x] = 1;
    cluster.sync();
    out[threadIdx.x] =
        cluster.map_shared_rank(tile, 1 - int(cluster.block_rank()))[threadIdx.x + 32];  // here: unwritten
    cluster.sync();
}

__global__ void __cluster_dims__(2) beyond(int* out, int n)
{
    extern __shared__ int tile[];
    const cg::cluster_group cluster = cg::this_cluster();
    tile[threadIdx.x] = 1;
    cluster.sync();
    out[threadIdx.x] =
        cluster.map_shared_rank(tile, 1 - int(cluster.block_rank()))[int(threadIdx.x) + n];  // here: beyond
    cluster.sync();
}

__global__ void __cluster_dims__(2) some_wait()
{
    const cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x < 32)
        cluster.sync();  // here: deadlock
    else
        __syncthreads();
}

__global__ void __cluster_dims__(2) waits_only()
{
    cg::this_cluster().barrier_wait();  // here: wait_only
}

__global__ void __cluster_dims__(2) arrives_twice()
{
    const cg::cluster_group cluster = cg::this_cluster();
    cluster.barrier_arrive();
    cluster.barrier_arrive();  // here: arrive_twice
    cluster.barrier_wait();
}

// A flag in the other block's shared memory does what a barrier would.
__global__ void __cluster_dims__(2) flag()
{
    __shared__ int data, ready;
    const cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0)
        ready = data = 0;
    cluster.sync();
    if (cluster.block_rank() == 0) {
        *cluster.map_shared_rank(&data, 1) = 3;
        __threadfence();
        atomicExch(cluster.map_shared_rank(&ready, 1), 1);
    } else {
        while (*static_cast<volatile int*>(&ready) == 0) {
        }
        __threadfence();
        if (data != 3)
            __trap();
    }
}

// Every second lane goes to the other block.
__global__ void __cluster_dims__(2) scatter(int* out)
{
    __shared__ int tile[32];
    const cg::cluster_group cluster = cg::this_cluster();
    tile[threadIdx.x] = 0;
    cluster.sync();
    int* const half = cluster.map_shared_rank(tile, int(threadIdx.x % 2));
    atomicAdd(half + threadIdx.x, 1);  // here: scatter
    cluster.sync();
    int* const other = cluster.map_shared_rank(tile, 1 - int(cluster.block_rank()));
    out[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x * 2 % 32];  // here: strided
    cluster.sync();
}

// All blocks of the cluster read a word of global memory, and then one of them changes it.
__global__ void __cluster_dims__(4) then_changes(int* shared_by_all)
{
    const int value = *shared_by_all;
    cg::this_cluster().sync();
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *shared_by_all = value + 1;
}

void in_clusters(void (*kernel)(int*), int blocks, unsigned cluster, int* out)
{
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = cluster;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = unsigned(blocks);
    config.blockDim = 32;
    config.attrs = &attribute;
    config.numAttrs = 1;
    results().push_back(cudaLaunchKernelEx(&config, kernel, out));
}

}  // namespace

CASE(cluster_with_both_barriers)
{
    int* out = device_array<int>(256);
    read_other<1, true, true><<<8, 32>>>(out);
    keep(out, 256);
}
CASE(cluster_without_last_barrier)
{
    read_other<-1, true, false><<<8, 32>>>(device_array<int>(256));
}
CASE(cluster_without_last_barrier_in_luck)
{
    read_other<1, true, false><<<8, 32>>>(device_array<int>(256));
}
CASE(cluster_whose_block_ends_after_the_read)
{
    read_once<1><<<2, 1>>>(device_array<int>(1));
}
CASE(cluster_whose_block_has_ended)
{
    read_once<0><<<2, 1>>>(device_array<int>(1));
}
CASE(cluster_without_first_barrier)
{
    read_other<-1, false, true><<<8, 32>>>(device_array<int>(256));
}
CASE(rank_beyond_the_cluster)
{
    in_clusters(rank_out_of_range, 4, 2, device_array<int>(4));
}
CASE(rank_without_clusters)
{
    rank_out_of_range<<<2, 32>>>(device_array<int>(4));
}
CASE(map_of_global_memory)
{
    mapped_global<<<2, 1>>>(device_array<int>(4));
}
CASE(race_between_blocks_of_a_cluster)
{
    pass_on<false><<<2, 32>>>(device_array<int>(32));
}
CASE(no_race_between_blocks_of_a_cluster)
{
    int* out = device_array<int>(32);
    pass_on<true><<<2, 32>>>(out);
    keep(out, 32);
}
CASE(unwritten_in_another_block)
{
    int* out = device_array<int>(32);
    unwritten<<<2, 32>>>(out);
    keep(out, 32);
}
CASE(beyond_another_block)
{
    beyond<<<2, 32, 32 * sizeof(int)>>>(device_array<int>(32), 1);
}
CASE(deadlock_of_a_cluster)
{
    some_wait<<<2, 64>>>();
}
CASE(blocks_after_a_deadlock_of_a_cluster)
{
    some_wait<<<4, 64>>>();
    cudaDeviceReset();
    int* out = device_array<int>(1024);
    read_other<1, true, true><<<32, 32>>>(out);
    keep(out, 1024);
}
CASE(cluster_wait_without_arrive)
{
    waits_only<<<2, 32>>>();
}
CASE(cluster_arrives_twice)
{
    arrives_twice<<<2, 32>>>();
}
CASE(flag_in_another_block)
{
    flag<<<2, 1>>>();
}
CASE(counters_of_a_cluster)
{
    scatter<<<2, 32>>>(device_array<int>(64));
}
CASE(cluster_barrier_orders_global_memory)
{
    then_changes<<<4, 32>>>(zeroes<int>(1));
}
CASE(grid_that_is_no_multiple)
{
    in_clusters(rank_out_of_range, 5, 2, device_array<int>(5));
}
CASE(grid_that_is_no_multiple_of_the_kernels)
{
    read_other<1, true, true><<<6, 32>>>(device_array<int>(256));
    results().push_back(cudaGetLastError());
}
CASE(cluster_of_nine)
{
    in_clusters(rank_out_of_range, 9, 9, device_array<int>(9));
}
CASE(cluster_other_than_the_kernels)
{
    in_clusters(read_other<1, true, true>, 8, 2, device_array<int>(256));
}

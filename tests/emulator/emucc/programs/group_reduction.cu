// The sum of many numbers: each block by cooperative groups, then all blocks behind a barrier of the grid.
#include "check.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <numeric>
#include <vector>

namespace cg = cooperative_groups;

__global__ void sum(const int* v, int n, int* partial, int* total)
{
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    extern __shared__ int of_warps[];

    int mine = 0;
    for (int i = grid.thread_rank(); i < n; i += grid.size())
        mine += v[i];
    mine = cg::reduce(warp, mine, cg::plus<int>());
    if (warp.thread_rank() == 0)
        of_warps[warp.meta_group_rank()] = mine;
    block.sync();
    if (block.thread_rank() == 0) {
        int of_block = 0;
        for (unsigned w = 0; w < warp.meta_group_size(); ++w)
            of_block += of_warps[w];
        partial[blockIdx.x] = of_block;
    }

    grid.sync();
    if (grid.thread_rank() == 0) {
        int all = 0;
        for (unsigned b = 0; b < gridDim.x; ++b)
            all += partial[b];
        *total = all;
    }
}

int main()
{
    std::vector<int> v(10007);
    std::iota(v.begin(), v.end(), -3000);
    int n = int(v.size()), threads = 128, per_multiprocessor = 0, result = 0;
    cudaDeviceProp properties;
    CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
    expect(properties.cooperativeLaunch, "the device can launch cooperatively");
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, sum, threads, 128));
    int blocks = std::min(16, per_multiprocessor * properties.multiProcessorCount);

    int *d_v, *d_partial, *d_total;
    CUDA_CHECK(cudaMalloc(&d_v, n * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&d_partial, blocks * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&d_total, sizeof(int)));
    CUDA_CHECK(cudaMemcpy(d_v, v.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    void* arguments[] = {(void*)&d_v, (void*)&n, (void*)&d_partial, (void*)&d_total};
    CUDA_CHECK(cudaLaunchCooperativeKernel((void*)sum, dim3(blocks), dim3(threads), arguments,
                                           threads / 32 * sizeof(int), NULL));
    CUDA_CHECK(cudaMemcpy(&result, d_total, sizeof(int), cudaMemcpyDeviceToHost));
    expect(result == std::accumulate(v.begin(), v.end(), 0), "the sum");
    CUDA_CHECK(cudaFree(d_v));
    CUDA_CHECK(cudaFree(d_partial));
    CUDA_CHECK(cudaFree(d_total));
    printf("sum = %d: Test PASSED\n", result);
}

// A scan by warp shuffles: of each warp, of the warps' sums, and of the blocks' sums on the host.
#include "check.h"

#include <vector>

__device__ __forceinline__ int warp_scan(int value)
{
    const int lane = threadIdx.x % warpSize;
    for (int delta = 1; delta < warpSize; delta *= 2) {
        const int before = __shfl_up_sync(0xffffffff, value, delta);
        if (lane >= delta)
            value += before;
    }
    return value;
}

__global__ void __launch_bounds__(256)
    block_scan(const int* __restrict__ in, int* __restrict__ out, int* sums, int n)
{
    __shared__ int of_warps[32];
    const int i = blockIdx.x * blockDim.x + threadIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int value = warp_scan(i < n ? __ldg(&in[i]) : 0);
    if (lane == 31)
        of_warps[warp] = value;
    __syncthreads();
    if (warp == 0) {
        const int sum = warp_scan(lane < (int)blockDim.x / 32 ? of_warps[lane] : 0);
        of_warps[lane] = sum;
    }
    __syncthreads();
    if (warp > 0)
        value += of_warps[warp - 1];
    if (i < n)
        out[i] = value;
    if (threadIdx.x == blockDim.x - 1)
        sums[blockIdx.x] = value;
}

__global__ void add_offsets(int* out, const int* offsets, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && blockIdx.x > 0)
        out[i] += offsets[blockIdx.x - 1];
}

int main()
{
    const int n = 5000, block = 256, grid = (n + block - 1) / block;
    std::vector<int> v(n), sums(grid), result(n);
    for (int i = 0; i < n; ++i)
        v[i] = i % 10;
    int *in, *out, *d_sums;
    CUDA_CHECK(cudaMalloc(&in, n * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&out, n * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&d_sums, grid * sizeof(int)));
    CUDA_CHECK(cudaMemcpy(in, v.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    block_scan<<<grid, block>>>(in, out, d_sums, n);
    CUDA_CHECK(cudaMemcpy(sums.data(), d_sums, grid * sizeof(int), cudaMemcpyDeviceToHost));
    for (int b = 1; b < grid; ++b)
        sums[b] += sums[b - 1];
    CUDA_CHECK(cudaMemcpy(d_sums, sums.data(), grid * sizeof(int), cudaMemcpyHostToDevice));
    add_offsets<<<grid, block>>>(out, d_sums, n);
    CUDA_CHECK(cudaMemcpy(result.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost));
    int sum = 0;
    for (int i = 0; i < n; ++i)
        expect(result[i] == (sum += v[i]), "the scan");
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
    CUDA_CHECK(cudaFree(d_sums));
    printf("Test PASSED\n");
}

// A stencil whose blocks keep their tiles in shared memory over all steps: a cluster's blocks read each other's borders.
#include "check.h"

#include <cooperative_groups.h>
#include <vector>

namespace cg = cooperative_groups;

constexpr int kCluster = 4, kTile = 64;

__device__ float left_of(const cg::cluster_group& cluster, float* tile)
{
    const int rank = cluster.block_rank();
    return rank > 0 ? cluster.map_shared_rank(tile, rank - 1)[kTile - 1] : 0.0f;
}

__device__ float right_of(const cg::cluster_group& cluster, float* tile)
{
    const unsigned rank = cluster.block_rank();
    return rank + 1 < cluster.num_blocks() ? *cluster.map_shared_rank(tile, rank + 1) : 0.0f;
}

__global__ void __cluster_dims__(kCluster, 1, 1) smooth(const float* in, float* out, int steps)
{
    __shared__ float tiles[2][kTile];
    const cg::cluster_group cluster = cg::this_cluster();
    const int t = threadIdx.x, i = blockIdx.x * kTile + t;
    tiles[0][t] = in[i];
    cluster.sync();
    for (int step = 0; step < steps; ++step) {
        float *now = tiles[step % 2], *next = tiles[(step + 1) % 2];
        const float left = t > 0 ? now[t - 1] : left_of(cluster, now);
        const float right = t < kTile - 1 ? now[t + 1] : right_of(cluster, now);
        next[t] = 0.25f * left + 0.5f * now[t] + 0.25f * right;
        cluster.sync();
    }
    out[i] = tiles[steps % 2][t];
}

int main()
{
    const int n = 2 * kCluster * kTile, part = kCluster * kTile, steps = 5;
    std::vector<float> in(n), got(n), want(n);
    for (int i = 0; i < n; ++i)
        want[i] = in[i] = float(i % 13);
    for (int step = 0; step < steps; ++step) {
        const std::vector<float> now = want;
        for (int i = 0; i < n; ++i)
            want[i] = 0.25f * (i % part > 0 ? now[i - 1] : 0) + 0.5f * now[i] +
                      0.25f * (i % part < part - 1 ? now[i + 1] : 0);
    }
    float *d_in, *d_out;
    CUDA_CHECK(cudaMalloc(&d_in, n * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d_out, n * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    smooth<<<n / kTile, kTile>>>(d_in, d_out, steps);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(got.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_out));
    expect(got == want, "the smoothed array");
    printf("Test PASSED\n");
}

// A convolution in one dimension: the mask in constant memory, the tile and its halo in dynamic shared memory.
#include "check.h"

#define RADIUS 3

__constant__ float mask[2 * RADIUS + 1];

__global__ void convolution(const float* in, float* out, int n)
{
    extern __shared__ float tile[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int t = threadIdx.x; t < (int)blockDim.x + 2 * RADIUS; t += blockDim.x) {
        const int from = blockIdx.x * blockDim.x + t - RADIUS;
        tile[t] = from >= 0 && from < n ? in[from] : 0.0f;
    }
    __syncthreads();
    if (i >= n)
        return;
    float sum = 0;
    for (int k = 0; k <= 2 * RADIUS; ++k)
        sum += tile[threadIdx.x + k] * mask[k];
    out[i] = sum;
}

int main()
{
    const int n = 1000, block = 128;
    float in[n], out[n], h_mask[2 * RADIUS + 1];
    for (int i = 0; i < n; ++i)
        in[i] = i % 13;
    for (int k = 0; k <= 2 * RADIUS; ++k)
        h_mask[k] = k + 1;
    float *d_in, *d_out;
    CUDA_CHECK(cudaMalloc(&d_in, sizeof in));
    CUDA_CHECK(cudaMalloc(&d_out, sizeof out));
    CUDA_CHECK(cudaMemcpyToSymbol(mask, h_mask, sizeof h_mask));
    CUDA_CHECK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
    convolution<<<(n + block - 1) / block, block, (block + 2 * RADIUS) * sizeof(float)>>>(d_in, d_out, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; ++i) {
        float sum = 0;
        for (int k = -RADIUS; k <= RADIUS; ++k)
            sum += i + k >= 0 && i + k < n ? in[i + k] * h_mask[k + RADIUS] : 0;
        expect(sum == out[i], "the convolution");
    }
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_out));
    printf("Test PASSED\n");
}

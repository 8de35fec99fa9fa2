// y = a x + y in half precision, two numbers at a time.
#include "check.h"

#include <cuda_fp16.h>

#include <vector>

__global__ void axpy(int n, half a, const half2* x, half2* y)
{
    const int stride = blockDim.x * gridDim.x;
    const half2 a2 = __half2half2(a);
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n / 2; i += stride)
        y[i] = __hfma2(a2, x[i], y[i]);
}

int main()
{
    const int n = 1000;
    std::vector<half> x(n), y(n);
    for (int i = 0; i < n; ++i) {
        x[i] = __float2half(float(i % 50));
        y[i] = __float2half(0.5f);
    }
    half *d_x, *d_y;
    CUDA_CHECK(cudaMalloc(&d_x, n * sizeof(half)));
    CUDA_CHECK(cudaMalloc(&d_y, n * sizeof(half)));
    CUDA_CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(half), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_y, y.data(), n * sizeof(half), cudaMemcpyHostToDevice));
    axpy<<<2, 64>>>(n, __float2half(2.0f), (const half2*)d_x, (half2*)d_y);
    CUDA_CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(half), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; ++i)
        expect(__half2float(y[i]) == 2 * float(i % 50) + 0.5f, "y = a x + y");
    CUDA_CHECK(cudaFree(d_x));
    CUDA_CHECK(cudaFree(d_y));
    printf("Test PASSED\n");
}

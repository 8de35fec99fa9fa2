// c = a b, for matrices whose sizes are no multiples of the tile's.
#include "check.h"

#include <vector>

#define TILE 16

template <typename T>
__global__ void matmul(const T* a, const T* b, T* c, int m, int k, int n)
{
    __shared__ T tile_a[TILE][TILE];
    __shared__ T tile_b[TILE][TILE + 1];
    const int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    T sum = 0;
    for (int t = 0; t < (k + TILE - 1) / TILE; ++t) {
        const int a_column = t * TILE + threadIdx.x, b_row = t * TILE + threadIdx.y;
        tile_a[threadIdx.y][threadIdx.x] = row < m && a_column < k ? a[row * k + a_column] : T(0);
        tile_b[threadIdx.y][threadIdx.x] = b_row < k && column < n ? b[b_row * n + column] : T(0);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < TILE; ++i)
            sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}

int main()
{
    const int m = 50, k = 70, n = 37;
    std::vector<double> a(m * k), b(k * n), c(m * n);
    for (int i = 0; i < m * k; ++i)
        a[i] = i % 7 - 3;
    for (int i = 0; i < k * n; ++i)
        b[i] = i % 5 - 2;

    double *d_a, *d_b, *d_c;
    CUDA_CHECK(cudaMalloc(&d_a, a.size() * sizeof(double)));
    CUDA_CHECK(cudaMalloc(&d_b, b.size() * sizeof(double)));
    CUDA_CHECK(cudaMalloc(&d_c, c.size() * sizeof(double)));
    CUDA_CHECK(cudaMemcpy(d_a, a.data(), a.size() * sizeof(double), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_b, b.data(), b.size() * sizeof(double), cudaMemcpyHostToDevice));
    dim3 blockDim(TILE, TILE);
    dim3 gridDim((n + blockDim.x - 1) / blockDim.x, (m + blockDim.y - 1) / blockDim.y);
    matmul<double><<<gridDim, blockDim>>>(d_a, d_b, d_c, m, k, n);
    CUDA_CHECK(cudaMemcpy(c.data(), d_c, c.size() * sizeof(double), cudaMemcpyDeviceToHost));

    for (int row = 0; row < m; ++row)
        for (int column = 0; column < n; ++column) {
            double sum = 0;
            for (int i = 0; i < k; ++i)
                sum += a[row * k + i] * b[i * n + column];
            expect(sum == c[row * n + column], "c = a b");
        }
    CUDA_CHECK(cudaFree(d_a));
    CUDA_CHECK(cudaFree(d_b));
    CUDA_CHECK(cudaFree(d_c));
    printf("%d x %d x %d: Test PASSED\n", m, k, n);
}

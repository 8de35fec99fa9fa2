// Dynamic parallelism as in a first lecture on it: a child per row, and a tail launch that sees all of them.
#include "check.h"

#include <vector>

#define DEVICE_CHECK(call)                                                                    \
    do {                                                                                      \
        const cudaError_t error_ = (call);                                                    \
        if (error_ != cudaSuccess)                                                            \
            printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error_)); \
    } while (0)

__global__ void sum_row(const float* matrix, float* sums, int row, int columns)
{
    float sum = 0;
    for (int i = threadIdx.x; i < columns; i += blockDim.x)
        sum += matrix[row * columns + i];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x == 0)
        sums[row] = sum;
}

__global__ void largest(const float* sums, int rows, int* found)
{
    int best = 0;
    for (int i = 1; i < rows; ++i)
        if (sums[i] > sums[best])
            best = i;
    *found = best;
}

__global__ void parent(const float* matrix, float* sums, int rows, int columns, int* found)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        cudaStream_t stream;
        DEVICE_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        sum_row<<<1, 32, 0, stream>>>(matrix, sums, row, columns);
        DEVICE_CHECK(cudaGetLastError());
        DEVICE_CHECK(cudaStreamDestroy(stream));
    }
    if (row == 0) {
        largest<<<1, 1, 0, cudaStreamTailLaunch>>>(sums, rows, found);
        DEVICE_CHECK(cudaGetLastError());
    }
}

int main()
{
    const int rows = 50, columns = 70;
    std::vector<float> matrix(rows * columns);
    for (int i = 0; i < rows * columns; ++i)
        matrix[i] = float(i * 37 % 101) + (i / columns == 23 ? 10 : 0);
    float *d_matrix, *d_sums;
    int *d_found, found = -1;
    CUDA_CHECK(cudaMalloc(&d_matrix, matrix.size() * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d_sums, rows * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d_found, sizeof(int)));
    CUDA_CHECK(cudaMemcpy(d_matrix, matrix.data(), matrix.size() * sizeof(float), cudaMemcpyHostToDevice));
    parent<<<2, 32>>>(d_matrix, d_sums, rows, columns, d_found);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(&found, d_found, sizeof(int), cudaMemcpyDeviceToHost));
    std::vector<float> sums(rows);
    CUDA_CHECK(cudaMemcpy(sums.data(), d_sums, rows * sizeof(float), cudaMemcpyDeviceToHost));
    int best = 0;
    for (int row = 0; row < rows; ++row) {
        float sum = 0;
        for (int i = 0; i < columns; ++i)
            sum += matrix[row * columns + i];
        expect(sums[row] == sum, "the sum of a row");
        best = sum > sums[best] ? row : best;
    }
    expect(found == best, "the row with the largest sum");
    CUDA_CHECK(cudaFree(d_matrix));
    CUDA_CHECK(cudaFree(d_sums));
    CUDA_CHECK(cudaFree(d_found));
    printf("Test PASSED\n");
}

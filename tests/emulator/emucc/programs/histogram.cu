// A histogram of bytes: one in shared memory for each block, then added up. Unified memory.
#include "check.h"

#include <cstring>

const int kBins = 256;

__global__ void histogram(const unsigned char* text, size_t n, unsigned* bins)
{
    __shared__ unsigned local[kBins];
    for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x)
        local[bin] = 0;
    __syncthreads();
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&local[text[i]], 1u);
    __syncthreads();
    for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x)
        if (local[bin] > 0)
            atomicAdd(&bins[bin], local[bin]);
}

int main()
{
    const size_t n = 20000;
    unsigned char* text;
    unsigned* bins;
    CUDA_CHECK(cudaMallocManaged(&text, n));
    CUDA_CHECK(cudaMallocManaged(&bins, kBins * sizeof(unsigned)));
    memset(bins, 0, kBins * sizeof(unsigned));
    unsigned want[kBins] = {0};
    for (size_t i = 0; i < n; ++i) {
        text[i] = (unsigned char)(i * i % 251);
        ++want[text[i]];
    }
    int block = 0, grid = 0;
    CUDA_CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, histogram, 0, 0));
    expect(grid > 0 && block > 0, "the block size that occupancy suggests");
    histogram<<<4, 192>>>(text, n, bins);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int bin = 0; bin < kBins; ++bin)
        expect(bins[bin] == want[bin], "the histogram");
    CUDA_CHECK(cudaFree(text));
    CUDA_CHECK(cudaFree(bins));
    printf("Test PASSED\n");
}

// Copies and kernels in several streams, out of pinned memory, timed by events.
#include "check.h"

#include <cmath>

__global__ void kernel(float* a, int offset)
{
    int i = offset + threadIdx.x + blockIdx.x * blockDim.x;
    float x = (float)i;
    a[i] = a[i] + sqrtf(__powf(sinf(x), 2) + __powf(cosf(x), 2));
}

int main()
{
    const int blockSize = 256, nStreams = 4;
    const int n = 4 * blockSize * nStreams, streamSize = n / nStreams,
              streamBytes = streamSize * sizeof(float);
    float *a, *d_a;
    CUDA_CHECK(cudaMallocHost((void**)&a, n * sizeof(float)));
    CUDA_CHECK(cudaMalloc((void**)&d_a, n * sizeof(float)));
    for (int i = 0; i < n; ++i)
        a[i] = 0;

    cudaEvent_t startEvent, stopEvent;
    cudaStream_t stream[nStreams];
    CUDA_CHECK(cudaEventCreate(&startEvent));
    CUDA_CHECK(cudaEventCreate(&stopEvent));
    for (int i = 0; i < nStreams; ++i)
        CUDA_CHECK(cudaStreamCreate(&stream[i]));
    CUDA_CHECK(cudaEventRecord(startEvent, 0));
    for (int i = 0; i < nStreams; ++i) {
        int offset = i * streamSize;
        CUDA_CHECK(cudaMemcpyAsync(&d_a[offset], &a[offset], streamBytes, cudaMemcpyHostToDevice, stream[i]));
        kernel<<<streamSize / blockSize, blockSize, 0, stream[i]>>>(d_a, offset);
        CUDA_CHECK(cudaMemcpyAsync(&a[offset], &d_a[offset], streamBytes, cudaMemcpyDeviceToHost, stream[i]));
    }
    CUDA_CHECK(cudaEventRecord(stopEvent, 0));
    CUDA_CHECK(cudaEventSynchronize(stopEvent));
    float ms = -1;
    CUDA_CHECK(cudaEventElapsedTime(&ms, startEvent, stopEvent));
    expect(ms >= 0, "the time");
    for (int i = 0; i < n; ++i)
        expect(fabs(a[i] - 1) < 1e-5, "sin^2 + cos^2 = 1");

    CUDA_CHECK(cudaEventDestroy(startEvent));
    CUDA_CHECK(cudaEventDestroy(stopEvent));
    for (int i = 0; i < nStreams; ++i)
        CUDA_CHECK(cudaStreamDestroy(stream[i]));
    CUDA_CHECK(cudaFree(d_a));
    CUDA_CHECK(cudaFreeHost(a));
    CUDA_CHECK(cudaDeviceReset());
    printf("Test PASSED\n");
}

// Memory in the order of a stream, from the device's pool and from one of its own.
#include "check.h"

__global__ void add_one(int* v, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] += 1;
}

int main()
{
    constexpr int kN = 1000;
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));

    cudaMemPool_t pool, own, current;
    CUDA_CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
    unsigned long long threshold = ~0ull, used = 0, kept = 0;
    CUDA_CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    CUDA_CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept));
    expect(kept == threshold, "the threshold");

    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    CUDA_CHECK(cudaMemPoolCreate(&own, &properties));
    CUDA_CHECK(cudaDeviceSetMemPool(0, own));
    CUDA_CHECK(cudaDeviceGetMemPool(&current, 0));
    expect(current == own, "the current pool");

    int *d, *e, h[kN];
    CUDA_CHECK(cudaMallocAsync(&d, sizeof h, stream));
    CUDA_CHECK(cudaMallocFromPoolAsync(&e, sizeof h, own, stream));
    CUDA_CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &used));
    expect(used >= 2 * sizeof h, "the bytes in use");
    CUDA_CHECK(cudaMemset2DAsync(d, kN / 10 * sizeof(int), 0, kN / 10 * sizeof(int), 10, stream));
    add_one<<<(kN + 255) / 256, 256, 0, stream>>>(d, kN);
    CUDA_CHECK(cudaMemcpyPeerAsync(e, 0, d, 0, sizeof h, stream));
    add_one<<<(kN + 255) / 256, 256, 0, stream>>>(e, kN);
    CUDA_CHECK(cudaMemcpyAsync(h, e, sizeof h, cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaFreeAsync(d, stream));
    CUDA_CHECK(cudaFreeAsync(e, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    for (int i = 0; i < kN; ++i)
        expect(h[i] == 2, "every number is 2");

    cudaPitchedPtr box;
    const cudaExtent extent = make_cudaExtent(33, 5, 3);
    CUDA_CHECK(cudaMalloc3D(&box, extent));
    CUDA_CHECK(cudaMemset3DAsync(box, 7, extent, stream));
    char corner = 0;
    CUDA_CHECK(cudaMemcpyAsync(&corner, (char*)box.ptr + (2 * 5 + 4) * box.pitch + 32, 1,
                               cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    expect(corner == 7, "the last byte of the box");
    CUDA_CHECK(cudaFree(box.ptr));

    CUDA_CHECK(cudaMemPoolTrimTo(own, 0));
    CUDA_CHECK(cudaMemPoolDestroy(own));
    expect(cudaMemPoolTrimTo(own, 0) == cudaErrorInvalidValue, "the pool has ended");
    (void)cudaGetLastError();
    CUDA_CHECK(cudaStreamDestroy(stream));
    printf("Test PASSED\n");
}

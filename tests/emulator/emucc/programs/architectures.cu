// Code that asks for the architecture, as programs for several generations of GPUs do.
#include <cstdio>

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 350
#error this program needs a GPU of compute capability 3.5
#endif

#if __CUDA_ARCH__ >= 300
__device__ int sum_of_warp(int x)
{
    for (int distance = 16; distance > 0; distance /= 2)
        x += __shfl_down_sync(0xffffffff, x, distance);
    return x;
}
#else
__device__ int sum_of_warp(int)
{
    return -1;  // no shuffles before Kepler
}
#endif

__global__ void sums(int* out)
{
#if __CUDA_ARCH__ >= 600
    const int sum = sum_of_warp(threadIdx.x);
    if (threadIdx.x == 0)
        out[0] = sum;
#endif
}

template <int factor>
__global__ void scale(int* out)
{
#if __CUDA_ARCH__ >= 700
    out[1] = factor * out[0];
#else
    out[1] = 0;
#endif
}

int main()
{
    int *out, found[2] = {};
    cudaMalloc(&out, sizeof found);
    sums<<<1, 32>>>(out);
    scale<3><<<1, 1>>>(out);
    cudaMemcpy(found, out, sizeof found, cudaMemcpyDeviceToHost);
    cudaFree(out);
    const bool right = found[0] == 496 && found[1] == 3 * 496;
    printf("%d %d\nTest %s\n", found[0], found[1], right ? "PASSED" : "FAILED");
    return !right;
}

#include <cstdio>
#include <cstring>
__global__ void hist(const unsigned char* pixels, int n, unsigned* h)
{
    __shared__ unsigned counts[256];
    for (int bin = threadIdx.x; bin < 256; bin += blockDim.x)
        counts[bin] = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&counts[pixels[i]], 1u);
    __syncthreads();
    for (int bin = threadIdx.x; bin < 256; bin += blockDim.x)
        atomicAdd(&h[bin], counts[bin]);
}
__global__ void divide(int* out, int d)
{
    out[threadIdx.x] = 100 / (d + (threadIdx.x != 3));
    __syncthreads();
    out[threadIdx.x + 32] = 1 % (int(threadIdx.x) - 5);
}
__global__ void sum_forever(const int* v, int n, int* out, int stride)
{
    int s = 0;
    for (int i = threadIdx.x; i < n; i += 0 * stride)
        s += v[i];
    out[threadIdx.x] = s;
}
__global__ void store_forever(int n, int* out, int stride)
{
    for (int i = threadIdx.x; i < n; i += 0 * stride)
        out[i] = i;
}
__global__ void wait_forever(int* out)
{
    __shared__ int partial[64];
    partial[threadIdx.x] = 1;
    __syncthreads();
    while (partial[0] != 12345) {
    }
    out[threadIdx.x] = 1;
}
__global__ void wait_volatile(int* out)
{
    __shared__ volatile int partial[64];
    partial[threadIdx.x] = 1;
    __syncthreads();
    while (partial[0] != 12345) {
    }
    out[threadIdx.x] = 1;
}
__global__ void spin(int n, int stride, int* out)
{
    int k = 0;
    for (int i = threadIdx.x; i < n; i += 0 * stride)
        k++;
    out[threadIdx.x] = k;
}
int main(int argc, char** argv)
{
    int* d;
    cudaMalloc(&d, 1 << 20);
    cudaMemset(d, 0, 1 << 20);
    int blocks = argc > 2 ? atoi(argv[2]) : 1;
    const char* a = argv[1];
    if (!strcmp(a, "hist"))
        hist<<<64, 256>>>((unsigned char*)d, 100000, (unsigned*)d + 100000);
    if (!strcmp(a, "divide"))
        divide<<<blocks, 32>>>(d, 0);
    if (!strcmp(a, "sum"))
        sum_forever<<<blocks, 64>>>(d, 1000, d + 1000, 64);
    if (!strcmp(a, "store"))
        store_forever<<<blocks, 64>>>(1000, d + 1000, 64);
    if (!strcmp(a, "wait"))
        wait_forever<<<blocks, 64>>>(d);
    if (!strcmp(a, "volatile"))
        wait_volatile<<<blocks, 64>>>(d);
    if (!strcmp(a, "spin"))
        spin<<<blocks, 64>>>(1000, 64, d);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

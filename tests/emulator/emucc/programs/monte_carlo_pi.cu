// Pi by random points, with a state per thread that a kernel of its own sets up, as NVIDIA's and most courses' example.
#include "check.h"

#include <cuda_runtime.h>

#include <curand_kernel.h>
#include <math.h>
#include <stdio.h>

#define THREADS 256
#define BLOCKS 16
#define POINTS 100

__global__ void setup_kernel(curandState* state, unsigned long seed)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    curand_init(seed, id, 0, &state[id]);
}

__global__ void count_kernel(curandState* state, unsigned int* counts)
{
    __shared__ unsigned int cache[THREADS];
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned int inside = 0;
    curandState localState = state[id];
    for (int i = 0; i < POINTS; i++) {
        float x = curand_uniform(&localState);
        float y = curand_uniform(&localState);
        if (x * x + y * y <= 1.0f)
            inside++;
    }
    state[id] = localState;
    cache[threadIdx.x] = inside;
    __syncthreads();
    for (int i = THREADS / 2; i > 0; i /= 2) {
        if (threadIdx.x < i)
            cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        counts[blockIdx.x] = cache[0];
}

// A path of a share's price per thread, with normal numbers straight from the state in global memory.
__global__ void walk_kernel(curandStatePhilox4_32_10_t* state, float* ends)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    curand_init(1234ULL, id, 0, &state[id]);
    float price = 100.0f;
    for (int i = 0; i < 8; i++)
        price *= expf(-0.005f + 0.1f * curand_normal(&state[id]));
    ends[id] = price;
}

int main()
{
    curandState* devStates;
    unsigned int *devCounts, counts[BLOCKS];
    CUDA_CHECK(cudaMalloc((void**)&devStates, BLOCKS * THREADS * sizeof(curandState)));
    CUDA_CHECK(cudaMalloc((void**)&devCounts, sizeof(counts)));
    setup_kernel<<<BLOCKS, THREADS>>>(devStates, 1234UL);
    count_kernel<<<BLOCKS, THREADS>>>(devStates, devCounts);
    CUDA_CHECK(cudaMemcpy(counts, devCounts, sizeof(counts), cudaMemcpyDeviceToHost));
    unsigned long long total = 0;
    for (int i = 0; i < BLOCKS; i++)
        total += counts[i];
    double pi = 4.0 * total / (BLOCKS * THREADS * POINTS);
    printf("pi = %f\n", pi);

    curandStatePhilox4_32_10_t* devPhilox;
    float *devEnds, *ends = (float*)malloc(BLOCKS * THREADS * sizeof(float));
    CUDA_CHECK(cudaMalloc((void**)&devPhilox, BLOCKS * THREADS * sizeof(curandStatePhilox4_32_10_t)));
    CUDA_CHECK(cudaMalloc((void**)&devEnds, BLOCKS * THREADS * sizeof(float)));
    walk_kernel<<<BLOCKS, THREADS>>>(devPhilox, devEnds);
    CUDA_CHECK(cudaMemcpy(ends, devEnds, BLOCKS * THREADS * sizeof(float), cudaMemcpyDeviceToHost));
    double mean = 0;
    for (int i = 0; i < BLOCKS * THREADS; i++)
        mean += ends[i] / (BLOCKS * THREADS);
    printf("mean price = %f\n", mean);

    // The count is cuRAND's own for these seeds.
    printf(total == 321347 && fabs(mean - 100) < 1.5 ? "Test PASSED\n" : "Test FAILED\n");
    free(ends);
    cudaFree(devStates);
    cudaFree(devCounts);
    cudaFree(devPhilox);
    cudaFree(devEnds);
    return 0;
}

// As programs of ten years ago have it: names that CUDA gave up, and no #include for what nvcc brings along. lerp() is
// std::lerp()'s name only since C++20.
__device__ __host__ float lerp(float a, float b, float t)
{
    return a + t * (b - a);
}

#if !defined(__NVCC__) || __CUDACC_VER_MAJOR__ < 9
#error the compiler is too old
#endif
#if __CUDA_ARCH__ < 600
// As CUDA's guide has it for GPUs that cannot add double atomically.
__device__ double atomicAdd(double* address, double value)
{
    unsigned long long* bits = (unsigned long long*)address;
    unsigned long long old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
#endif

__device__ double halves = 0;

__global__ void add_half()
{
    atomicAdd(&halves, 0.5);
}

__global__ void least_and_lerp(int* least, float* middle)
{
    assert(blockDim.x == 32);
    __shared__ int shared_least;
    if (threadIdx.x == 0)
        shared_least = INT_MAX;
    __syncthreads();
    atomicMin(&shared_least, int(100 - threadIdx.x));
    __syncthreads();
    if (threadIdx.x == 0) {
        *least = shared_least;
        *middle = lerp(1.0f, 2.0f, 0.5f);
    }
}

int main()
{
    int *d_least, least = 0;
    float *d_middle, middle = FLT_MAX;
    cudaMalloc((void**)&d_least, sizeof(int));
    cudaMalloc((void**)&d_middle, sizeof(float));

    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    char words[100] = "x";
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    least_and_lerp<<<1, 32, 0, stream>>>(d_least, d_middle);
    cudaStreamEndCapture(stream, &graph);
    if (cudaGraphInstantiate(&ready, graph, NULL, words, sizeof words) != cudaSuccess || words[0])
        exit(1);
    cudaGraphLaunch(ready, stream);
    cudaThreadSynchronize();
    cudaGraphExecDestroy(ready);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);

    cudaMemcpy(&least, d_least, sizeof least, cudaMemcpyDeviceToHost);
    cudaMemcpy(&middle, d_middle, sizeof middle, cudaMemcpyDeviceToHost);
    cudaFree(d_least);
    cudaFree(d_middle);
    double sum = 0;
    add_half<<<2, 32>>>();
    cudaMemcpyFromSymbol(&sum, halves, sizeof sum);
    printf(sum == 32 && least == 69 && middle == 1.5f && std::sqrt(4.0) == 2 ? "Test PASSED\n"
                                                                             : "Test FAILED\n");
    cudaThreadExit();
}

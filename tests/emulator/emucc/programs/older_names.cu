// As programs of ten years ago have it: names that CUDA gave up, and no #include for what nvcc brings along. lerp() is
// std::lerp()'s name only since C++20.
__device__ __host__ float lerp(float a, float b, float t)
{
    return a + t * (b - a);
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
    printf(least == 69 && middle == 1.5f && std::sqrt(4.0) == 2 ? "Test PASSED\n" : "Test FAILED\n");
    cudaThreadExit();
}

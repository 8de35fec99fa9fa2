// Global objects whose constructors and destructors call CUDA, before and after all of main().
#include <cstdio>
#include <cstdlib>
#include <vector>

__constant__ int increment[2] = {1, 2};

__global__ void add(int* data, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] += increment[i % 2];
}

struct Workspace {
    static constexpr int kCount = 1000;
    cudaStream_t stream{};
    cudaEvent_t event{};
    int *device = nullptr, *pinned = nullptr;

    Workspace()
    {
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        cudaEventCreate(&event);
        cudaMalloc(&device, kCount * sizeof(int));
        cudaMallocHost(&pinned, kCount * sizeof(int));
        run(0);
    }
    ~Workspace()
    {
        run(100);
        cudaFreeHost(pinned);
        cudaFree(device);
        cudaEventDestroy(event);
        cudaStreamDestroy(stream);
    }
    void run(int value)
    {
        for (int i = 0; i < kCount; ++i)
            pinned[i] = value;
        cudaMemcpyAsync(device, pinned, kCount * sizeof(int), cudaMemcpyHostToDevice, stream);
        add<<<4, 256, 0, stream>>>(device, kCount);
        cudaMemcpyAsync(pinned, device, kCount * sizeof(int), cudaMemcpyDeviceToHost, stream);
        cudaEventRecord(event, stream);
        if (cudaEventSynchronize(event) != cudaSuccess || pinned[kCount - 1] != value + 2) {
            std::printf("%d in place of %d\n", pinned[kCount - 1], value + 2);
            std::_Exit(2);
        }
    }
};

Workspace workspace;

int main()
{
    static Workspace another;
    workspace.run(10);
    another.run(20);
}

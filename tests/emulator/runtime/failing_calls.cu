// Prints what each of its calls returns.
#include <cstdio>

__global__ void add_one(int* d)
{
    d[threadIdx.x] += 1;
}

__constant__ int table[4];

static int say(const char* call, cudaError_t error)
{
    std::printf("%s: %s\n", call, cudaGetErrorName(error));
    return error;
}
#define SAY(name, call) failed |= say(name, call)

int main()
{
    int failed = 0, host[32] = {}, *d = nullptr, *other = nullptr;
    SAY("allocation 1", cudaMalloc(&d, sizeof host));
    SAY("allocation 2", cudaMallocManaged(&other, sizeof host));
    if (failed)
        return 1;
    SAY("fill 1", cudaMemset(d, 0, sizeof host));
    SAY("fill 2", cudaMemset2D(d, 64, 0, 16, 2));
    SAY("fill 3", cudaMemset3D({d, 64, 64, 1}, 0, {16, 1, 2}));
    SAY("copy 1", cudaMemcpy(d, host, sizeof host, cudaMemcpyHostToDevice));
    SAY("copy 2", cudaMemcpy2D(d, 64, host, 64, 16, 2, cudaMemcpyHostToDevice));
    SAY("copy 3", cudaMemcpyToSymbol(table, host, sizeof table));
    if (!failed) {
        add_one<<<1, 32>>>(d);  // launch 1
        SAY("launch 1", cudaGetLastError());
        SAY("kernel 1", cudaDeviceSynchronize());
        add_one<<<1, 32>>>(d);  // launch 2
        SAY("launch 2", cudaGetLastError());
        SAY("kernel 2", cudaDeviceSynchronize());
        SAY("copy 4", cudaMemcpyAsync(host, d, sizeof host, cudaMemcpyDeviceToHost, nullptr));
        std::printf("%d\n", host[31]);
    }
    cudaFree(other);
    cudaFree(d);
    return failed != 0;
}

// plain_differences: solution
//
// Memory, copy, launch, copy back, release; every call is checked, and a launch of 0 blocks is avoided.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

// Ends the program if a CUDA call failed.
static void check(cudaError_t result, const char* call)
{
    if (result != cudaSuccess) {
        std::fprintf(stderr, "%s: %s\n", call, cudaGetErrorString(result));
        std::exit(1);
    }
}
#define CHECK(call) check(call, #call)

// d[i] = v[i + 1] - v[i], for n differences.
__global__ void subtract(const int* v, int n, int* d)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        d[i] = v[i + 1] - v[i];
}

// The differences of adjacent numbers, one fewer than there are numbers.
static std::vector<int> differences(const std::vector<int>& v)
{
    const int n = static_cast<int>(v.size()) - 1, block = 256;
    if (n == 0)
        return {};

    int *d_v = nullptr, *d_d = nullptr;
    CHECK(cudaMalloc(&d_v, v.size() * sizeof(int)));
    CHECK(cudaMalloc(&d_d, n * sizeof(int)));
    CHECK(cudaMemcpy(d_v, v.data(), v.size() * sizeof(int), cudaMemcpyHostToDevice));

    subtract<<<(n + block - 1) / block, block>>>(d_v, n, d_d);
    CHECK(cudaGetLastError());

    std::vector<int> d(n);
    CHECK(cudaMemcpy(d.data(), d_d, n * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_v));
    CHECK(cudaFree(d_d));
    return d;
}

int main(int argc, char** argv)
{
    const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
    if (n < 1 || n > 1000000) {
        std::fprintf(stderr, "usage: %s N, with N from 1 to 1000000\n", argv[0]);
        return 2;
    }
    std::vector<int> v(n);
    for (int i = 0; i < n; ++i)
        v[i] = static_cast<int>(i * 7919LL % 1009);

    const std::vector<int> d = differences(v);

    std::printf("%d numbers, %d differences\n", n, static_cast<int>(d.size()));
    long long rises = 0;
    for (int difference : d)
        rises += difference > 0;
    if (!d.empty())
        std::printf("first %d, last %d, rises %lld\n", d.front(), d.back(), rises);
}

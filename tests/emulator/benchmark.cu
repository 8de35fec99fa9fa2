// What the emulator costs: nanoseconds per access, thread, barrier and shuffle, on one core.
//
//   emulator_benchmark          all checks, and divergence counted per basic block
//   emulator_benchmark plain    all checks, no divergence
#include "emulator.h"

#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

constexpr int kTile = 16;

__global__ void saxpy(int n, float a, const float* x, float* y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = a * x[i] + y[i];
}

__global__ void matmul(float* c, const float* a, const float* b, int n)
{
    __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * kTile + ty, column = blockIdx.x * kTile + tx;
    float sum = 0;
    for (int m = 0; m < n / kTile; ++m) {
        a_tile[ty][tx] = a[row * n + m * kTile + tx];
        b_tile[ty][tx] = b[(m * kTile + ty) * n + column];
        __syncthreads();
        for (int k = 0; k < kTile; ++k)
            sum += a_tile[ty][k] * b_tile[k][tx];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

__global__ void empty() {}

__global__ void barriers(int times)
{
    for (int i = 0; i < times; ++i)
        __syncthreads();
}

__global__ void shuffles(int* out, int times)
{
    int v = threadIdx.x;
    for (int i = 0; i < times; ++i)
        v = __shfl_xor_sync(0xffffffff, v, 1) + 1;
    out[threadIdx.x] = v;
}

template <class F>
void measure(const char* what, double units, const char* unit, F launch)
{
    const auto start = std::chrono::steady_clock::now();
    launch();
    const double ns =
        std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
    std::printf("%-10s %9.1f ms %7.1f ns per %s\n", what, ns / 1e6, ns / units, unit);
}

float* filled(int n)
{
    const std::vector<float> ones(n, 1.0f);
    float* d = nullptr;
    cudaMalloc(&d, n * sizeof(float));
    cudaMemcpy(d, ones.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    return d;
}

}  // namespace

int main(int argc, char** argv)
{
    emu::options().count_divergence = !(argc > 1 && std::strcmp(argv[1], "plain") == 0);
    constexpr int kElements = 1 << 20, kSize = 256;
    float *x = filled(kElements), *y = filled(kElements), *c = filled(kSize * kSize);
    int* out = nullptr;
    cudaMalloc(&out, 1024 * sizeof(int));

    measure("saxpy", 3.0 * kElements, "access", [&] { saxpy<<<512, 256>>>(kElements, 2.0f, x, y); });
    const double loads_and_stores = (2.0 * kSize / kTile * (2 + kTile) + 1) * kSize * kSize;
    const dim3 tiles(kSize / kTile, kSize / kTile);
    measure("matmul", loads_and_stores, "access",
            [&] { matmul<<<tiles, dim3(kTile, kTile)>>>(c, x, y, kSize); });
    measure("empty", 1 << 20, "thread", [&] { empty<<<1024, 1024>>>(); });
    measure("barrier", 1000 * 1024.0, "thread and barrier", [&] { barriers<<<1, 1024>>>(1000); });
    measure("shuffle", 1000 * 256.0, "thread and shuffle", [&] { shuffles<<<1, 256>>>(out, 1000); });
    return cudaDeviceSynchronize() != cudaSuccess;
}

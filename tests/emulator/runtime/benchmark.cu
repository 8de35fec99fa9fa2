// What the emulator costs: nanoseconds per access, thread, barrier and shuffle, on one core.
//
//   emulator_benchmark          all checks, and divergence counted per basic block
//   emulator_benchmark plain    all checks, no divergence
//   emulator_benchmark check    both; fails if something takes over 2.5 times as long as it should
#include "emulator.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
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

// Time of the processor, which other programs on the machine disturb less.
double seconds()
{
    return double(std::clock()) / CLOCKS_PER_SEC;
}

// How much slower this machine is than the one that the expected times are of: by arithmetic that no cache helps.
double slowness()
{
    constexpr int kSteps = 50'000'000;
    constexpr double kExpected = 1.5e-9;  // seconds per step
    double best = 1;
    for (int run = 0; run < 3; ++run) {
        const double start = seconds();
        volatile unsigned end = 1;
        unsigned x = 1;
        for (int i = 0; i < kSteps; ++i)
            x = x * 1664525 + 1013904223;
        end = x;
        best = std::min(best, seconds() - start + 0.0 * end);
    }
    return best / kSteps / kExpected;
}

bool checks = false;
bool all_in_time = true;
double machine = 1;

// Seconds of one launch. The clock of processor time may advance in steps of 10 ms, so that one launch says little.
template <class F>
double seconds_of(F launch)
{
    constexpr double kLeast = 0.1;
    const double start = seconds();
    int launches = 0;
    double spent = 0;
    do {
        launch();
        ++launches;
        spent = seconds() - start;
    } while (spent < kLeast);
    return spent / launches;
}

// expected: nanoseconds per unit.
template <class F>
void measure(const char* what, double units, const char* unit, double expected, F launch)
{
    constexpr int kMostRuns =
        10;  // until one is in time: other programs on the machine may disturb some of them
    double ns = 1e18;
    bool in_time = false;
    for (int run = 0; run < (checks ? kMostRuns : 1) && !in_time; ++run) {
        ns = std::min(ns, seconds_of(launch) * 1e9);
        in_time = ns / units < 2.5 * machine * expected;
    }
    all_in_time &= in_time;
    std::printf("%-10s %9.1f ms %7.1f ns per %s%s\n", what, ns / 1e6, ns / units, unit,
                checks && !in_time ? ": TOO SLOW" : "");
}

float* filled(int n)
{
    const std::vector<float> ones(n, 1.0f);
    float* d = nullptr;
    cudaMalloc(&d, n * sizeof(float));
    cudaMemcpy(d, ones.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    return d;
}

void measure_all(bool divergence)
{
    emu::options().count_divergence = divergence;
    std::printf("all checks, divergence %s\n", divergence ? "counted" : "not counted");
    const auto expected = [&](double with, double without) { return divergence ? with : without; };
    constexpr int kElements = 1 << 20, kSize = 256;
    static float *x = filled(kElements), *y = filled(kElements), *c = filled(kSize * kSize);
    static int* out = nullptr;
    if (!out)
        cudaMalloc(&out, 1024 * sizeof(int));

    measure("saxpy", 3.0 * kElements, "access", expected(42, 30),
            [&] { saxpy<<<512, 256>>>(kElements, 2.0f, x, y); });
    const double loads_and_stores = (2.0 * kSize / kTile * (2 + kTile) + 1) * kSize * kSize;
    const dim3 tiles(kSize / kTile, kSize / kTile);
    measure("matmul", loads_and_stores, "access", expected(40, 28),
            [&] { matmul<<<tiles, dim3(kTile, kTile)>>>(c, x, y, kSize); });
    measure("empty", 1 << 20, "thread", expected(90, 30), [&] { empty<<<1024, 1024>>>(); });
    measure("barrier", 1000 * 1024.0, "thread and barrier", expected(47, 14),
            [&] { barriers<<<1, 1024>>>(1000); });
    measure("shuffle", 1000 * 256.0, "thread and shuffle", expected(50, 15),
            [&] { shuffles<<<1, 256>>>(out, 1000); });
}

}  // namespace

int main(int argc, char** argv)
{
    const char* mode = argc > 1 ? argv[1] : "";
    checks = std::strcmp(mode, "check") == 0;
    if (checks) {
        machine = slowness();
        std::printf("this machine: %.2f times the expected times\n", machine);
    }
    if (checks || std::strcmp(mode, "plain") != 0)
        measure_all(true);
    if (checks || std::strcmp(mode, "plain") == 0)
        measure_all(false);
    return cudaDeviceSynchronize() != cudaSuccess || (checks && !all_in_time);
}

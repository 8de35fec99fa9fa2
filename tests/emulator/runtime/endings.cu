// A program that ends in the way that its argument names: endings_test.cpp looks at what it then prints.
#include <cstdio>
#include <cstring>

namespace {

__global__ void fill(int* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

__global__ void count_for_ever(int* out)
{
    for (;;)
        atomicAdd(out, 1);
}

__global__ void compute_for_ever(unsigned* out)
{
    unsigned x = 1, steps = 0;
    while (x != 0) {  // xorshift never gets to 0
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        ++steps;
    }
    *out = steps;
}

__global__ void stand_still(int* out, int n, int step)
{
    int count = 0;
    for (int i = threadIdx.x; i < n; i += 0 * step)
        ++count;
    out[threadIdx.x] = count;
}

__global__ void divide(int* out, int by)
{
    out[threadIdx.x] = 100 / by;
}

}  // namespace

int main(int argc, char** argv)
{
    const char* ending = argc > 1 ? argv[1] : "well";
    const auto is = [&](const char* name) { return std::strcmp(ending, name) == 0; };
    constexpr int kNumbers = 1000;
    int *d, *kept;
    cudaMalloc(&d, kNumbers * sizeof(int));
    cudaMemset(d, 0, kNumbers * sizeof(int));

    std::printf("starts\n");
    std::fflush(stdout);
    if (is("count for ever"))
        count_for_ever<<<1, 32>>>(d);
    if (is("stand still"))
        stand_still<<<100, 64>>>(d, kNumbers, 1);
    if (is("divide by zero"))
        divide<<<1, 32>>>(d, argc - 2);  // 0, which the compiler does not know
    if (is("compute for ever"))
        compute_for_ever<<<1, 32>>>((unsigned*)d);
    if (is("before the first allocation"))
        fill<<<4, 256>>>(d - 15, kNumbers);
    if (is("before the first managed allocation")) {
        cudaMallocManaged(&kept, 24);
        fill<<<1, 32>>>(kept - 15, 1);
    }
    fill<<<4, 256>>>(d, is("out of bounds") ? kNumbers + 2 : kNumbers);
    fill<<<4, 256>>>(d, kNumbers);
    if (is("no blocks"))
        fill<<<0, 256>>>(d, kNumbers);
    if (is("leak")) {
        cudaMalloc(&kept, 24);
        cudaMallocManaged(&kept, 1000);
    }
    cudaFree(d);
    std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}

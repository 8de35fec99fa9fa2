// A program that ends in the way that its argument names: endings_test.cpp looks at what it then prints.
#include "emulator.h"

#include <cstdio>
#include <cstring>
#include <ctime>

namespace {

__global__ void fill(int* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

__global__ void add_one(const int* in, int* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] + 1;
}

__global__ void mark_large(const int* in, int* marks, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 1000)
        marks[i] = 1;
}

__global__ void print_first(const int* in)
{
    printf("first: %d\n", in[0] > 0);
}

__global__ void answer(volatile int* turn)
{
    while (*turn == 0) {
    }
    *turn = 2;
}

// The last warp of the block has 16 lanes.
__global__ void sum_warps(int* sums)
{
    int sum = 1;
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = sum;
}

// Launches kernels on memory that nobody has set; then, or not, does what makes their results matter.
void warm_up(const char* ending, int* d, int n)
{
    const auto is = [&](const char* name) { return std::strcmp(ending, name) == 0; };
    int *in, *marks, result = 0;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&marks, n * sizeof(int));
    cudaMemset(marks, 0, n * sizeof(int));
    const int blocks = (n + 127) / 128;
    for (int i = 0; i < 2; ++i)
        add_one<<<blocks, 128>>>(in, d, n);
    if (is("warm up and print"))
        print_first<<<1, 1>>>(d);
    if (is("warm up and decide"))
        mark_large<<<blocks, 128>>>(d, marks, n);  // stores nothing here, but it might
    if (!is("warm up and use"))
        cudaMemset(in, 0, n * sizeof(int));
    if (!is("warm up for nothing"))
        add_one<<<blocks, 128>>>(in, d, is("warm up and overwrite a part") ? n - 1 : n);
    if (!is("warm up for nothing") && !is("warm up and print"))
        cudaMemcpy(&result, d + n - 1, sizeof result, cudaMemcpyDeviceToHost);
    cudaMemcpy(&result, marks, is("warm up and decide") ? sizeof result : 0, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(marks);
}

__global__ void store_for_ever(const int* in, int n, int* out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < n)
        out[i] = in[i] + n;  // for ever
}

__global__ void count_for_ever(int* out)
{
    for (;;)
        atomicAdd(out, 1);
}

// Forgets to go on to the next element.
__global__ void add_for_ever(const int* in, int n, int* out)
{
    int sum = 0;
    for (int i = threadIdx.x; i < n;)
        sum += in[i];
    *out = sum;
}

__global__ void synchronise_for_ever(int* out, int step)
{
    for (int s = 1; s < 32; s += 0 * step)
        __syncthreads();  // for ever
    *out = step;
}

__global__ void end_at_once(int* out, int n)
{
    if (n == 0)
        *out = n;
}

// Threads from n on leave. Of the others, the first warp may have a barrier of its own.
__global__ void meet(int* out, unsigned n, bool apart)
{
    if (threadIdx.x >= n)
        return;
    if (apart && threadIdx.x < 32)
        __syncthreads();
    else
        __syncthreads();  // of the others
    out[threadIdx.x] = 1;
}

__constant__ int table[4];

__global__ void read_table(const int* in, int* out)
{
    *out = in[3];
}

// Stores nothing, as it does not find the number.
__global__ void look(int* d)
{
    if (*d == 123456789)
        *d = 0;
}

__global__ void step(int* changed, int* steps, int by)
{
    *changed = 1;
    *steps += by;
}

__global__ void watch_the_clock(int* out)
{
    while (clock64() >= 0)
        ;
    *out = 1;
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

// Not in an unnamed namespace: its shared array belongs to a function that other files may know, too.
template <class T>
__global__ void store_far_past_shared(T* out, int far)
{
    __shared__ T tile[32];
    tile[threadIdx.x] = T(threadIdx.x);
    T* p = tile + far;
    *p = 1;
    out[threadIdx.x] = tile[threadIdx.x];
}

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
    if (std::strncmp(ending, "warm up", 7) == 0)
        warm_up(ending, d, kNumbers);
    if (is("shuffle from nowhere"))
        for (int i = 0; i < 3; ++i)
            sum_warps<<<1, 48>>>(d);
    if (is("shuffle from nowhere and use")) {
        sum_warps<<<1, 48>>>(d);
        cudaMemcpy(d + 2, d, 2 * sizeof(int), cudaMemcpyDeviceToDevice);
    }
    if (is("store for ever"))
        store_for_ever<<<2, 256>>>(d, kNumbers / 2, d + kNumbers / 2);
    if (is("count for ever"))
        count_for_ever<<<1, 32>>>(d);
    if (is("stand still"))
        stand_still<<<100, 64>>>(d, kNumbers, 1);
    if (is("store far past shared memory"))
        store_far_past_shared<<<1, 32>>>(d, 12000);
    if (is("divide by zero"))
        divide<<<1, 32>>>(d, argc - 2);  // 0, which the compiler does not know
    if (is("synchronise for ever"))
        synchronise_for_ever<<<2, 64>>>(d, 1);
    if (is("add for ever"))
        add_for_ever<<<1, 32>>>(d, kNumbers, d + 1);
    if (is("copy to the name of a constant")) {
        const int values[4] = {1, 2, 3, 4};
        cudaMemcpy(table, values, sizeof values, cudaMemcpyHostToDevice);
    }
    if (is("pass a constant"))
        read_table<<<1, 1>>>(table, d);
    if (is("call a kernel")) {
        void (*const kernel)(int*, int) = fill;
        kernel(d, kNumbers);
    }
    if (is("read device memory"))
        std::printf("%d\n", d[1]);
    if (is("write to freed pinned memory")) {
        cudaMallocHost(&kept, 24);
        cudaFreeHost(kept);
        kept[1] = argc;
    }
    if (is("play ping-pong with the host")) {
        volatile int* turn = nullptr;
        cudaHostAlloc((void**)&turn, sizeof(int), cudaHostAllocMapped);
        *turn = 0;
        answer<<<1, 1>>>(turn);
        *turn = 1;
        while (*turn == 1) {
        }
    }
    if (is("follow a null pointer"))
        *(volatile int*)(argc - 2L) = 1;  // 0, which the compiler does not know
    if (is("many blocks"))
        end_at_once<<<1 << 30, 1>>>(d, kNumbers);
    if (is("wait in the host") || is("wait blindly") || is("take long in the host")) {
        const bool gets_on = is("take long in the host"), looks = !is("wait blindly");
        const double start = double(std::clock()) / CLOCKS_PER_SEC;
        for (int changed = 1; changed;) {
            step<<<1, 1>>>(d, d + 1, gets_on);
            const cudaError_t error = cudaMemcpy(&changed, d, sizeof changed, cudaMemcpyDeviceToHost);
            if ((error != cudaSuccess && looks) ||
                (gets_on && double(std::clock()) / CLOCKS_PER_SEC - start > 0.25))
                changed = 0;
        }
    }
    if (is("launch for nothing") || is("launch for something") || is("measure launches")) {
        emu::options().idle_launches_may_repeat = is("measure launches");
        const double start = double(std::clock()) / CLOCKS_PER_SEC;
        while (cudaGetLastError() == cudaSuccess && double(std::clock()) / CLOCKS_PER_SEC - start < 0.25)
            if (is("launch for something"))
                step<<<1, 1>>>(d, d + 1, true);
            else
                look<<<1, 1>>>(d);
    }
    if (is("barrier after returns") || is("barriers apart"))
        meet<<<1, 64>>>(d, 32, false);
    if (is("barriers apart"))
        meet<<<1, 64>>>(d, 64, true);
    if (is("watch the clock for ever"))
        watch_the_clock<<<1, 1>>>(d);
    if (is("compute for ever in one thread"))
        compute_for_ever<<<1, 1>>>((unsigned*)d);
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

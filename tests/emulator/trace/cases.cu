// A program as anybody would write it, whose trace trace_test.py looks at. The argument names what it does beside that.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace {

constexpr int kThreads = 64;

__constant__ float weights[8];
__device__ int counter[4];

struct Pair {
    const int* left;
    int* right;
};

template <class T>
__global__ void stride(const T* in, T* out, int by)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * by];
}

__global__ void columns(int* out)
{
    __shared__ int skewed[3];
    __shared__ int tile[32][32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    skewed[lane % 3] = 0;
    tile[lane][warp] = lane;
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = tile[lane][warp];
    if (lane % 2 == 0)
        out[i] += tile[lane + 1][warp];
}

__global__ void copy_all(const float4* in, float4* out, const unsigned char* bytes, int n)
{
    extern __shared__ float4 staged[];
    const int i = threadIdx.x;
    if (i < n)
        staged[i] = in[i];
    __syncthreads();
    if (i < n)
        out[i] = make_float4(staged[i].x * weights[i % 8], bytes[i], 0, 0);
}

__global__ void add_up(int* sums)
{
    __shared__ int of_block;
    if (threadIdx.x == 0)
        of_block = 0;
    __syncthreads();
    atomicAdd(&of_block, 1);
    atomicAdd(&counter[threadIdx.x % 4], 1);
    const int count = __syncthreads_count(threadIdx.x < 40);
    if (threadIdx.x == 0)
        atomicCAS(&sums[blockIdx.x], 0, of_block + count);
}

__device__ __noinline__ int sum_of_warp(int value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

__global__ void warps(int* out, int)
{
    const int lane = threadIdx.x % 32;
    const int sum = sum_of_warp(lane);
    const unsigned odd = __ballot_sync(0xffffffff, lane % 2);
    __syncwarp();
    if (lane == 0)
        out[threadIdx.x / 32] = sum + __popc(odd);
}

// Each lane chooses its array.
__global__ void choose(Pair pair, int* out)
{
    const int i = threadIdx.x;
    const int* from = i % 2 ? pair.left : pair.right;
    out[i] = from[i];
}

__global__ void poll(volatile int* flag, int* seen)
{
    seen[threadIdx.x] = flag[0];
}

__global__ void past_the_end(int* out, int n)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

__global__ void take_long(int* out)
{
    for (int i = 0; i < 1 << 30; ++i)
        out[(threadIdx.x + i) % kThreads] += i;
}

template <class T>
T* zeros(int n)
{
    T* memory;
    cudaMalloc(&memory, n * sizeof(T));
    cudaMemset(memory, 0, n * sizeof(T));
    return memory;
}

void run_all(int* a, int* b)
{
    const auto* numbers = zeros<float4>(kThreads);
    auto* results = zeros<float4>(kThreads);
    const auto* bytes = zeros<unsigned char>(kThreads);
    stride<<<2, kThreads>>>(a, b, 2);
    stride<<<2, kThreads>>>(b, a, 1);
    columns<<<2, kThreads>>>(a);
    copy_all<<<1, kThreads, kThreads * sizeof(float4)>>>(numbers, results, bytes, 50);
    add_up<<<3, kThreads>>>(b);
    warps<<<1, kThreads>>>(a, 0);
    choose<<<1, kThreads>>>(Pair{a, b}, a + kThreads);
    poll<<<1, 32>>>(b, a);
}

}  // namespace

int main(int argc, char** argv)
{
    const auto is = [&](const char* what) { return argc > 1 && std::strcmp(argv[1], what) == 0; };
    std::puts("main");
    std::fflush(stdout);
    int* a = zeros<int>(4 * kThreads);
    int* b = zeros<int>(4 * kThreads);
    if (is("nothing"))
        return 0;
    run_all(a, b);
    if (is("error")) {
        past_the_end<<<5, kThreads>>>(b, 1);
        cudaDeviceSynchronize();
    }
    if (is("pointer")) {
        void (*const chosen)(int*, int) = past_the_end;
        chosen<<<1, kThreads>>>(b, 1);
    }
    if (is("long"))
        take_long<<<1, kThreads>>>(a);
    if (is("exit"))
        std::exit(3);
    if (is("_exit"))
        _exit(4);
    if (is("abort"))
        std::abort();
    if (is("crash"))
        *static_cast<volatile int*>(nullptr) = 0;
    if (is("called"))
        past_the_end(b, 1);
    return 0;
}

// measure_gpu_constants: what the resources of a GPU do at most, as emulator/src/explain/gpus.inc wants it.
//
// Prints JSON: for each constant its value, its unit and how it was measured. Each value is the best of several runs, as a
// floor must hold. scripts/measure_gpu_constants builds and runs it. --quick: small sizes, to try the program.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>

#define CHECK(call) check(call, #call, __LINE__)

namespace {

void check(cudaError_t error, const char* call, int line)
{
    if (error == cudaSuccess)
        return;
    std::fprintf(stderr, "line %d: %s: %s\n", line, call, cudaGetErrorString(error));
    std::exit(4);
}

struct Sizes {
    std::size_t memory_bytes = std::size_t(1) << 31, l2_bytes = std::size_t(12) << 20,
                copy_bytes = std::size_t(1) << 28;
    int repeats = 1000, launches = 2000, runs = 10;
};
Sizes sizes;

// Seconds of the fastest of some runs, by events.
double fastest(const std::function<void()>& body)
{
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    double best = 1e30;
    for (int run = 0; run < sizes.runs + 2; ++run) {
        CHECK(cudaEventRecord(start));
        body();
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        CHECK(cudaGetLastError());
        float ms = 0;
        CHECK(cudaEventElapsedTime(&ms, start, stop));
        if (run >= 2)
            best = std::min(best, ms * 1e-3);
    }
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    return best;
}

bool first = true;
void print(const char* name, double value, const char* unit, const char* how)
{
    std::printf("%s\n  \"%s\": {\"value\": %.5g, \"unit\": \"%s\", \"from\": \"%s\"}", first ? "" : ",", name,
                value, unit, how);
    first = false;
}

}  // namespace

// Four loads of 16 bytes are in flight per thread. The sum is stored only if it has a value that it never has.
__global__ void read_all(const uint4* v, std::size_t n, unsigned* never)
{
    const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
    unsigned sum = 0;
    std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    for (; i + 3 * stride < n; i += 4 * stride) {
        const uint4 a = v[i], b = v[i + stride], c = v[i + 2 * stride], d = v[i + 3 * stride];
        sum |= a.x | a.y | a.z | a.w | b.x | b.y | b.z | b.w | c.x | c.y | c.z | c.w | d.x | d.y | d.z | d.w;
    }
    if (sum == 0xFFFFFFFF)
        *never = sum;
}

__global__ void copy_all(const uint4* v, uint4* out, std::size_t n)
{
    const std::size_t i = (std::size_t(blockIdx.x) * blockDim.x + threadIdx.x);
    if (i < n)
        out[i] = v[i];
}

// Each block reads the same bytes again and again: past the L1 cache (ld.global.cg), where no two blocks read the same place
// at the same time, or through it.
template <bool kThroughL1>
__global__ void read_again(const uint4* v, int mask, int repeats, unsigned* never)
{
    const unsigned begin = kThroughL1 ? 0 : blockIdx.x * 1021;
    unsigned sum = 0;
    for (int i = 0; i < repeats; ++i) {
        const uint4* p = v + ((threadIdx.x + (begin + i) * blockDim.x) & mask);
        const uint4 a = kThroughL1 ? *p : __ldcg(p);
        sum |= a.x | a.y | a.z | a.w;
    }
    if (sum == 0xFFFFFFFF)
        *never = sum;
}

__global__ void read_shared(int repeats, float* never)
{
    __shared__ float tile[1024];
    tile[threadIdx.x] = float(threadIdx.x);
    __syncthreads();
    const volatile float* words = tile;
    float sum = 0;
    for (int i = 0; i < repeats; i += 8)
        for (int k = 0; k < 8; ++k)
            sum += words[(threadIdx.x + 32 * k) & 1023];
    if (sum == -1)
        *never = sum;
}

__global__ void add_shared(int repeats, unsigned* never)
{
    __shared__ unsigned count[1024];
    count[threadIdx.x] = 0;
    __syncthreads();
    for (int i = 0; i < repeats; i += 8)
        for (int k = 0; k < 8; ++k)
            atomicAdd(&count[threadIdx.x], threadIdx.x + k);
    __syncthreads();
    if (count[threadIdx.x] == 0xFFFFFFFF)
        *never = 1;
}

// One lane per warp, so that nothing can be combined.
__global__ void add_one_address(unsigned* count, int repeats)
{
    if (threadIdx.x % 32 == 0)
        for (int i = 0; i < repeats; ++i)
            atomicAdd(count, 1u + (unsigned(i) & threadIdx.x));
}

__global__ void multiply_add(int repeats, float factor, float* never)
{
    float a = float(threadIdx.x), b = a + 1, c = a + 2, d = a + 3;
    for (int i = 0; i < repeats; i += 8)
        for (int k = 0; k < 2; ++k) {
            a = a * factor + 1;
            b = b * factor + 1;
            c = c * factor + 1;
            d = d * factor + 1;
        }
    if (a + b + c + d == -1)
        *never = a;
}

__global__ void barriers(int repeats)
{
    for (int i = 0; i < repeats; ++i)
        __syncthreads();
}

__global__ void nothing() {}

namespace {

void measure_memory(int multiprocessors)
{
    void *in = nullptr, *out = nullptr;
    const std::size_t n = sizes.memory_bytes / sizeof(uint4);
    CHECK(cudaMalloc(&in, sizes.memory_bytes));
    CHECK(cudaMalloc(&out, sizes.memory_bytes));
    CHECK(cudaMemset(in, 0, sizes.memory_bytes));
    const auto* v = static_cast<const uint4*>(in);
    auto* never = static_cast<unsigned*>(out);
    double s = fastest([&] { read_all<<<2 * multiprocessors, 1024>>>(v, n, never); });
    print("device_memory", double(sizes.memory_bytes) / s, "bytes/s", "reading 2 GiB");
    s = fastest([&] { copy_all<<<unsigned((n + 255) / 256), 256>>>(v, static_cast<uint4*>(out), n); });
    print("device_memory_copy", 2.0 * double(sizes.memory_bytes) / s, "bytes/s",
          "copying 2 GiB, read and written");
    const int blocks = 2 * multiprocessors, mask = int(sizes.l2_bytes / sizeof(uint4)) - 1;
    int power = 1;
    while (power * 2 - 1 <= mask)
        power *= 2;
    s = fastest([&] { read_again<false><<<blocks, 1024>>>(v, power - 1, sizes.repeats, never); });
    const double bytes = double(blocks) * 1024 * 16 * sizes.repeats;
    print("l2", bytes / s, "bytes/s", "reading 8 MiB again and again past the L1 cache");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
}

void measure_multiprocessor(int multiprocessors, double clock)
{
    void* memory = nullptr;
    CHECK(cudaMalloc(&memory, 1 << 20));
    CHECK(cudaMemset(memory, 0, 1 << 20));
    const auto* v = static_cast<const uint4*>(memory);
    auto* never = static_cast<unsigned*>(memory) + (1 << 17);
    auto* never_float = reinterpret_cast<float*>(never);
    const int blocks = 2 * multiprocessors, repeats = sizes.repeats * 8;
    // Of one multiprocessor, per clock. Threads per block: 1024.
    const auto per_clock = [&](double amount_per_thread, double s) {
        return amount_per_thread * 1024 * blocks / (s * clock * multiprocessors);
    };
    double s = fastest([&] { read_again<true><<<blocks, 1024>>>(v, 1023, repeats, never); });
    print("l1", per_clock(16.0 * repeats, s), "bytes per clock and multiprocessor",
          "reading 16 KiB again and again");
    s = fastest([&] { read_shared<<<blocks, 1024>>>(repeats, never_float); });
    print("shared", per_clock(repeats / 32.0, s), "wavefronts per clock and multiprocessor",
          "conflict-free loads");
    s = fastest([&] { add_shared<<<blocks, 1024>>>(repeats, never); });
    print("shared_atomics", per_clock(repeats, s), "lanes per clock and multiprocessor",
          "a word for each lane");
    s = fastest([&] { multiply_add<<<blocks, 1024>>>(repeats, 0.5f, never_float); });
    print("issue", per_clock(repeats / 32.0, s), "instructions of warps per clock and multiprocessor",
          "multiply-adds");
    double barrier = 0;
    for (int block = 64; block <= 1024; block *= 2) {  // 2048 threads per multiprocessor
        s = fastest([&] { barriers<<<blocks*(1024 / block), block>>>(repeats); });
        barrier = std::max(barrier, per_clock(repeats / 32.0, s));
    }
    print("barrier", barrier, "arrivals of warps per clock and multiprocessor",
          "blocks of 64 to 1024, the best");
    const int atomics = sizes.repeats / 10;
    s = fastest([&] { add_one_address<<<blocks, 1024>>>(static_cast<unsigned*>(memory), atomics); });
    print("one_address", 32.0 * blocks * atomics / s, "atomics/s", "one lane per warp adds to one address");
    CHECK(cudaFree(memory));
}

void measure_launches()
{
    double s = fastest([] {
        for (int i = 0; i < sizes.launches; ++i)
            nothing<<<1, 32>>>();
    });
    print("launch", sizes.launches / s, "launches/s", "empty kernels one after another in a stream");
    s = fastest([] { nothing<<<1, 32>>>(); });
    print("single_launch", s, "s", "an empty kernel between two events");
}

void measure_bus()
{
    void *device = nullptr, *other = nullptr, *host = nullptr, *host_other = nullptr;
    const std::size_t bytes = sizes.copy_bytes;
    CHECK(cudaMalloc(&device, bytes));
    CHECK(cudaMalloc(&other, bytes));
    CHECK(cudaMallocHost(&host, bytes));
    CHECK(cudaMallocHost(&host_other, bytes));
    std::memset(host, 0, bytes);
    CHECK(cudaMemset(other, 0, bytes));
    double s = fastest([&] { CHECK(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice)); });
    print("bus_up", double(bytes) / s, "bytes/s", "a copy of pinned memory to the device");
    s = fastest([&] { CHECK(cudaMemcpyAsync(host_other, other, bytes, cudaMemcpyDeviceToHost)); });
    print("bus_down", double(bytes) / s, "bytes/s", "a copy from the device to pinned memory");
    CHECK(cudaFree(device));
    CHECK(cudaFree(other));
    CHECK(cudaFreeHost(host));
    CHECK(cudaFreeHost(host_other));
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc > 1 && std::strcmp(argv[1], "--quick") == 0) {
        sizes = {std::size_t(1) << 18, std::size_t(1) << 16, std::size_t(1) << 16, 16, 4, 1};
    } else if (argc > 1) {
        std::fprintf(stderr, "measure_gpu_constants [--quick]\n");
        return 2;
    }
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    int clock_khz = 0;
    CHECK(cudaDeviceGetAttribute(&clock_khz, cudaDevAttrClockRate, 0));
    std::printf("{\n  \"gpu\": \"%s\",\n  \"multiprocessors\": %d,\n  \"clock\": %.6g,\n  \"l2_bytes\": %d",
                properties.name, properties.multiProcessorCount, 1e3 * clock_khz, properties.l2CacheSize);
    first = false;
    measure_memory(properties.multiProcessorCount);
    measure_multiprocessor(properties.multiProcessorCount, 1e3 * clock_khz);
    measure_launches();
    measure_bus();
    std::printf("\n}\n");
    return 0;
}

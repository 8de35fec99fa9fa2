// A program with kernels that have one fault each; explain_cases NAME runs the one of that name. rules_test.py looks at
// what CUDA_EMULATOR=explain says: the comment "expect NAME: rule" stands at the line that it must name.
#include <cstdio>
#include <cstring>
#include <vector>

constexpr int kBlock = 256, kBlocks = 64, kThreads = kBlock * kBlocks;

__device__ int thread()
{
    return int(blockIdx.x * blockDim.x + threadIdx.x);
}

#include "waiting_cases.cuh"

__global__ void strided(const float4* in, float4* out)
{
    const int i = thread() * 32;
    out[thread()] = in[i % kThreads + i / kThreads];  // expect strided: uncoalesced
}

// The addresses are right, and the branch is the fault.
__global__ void branches(const float4* in, float4* out)
{
    const auto* v = reinterpret_cast<const float*>(in);
    auto* result = reinterpret_cast<float*>(out);
    if (thread() % 2 == 0)
        result[thread()] = 2 * v[thread()];  // expect branches: uncoalesced, store after it, with all lanes
    else
        result[thread()] = 3 * v[thread()];
}

// The same branch, but the addresses of the loads are the larger fault.
__global__ void strided_in_branch(const float4* in, float4* out)
{
    const auto* v = reinterpret_cast<const float*>(in);
    auto* result = reinterpret_cast<float*>(out);
    float sum = 0;
    if (thread() % 2 == 0)
        sum = v[4 * thread()];  // expect strided_in_branch: uncoalesced, Let adjacent lanes (threadIdx.x)
    result[thread()] = sum;
}

__global__ void small(const float4* in, float4* out)
{
    const auto* v = reinterpret_cast<const float*>(in);
    auto* result = reinterpret_cast<float*>(out);
    result[thread()] = v[thread()];  // expect small: small_accesses
}

__global__ void wide(const float4* in, float4* out)
{
    out[thread()] = in[thread()];
}

__global__ void again(const float4* in, float4* out)
{
    const auto* v = reinterpret_cast<const float*>(in);
    float sum = 0;
    for (int i = 0; i < 64; ++i)
        sum += v[blockIdx.x * 320 + threadIdx.x + i];  // expect again: loaded_again, each byte 51.4 times
    reinterpret_cast<float*>(out)[thread()] = sum;
}

// Each byte is asked for 16 times, and each sector moves 64 times: 4 bytes of it at a time.
__global__ void again_by_columns(const float4* in, float4* out)
{
    const auto* v = reinterpret_cast<const float*>(in) + threadIdx.x % 16 * 128;
    float sum = 0;
    for (int i = 0; i < 128; ++i)
        sum += v[i];
    reinterpret_cast<float*>(out)[thread()] = sum;
}

__global__ void banks(const float4* in, float4* out)
{
    __shared__ float tile[32][32];
    const float4 v = in[thread()];
    for (int k = 0; k < 8; ++k)
        tile[threadIdx.x % 32][threadIdx.x / 32 + 8 * (k % 4)] = v.x;  // expect banks: bank_conflicts
    out[thread()] = v;
}

__global__ void one_counter(const float4* in, float4* out)
{
    atomicAdd(&out->x, in[thread()].x);  // expect one_counter: atomics
}

__global__ void shared_counter(const float4* in, float4* out)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    float4 v = in[thread()];
    for (int k = 0; k < 8; ++k)
        atomicAdd(&count, 1);  // expect shared_counter: shared_atomics
    __syncthreads();
    v.x = float(count);
    out[thread()] = v;
}

__global__ void divergent(const float4* in, float4* out)
{
    float4 v = in[thread()];
    if (threadIdx.x % 32 == 0)
        for (int i = 0; i < 100; ++i)
            v.x = v.x * 0.5f + float(i % 3);
    out[thread()] = v;
}

__global__ void idle(const float4* in, float4* out)
{
    __shared__ float sum[kBlock];
    const float4 v = in[thread()];
    sum[threadIdx.x] = v.x;
    for (int i = 0; i < 20; ++i) {
        __syncthreads();  // expect idle: idle_warps
        if (threadIdx.x < 32)
            sum[threadIdx.x] += sum[threadIdx.x + 32];
    }
    out[thread()] = v;
}

__global__ void one_block(const float4* in, float4* out)
{
    for (int i = int(threadIdx.x); i < kThreads; i += kBlock)
        out[i] = in[i];
}

__global__ void zero_or_one(const float4* in, float4* out)
{
    const auto* bits = reinterpret_cast<const unsigned long long*>(in);
    unsigned long long sum = 0;
    for (int k = 0; k < 2; ++k)
        sum += bits[k * kThreads + thread()];  // expect zero_or_one: flags
    if (sum > 3)
        out[thread()].x = 1;
}

// Of the values, 7 of 8 are 0. Where they are, the threads skip the second load.
__global__ void padded(const float4* in, float4* out)
{
    const auto* v = reinterpret_cast<const int*>(in);
    const auto* weight = reinterpret_cast<const float*>(out);
    float sum = 0;
    for (int i = thread(); i < 4 * kThreads; i += kThreads)
        if (v[i] != 0)
            sum += weight[i];
    if (sum > 1)
        out[thread()].x = 1;
}

// The same values, all of which are used.
__global__ void not_padded(const float4* in, float4* out)
{
    const auto* v = reinterpret_cast<const int*>(in);
    const auto* weight = reinterpret_cast<const float*>(out);
    float sum = 0;
    for (int i = thread(); i < 4 * kThreads; i += kThreads) {
        const float factor = float(v[i]);
        sum += factor * weight[i];
    }
    if (sum > 1)
        out[thread()].x = 1;
}

namespace {

using Kernel = void (*)(const float4*, float4*);

struct Case {
    const char* name;
    Kernel kernel;
    int blocks = kBlocks;
};

constexpr Case kCases[] = {{"strided", strided},
                           {"branches", branches},
                           {"strided_in_branch", strided_in_branch},
                           {"small", small},
                           {"wide", wide},
                           {"again", again},
                           {"banks", banks},
                           {"one_counter", one_counter},
                           {"shared_counter", shared_counter},
                           {"divergent", divergent},
                           {"idle", idle},
                           {"one_block", one_block, 1},
                           {"zero_or_one", zero_or_one},
                           {"padded", padded},
                           {"not_padded", not_padded},
                           {"again_by_columns", again_by_columns},
                           {"tiles", tiles},
                           {"tiles_ahead", tiles_ahead},
                           {"chain", chain},
                           {"chain_that_copies", chain_that_copies},
                           {"last_block", last_block},
                           {"unequal", unequal},
                           {"alike", alike},
                           {"looks", looks}};

// Faults of the host's code.
bool run_host_case(const char* name, float4* in, float4* out)
{
    if (std::strcmp(name, "many_launches") == 0) {
        for (int i = 0; i < 50; ++i)
            wide<<<kBlocks, kBlock>>>(in, out);
    } else if (std::strcmp(name, "steps_on_two_devices") == 0) {
        float4* there = nullptr;
        cudaSetDevice(1);
        cudaMalloc(&there, kThreads * sizeof(float4));
        cudaSetDevice(0);
        for (int i = 0; i < 50; ++i) {
            wide<<<kBlocks, kBlock>>>(in, out);
            cudaMemcpyPeer(there, 1, out, 0, sizeof(float4));
        }
    } else if (std::strcmp(name, "pageable") == 0) {
        std::vector<float4> host(kThreads);
        cudaMemcpy(in, host.data(), kThreads * sizeof(float4), cudaMemcpyHostToDevice);
        wide<<<kBlocks, kBlock>>>(in, out);
        cudaMemcpy(host.data(), out, kThreads * sizeof(float4), cudaMemcpyDeviceToHost);
    } else if (std::strcmp(name, "allocates") == 0) {
        for (int i = 0; i < 9; ++i) {
            float4* more = nullptr;
            cudaMalloc(&more, kThreads * sizeof(float4));  // expect allocates: allocation_in_loop
            wide<<<kBlocks, kBlock>>>(in, more);
            cudaFree(more);
        }
    } else {
        return false;
    }
    return true;
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc != 2)
        return 2;
    float4 *in = nullptr, *out = nullptr;
    cudaMalloc(&in, kThreads * sizeof(float4));
    cudaMalloc(&out, kThreads * sizeof(float4));
    cudaMemset(in, 0, kThreads * sizeof(float4));
    cudaMemset(out, 0, kThreads * sizeof(float4));
    const unsigned long long one_flag = 1;
    if (std::strcmp(argv[1], "zero_or_one") == 0)
        cudaMemcpy(in, &one_flag, sizeof one_flag, cudaMemcpyHostToDevice);
    if (std::strstr(argv[1], "padded"))
        for (int i = 0; i < kThreads; i += 2)
            cudaMemset(in + i, 5, 4);
    bool found = run_host_case(argv[1], in, out);
    for (const Case& one : kCases)
        if (std::strcmp(argv[1], one.name) == 0) {
            const Kernel kernel = one.kernel;
            kernel<<<one.blocks, kBlock>>>(in, out);
            found = true;
        }
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return !found ? 2 : cudaGetLastError() == cudaSuccess ? 0 : 1;
}

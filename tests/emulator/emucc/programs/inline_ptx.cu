// Inline PTX as in samples and libraries: special registers, bit fields, cache operators, fences, own registers.
#include "check.h"

#include <cstdint>

__device__ __forceinline__ unsigned lane_id()
{
    unsigned lane;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

__device__ __forceinline__ uint32_t multiprocessor()
{
    uint32_t number;
    asm("mov.u32 %0, %smid;" : "=r"(number));
    return number;
}

__device__ unsigned lanes_before()
{
    unsigned mask;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    return __popc(mask);
}

template <class T>
__device__ T bit_field(T value, unsigned position, unsigned length)
{
    T field;
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(field) : "r"(value), "r"(position), "r"(length));
    return field;
}

__device__ unsigned with_bits(unsigned bits, unsigned value)
{
    unsigned result;
    asm volatile("bfi.b32 %0, %1, %2, %3, %4;\n\t" : "=r"(result) : "r"(bits), "r"(value), "n"(4), "n"(8));
    return result;
}

__device__ int cube(int x)
{
    int y;
    asm("{\n\t"
        " .reg .u32 square;\n\t"
        " mul.lo.u32 square, %1, %1;\n\t"
        " mul.lo.u32 %0, square, %1;\n\t"
        "}"
        : "=r"(y)
        : "r"(x));
    return y;
}

__device__ float load_read_only(const float* p)
{
    float value;
    asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(value) : "l"(p));
    return value;
}

__device__ void store_behind(float* p, float value)
{
    asm volatile("st.global.cs.f32 [%0+4], %1;" ::"l"(p), "f"(value) : "memory");
}

__global__ void run(unsigned* results, const float* in, float* out)
{
    const int i = threadIdx.x;
    int sum;
    asm("add.s32 %0, %1, %2;" : "=r"(sum) : "r"((int)threadIdx.x), "r"(-5));
    unsigned bytes;
    asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(bytes) : "r"(0x11112222), "r"(0x33334444));
    unsigned all = lane_id() == i && multiprocessor() < 8 && lanes_before() == i;
    all &= bit_field(0xabcd1234, 8, 8) == 0x12 && with_bits(0xff, 0xf0000001) == 0xf0000ff1;
    all &= cube(i) == i * i * i && sum == i - 5 && bytes == 0x44442222;
    asm volatile("" ::: "memory");
    results[i] = all;
    store_behind(out + i - 1, 2 * load_read_only(in + i));
    asm volatile("membar.gl;" ::: "memory");
    asm volatile("bar.sync 0;");
}

int main()
{
    constexpr int n = 32;
    unsigned results[n], *d_results;
    float in[n], out[n], *d_in, *d_out;
    for (int i = 0; i < n; ++i)
        in[i] = i;
    CUDA_CHECK(cudaMalloc(&d_results, sizeof results));
    CUDA_CHECK(cudaMalloc(&d_in, sizeof in));
    CUDA_CHECK(cudaMalloc(&d_out, sizeof out));
    CUDA_CHECK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
    run<<<1, n>>>(d_results, d_in, d_out);
    CUDA_CHECK(cudaMemcpy(results, d_results, sizeof results, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
    bool right = true;
    for (int i = 0; i < n; ++i)
        right &= results[i] == 1 && out[i] == 2 * i;
    CUDA_CHECK(cudaFree(d_results));
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_out));
    expect(right, "inline PTX");
    printf("Test PASSED\n");
}

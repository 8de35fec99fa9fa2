// Access patterns whose counters are compared with Nsight Compute's: patterns_h200.csv.
//
// With nvcc this is a program that launches each pattern once and prints its name (measure_patterns.sh); on the
// emulator a test launches them.
#include "pattern_kernels.cuh"
#include "patterns.h"
#include "run_patterns.h"
#include "tensor_patterns.cuh"

#include <iterator>

namespace {

using namespace patterns;

void *d_out, *d_in;

template <class T, class Index>
void global()
{
    global_copy<T, Index><<<kBlocks, kThreads>>>((T*)d_out, (const T*)d_in);
}
template <class T, class Index>
void shared()
{
    shared_copy<T, Index><<<kBlocks, kThreads>>>((T*)d_out, (const T*)d_in);
}
template <class T, int padding>
void transpose()
{
    shared_transpose<T, padding><<<1, dim3(32, 32)>>>((T*)d_out, (const T*)d_in);
}
template <int first, int step>
void some()
{
    some_lanes<first, step><<<kBlocks, kThreads>>>((float*)d_out, (const float*)d_in);
}
template <class T, int stride, int first, int step>
void shared_some()
{
    shared_some_lanes<T, stride, first, step><<<kBlocks, kThreads>>>((T*)d_out, (const T*)d_in);
}
template <class Struct>
void structs()
{
    array_of_structs<Struct><<<kBlocks, kThreads>>>((Struct*)d_out, (const Struct*)d_in);
}
template <class Struct>
void shared_structs()
{
    shared_array_of_structs<Struct><<<kBlocks, kThreads>>>((float*)d_out, (const float*)d_in);
}
template <int step, int lanes, void (*kernel)(int*, int, int)>
void atomics()
{
    kernel<<<kBlocks, kThreads>>>((int*)d_out, step, lanes);
}
template <int last>
void skewed()
{
    global_atomic_skewed<<<kBlocks, kThreads>>>((int*)d_out, last);
}
template <int last, int words>
void shared_skewed()
{
    shared_atomic_skewed<<<kBlocks, kThreads>>>((int*)d_out, last, words);
}
void loop()
{
    grid_stride_loop<<<kBlocks, kThreads>>>((float*)d_out, (const float*)d_in, 1999);
}
void squares()
{
    blocks_of_8_by_8<<<dim3(2, 2), dim3(8, 8)>>>((float*)d_out, (const float*)d_in, 100);
}
void separate()
{
    struct_of_arrays<<<kBlocks, kThreads>>>((float*)d_out, (const float*)d_in, kBlocks * kThreads);
}
void copy_call()
{
    copy_by_call<<<kBlocks, kThreads>>>((float*)d_out, (const float*)d_in);
}
void fill_call()
{
    fill_by_call<<<kBlocks, kThreads>>>((double*)d_out);
}
void shared_fill_call()
{
    fill_shared_by_call<<<kBlocks, kThreads>>>((unsigned*)d_out);
}
void module()
{
    device_array<<<kBlocks, kThreads>>>((float*)d_out);
}

using Byte = unsigned char;

constexpr Pattern kPatterns[] = {
    {"global byte", global<Byte, Stride<1>>},
    {"global byte stride 2", global<Byte, Stride<2>>},
    {"global byte stride 32", global<Byte, Stride<32>>},
    {"global short", global<short, Stride<1>>},
    {"global short offset 1", global<short, Offset<1>>},
    {"global short stride 3", global<short, Stride<3>>},
    {"global float offset 1", global<float, Offset<1>>},
    {"global float offset 8", global<float, Offset<8>>},
    {"global float stride 3", global<float, Stride<3>>},
    {"global float stride 8", global<float, Stride<8>>},
    {"global float stride 17", global<float, Stride<17>>},
    {"global float reversed", global<float, Reversed>},
    {"global float permuted", global<float, Permute<5>>},
    {"global float xor 21", global<float, Xor<21>>},
    {"global float scattered", global<float, Scattered>},
    {"global float down columns", global<float, Column<100>>},
    {"global float broadcast", global<float, Together<32>>},
    {"global float one address", global<float, Repeat<1>>},
    {"global float pairs", global<float, Together<2>>},
    {"global float two addresses", global<float, Alternate<1000>>},
    {"global double", global<double, Stride<1>>},
    {"global double offset 1", global<double, Offset<1>>},
    {"global double stride 3", global<double, Stride<3>>},
    {"global float2 permuted", global<float2, Permute<11>>},
    {"global float2 together 4", global<float2, Together<4>>},
    {"global float4 offset 1", global<float4, Offset<1>>},
    {"global float4 stride 2", global<float4, Stride<2>>},
    {"global float4 reversed", global<float4, Reversed>},
    {"global float4 scattered", global<float4, Scattered>},
    {"global double2 broadcast", global<double2, Together<32>>},
    {"global some lanes: 19 of 32", some<13, 1>},
    {"global some lanes: every third", some<0, 3>},
    {"global some lanes: last one", some<31, 1>},
    {"global grid-stride loop", loop},
    {"global blocks of 8 by 8", squares},
    {"global array of structs of 12", structs<Of12>},
    {"global array of structs of 16", structs<Of16>},
    {"global struct of arrays", separate},
    {"global struct of 6, alignment 2", global<Members<short, 3>, Stride<1>>},
    {"global struct of 12, alignment 4", global<Members<float, 3>, Stride<1>>},
    {"global struct of 16, alignment 4", global<Members<float, 4>, Stride<1>>},
    {"global struct of 16, alignment 8", global<Members<double, 2>, Stride<1>>},
    {"global struct of 24, alignment 8", global<Members<double, 3>, Stride<1>>},
    {"global struct of 40, alignment 8", global<Members<double, 5>, Stride<1>>},
    {"global struct of 48, alignment 4", global<Members<float, 12>, Stride<1>>},
    {"global struct of 48, alignment 16", global<Aligned<12>, Stride<1>>},
    {"global memcpy of 4", copy_call},
    {"global memset of 8", fill_call},
    {"global __device__ array", module},
    {"shared byte", shared<Byte, Stride<1>>},
    {"shared byte stride 4", shared<Byte, Stride<4>>},
    {"shared byte stride 128", shared<Byte, Stride<128>>},
    {"shared short", shared<short, Stride<1>>},
    {"shared short stride 2", shared<short, Stride<2>>},
    {"shared short stride 34", shared<short, Stride<34>>},
    {"shared float", shared<float, Stride<1>>},
    {"shared float stride 2", shared<float, Stride<2>>},
    {"shared float stride 3", shared<float, Stride<3>>},
    {"shared float stride 12", shared<float, Stride<12>>},
    {"shared float stride 32", shared<float, Stride<32>>},
    {"shared float stride 33", shared<float, Stride<33>>},
    {"shared float permuted", shared<float, Permute<7>>},
    {"shared float scattered", shared<float, Scattered>},
    {"shared float broadcast", shared<float, Together<32>>},
    {"shared float pairs", shared<float, Together<2>>},
    {"shared float two words of a bank", shared<float, Alternate<64>>},
    {"shared float some lanes of stride 32: 19 of 32", shared_some<float, 32, 13, 1>},
    {"shared float some lanes of stride 32: every third", shared_some<float, 32, 0, 3>},
    {"shared float transpose", transpose<float, 0>},
    {"shared float transpose padded", transpose<float, 1>},
    {"shared double", shared<double, Stride<1>>},
    {"shared double stride 2", shared<double, Stride<2>>},
    {"shared double stride 3", shared<double, Stride<3>>},
    {"shared double stride 16", shared<double, Stride<16>>},
    {"shared double permuted", shared<double, Permute<13>>},
    {"shared double scattered", shared<double, Scattered>},
    {"shared double pairs", shared<double, Together<2>>},
    {"shared double together 4", shared<double, Together<4>>},
    {"shared double repeat 16", shared<double, Repeat<16>>},
    {"shared double repeat 2", shared<double, Repeat<2>>},
    {"shared double two words of a bank", shared<double, Alternate<64>>},
    {"shared double without bit 1", shared<double, Without<2>>},
    {"shared double without bit 2", shared<double, Without<4>>},
    {"shared double without bit 4", shared<double, Without<16>>},
    {"shared double without bits 0, 1", shared<double, Without<3>>},
    {"shared double some lanes: 19 of 32", shared_some<double, 1, 13, 1>},
    {"shared double some lanes: every third", shared_some<double, 2, 0, 3>},
    {"shared float2 transpose", transpose<float2, 0>},
    {"shared float2 transpose padded", transpose<float2, 1>},
    {"shared float4", shared<float4, Stride<1>>},
    {"shared float4 stride 2", shared<float4, Stride<2>>},
    {"shared float4 stride 3", shared<float4, Stride<3>>},
    {"shared float4 permuted", shared<float4, Permute<3>>},
    {"shared float4 pairs", shared<float4, Together<2>>},
    {"shared float4 together 4", shared<float4, Together<4>>},
    {"shared float4 broadcast", shared<float4, Together<32>>},
    {"shared float4 repeat 2", shared<float4, Repeat<2>>},
    {"shared float4 repeat 4", shared<float4, Repeat<4>>},
    {"shared float4 repeat 8", shared<float4, Repeat<8>>},
    {"shared float4 without bit 1", shared<float4, Without<2>>},
    {"shared float4 without bit 2", shared<float4, Without<4>>},
    {"shared float4 without bit 3", shared<float4, Without<8>>},
    {"shared float4 without bit 4", shared<float4, Without<16>>},
    {"shared float4 without bits 1, 2", shared<float4, Without<6>>},
    {"shared float4 some lanes: 19 of 32", shared_some<float4, 1, 13, 1>},
    {"shared float4 some lanes: every third", shared_some<float4, 1, 0, 3>},
    {"shared float4 transpose", transpose<float4, 0>},
    {"shared float4 transpose padded", transpose<float4, 1>},
    {"shared memset of 512", shared_fill_call},
    {"shared array of structs of 12", shared_structs<Of12>},
    {"shared array of structs of 16", shared_structs<Of16>},
    {"global atomic", atomics<1, 1, global_atomic>},
    {"global atomic stride 8", atomics<8, 1, global_atomic>},
    {"global atomic one address", atomics<1, 32, global_atomic>},
    {"global atomic pairs", atomics<1, 2, global_atomic>},
    {"global atomic returns", atomics<1, 1, global_atomic_returns>},
    {"global atomic returns one address", atomics<1, 32, global_atomic_returns>},
    {"global atomic skewed 12", skewed<12>},
    {"global atomic skewed 15", skewed<15>},
    {"shared atomic", atomics<1, 1, shared_atomic>},
    {"shared atomic stride 2", atomics<2, 1, shared_atomic>},
    {"shared atomic stride 32", atomics<32, 1, shared_atomic>},
    {"shared atomic pairs", atomics<1, 2, shared_atomic>},
    {"shared atomic one address", atomics<1, 32, shared_atomic>},
    {"shared atomic skewed 12", shared_skewed<12, 1>},
    {"shared atomic skewed 15, stride 2", shared_skewed<15, 2>},
};

}  // namespace

void prepare_patterns()
{
    cudaMalloc(&d_out, kBufferBytes);
    cudaMalloc(&d_in, kBufferBytes);
    cudaMemset(d_out, 0, kBufferBytes);
    cudaMemset(d_in, 0, kBufferBytes);
    tensor_patterns::d_out = d_out;
    tensor_patterns::d_in = d_in;
}

std::vector<Pattern> all_patterns()
{
    std::vector<Pattern> all(std::begin(kPatterns), std::end(kPatterns));
    all.insert(all.end(), std::begin(tensor_patterns::kPatterns), std::end(tensor_patterns::kPatterns));
    return all;
}

#ifndef CUDA_EMULATOR
int main()
{
    prepare_patterns();
    return run_patterns(all_patterns());
}
#endif

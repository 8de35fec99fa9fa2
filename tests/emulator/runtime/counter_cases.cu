// One warp, one access pattern each.
#include "cases.h"

using namespace cases;

namespace {

template <class T>
__global__ void load(const T* in, T* out, int scale, int offset)
{
    const int i = threadIdx.x;
    out[i] = in[i * scale + offset];  // here: global_load
}

__global__ void reversed(const int* in, int* out)
{
    out[threadIdx.x] = in[31 - threadIdx.x];  // here: reversed_load
}

template <class T>
__global__ void shared_load(T* out, int step)
{
    __shared__ T buffer[1024];
    for (int i = threadIdx.x; i < 1024; i += 32)
        buffer[i] = T{};
    __syncwarp();
    out[threadIdx.x] = buffer[threadIdx.x / 2 * 2 * step + (threadIdx.x & 1) * step];  // here: shared_load
}

// Lanes n and n ^ distance read one element; the elements lie side by side.
__global__ void shared_load_by_pairs(float4* out, int distance)
{
    __shared__ float4 buffer[32];
    buffer[threadIdx.x] = make_float4(0, 0, 0, 0);
    __syncwarp();
    const int lane = threadIdx.x, element = distance == 1 ? lane / 2 : lane / 4 * 2 + lane % 2;
    out[lane] = buffer[element];  // here: shared_load_by_pairs
}

__global__ void add_to(int* bins, int distinct)
{
    atomicAdd(&bins[threadIdx.x % distinct], 1);  // here: global_atomic
}

__global__ void add_to_shared(int* out, int distinct)
{
    __shared__ int bins[32];
    bins[threadIdx.x] = 0;
    __syncwarp();
    atomicAdd(&bins[threadIdx.x % distinct], 1);  // here: shared_atomic
    __syncwarp();
    out[threadIdx.x] = bins[threadIdx.x];
}

__constant__ int coefficients[32];

__global__ void read_constant(int* out, int step)
{
    out[threadIdx.x] = coefficients[threadIdx.x * step];  // here: constant_load
}

__device__ int table[32];

__global__ void read_variable(int* out)
{
    out[threadIdx.x] = table[threadIdx.x];  // here: variable_load
}

// Vectors are moved as a whole, structs of less alignment by their members.
struct Body {
    float x, y, z;
};

__global__ void copy_vectors(const float4* in, float4* out)
{
    float4 v = in[threadIdx.x];  // here: vector_load
    v.x += v.w;
    out[threadIdx.x] = v;  // here: vector_store
}

__global__ void build_vectors(float2* out)
{
    out[threadIdx.x] = make_float2(threadIdx.x, 1);  // here: built_vector_store
}

__global__ void copy_bodies(const Body* in, Body* out)
{
    const Body b = in[threadIdx.x];
    out[threadIdx.x] = b;
}

__global__ void barriers_and_shuffles(int* out)
{
    int v = threadIdx.x;
    for (int offset = 16; offset > 0; offset /= 2)
        v += __shfl_down_sync(0xffffffff, v, offset);
    __syncthreads();
    out[threadIdx.x] = v;
    __syncthreads();
}

}  // namespace

CASE(count_coalesced)
{
    load<<<1, 32>>>(zeroes<int>(2048), zeroes<int>(32), 1, 0);
}
CASE(count_shifted)
{
    load<<<1, 32>>>(zeroes<int>(2048), zeroes<int>(32), 1, 1);
}
CASE(count_one_word)
{
    load<<<1, 32>>>(zeroes<int>(2048), zeroes<int>(32), 0, 0);
}
CASE(count_strided)
{
    load<<<1, 32>>>(zeroes<int>(2048), zeroes<int>(32), 8, 0);
}
CASE(count_bytes)
{
    load<<<1, 32>>>(zeroes<char>(2048), zeroes<char>(32), 1, 0);
}
CASE(count_doubles)
{
    load<<<1, 32>>>(zeroes<double>(2048), zeroes<double>(32), 1, 0);
}
CASE(count_reversed)
{
    reversed<<<1, 32>>>(zeroes<int>(32), zeroes<int>(32));
}
CASE(count_banks_step_1)
{
    shared_load<<<1, 32>>>(zeroes<int>(32), 1);
}
CASE(count_banks_step_2)
{
    shared_load<<<1, 32>>>(zeroes<int>(32), 2);
}
CASE(count_banks_step_32)
{
    shared_load<<<1, 32>>>(zeroes<int>(32), 32);
}
CASE(count_banks_same)
{
    shared_load<<<1, 32>>>(zeroes<int>(32), 0);
}
CASE(count_banks_8_bytes)
{
    shared_load<<<1, 32>>>(zeroes<double>(32), 1);
}
CASE(count_banks_16_bytes)
{
    shared_load<<<1, 32>>>(zeroes<float4>(32), 1);
}
CASE(count_banks_16_bytes_neighbours_share)
{
    shared_load_by_pairs<<<1, 32>>>(zeroes<float4>(32), 1);
}
CASE(count_banks_16_bytes_next_but_one_share)
{
    shared_load_by_pairs<<<1, 32>>>(zeroes<float4>(32), 2);
}
CASE(count_global_atomics)
{
    add_to<<<1, 32>>>(zeroes<int>(32), 4);
}
CASE(count_shared_atomics)
{
    add_to_shared<<<1, 32>>>(zeroes<int>(32), 1);
}
static void run_constants(int step)
{
    const int ones[32] = {1};
    cudaMemcpyToSymbol(coefficients, ones, sizeof ones);
    read_constant<<<1, 32>>>(zeroes<int>(32), step);
}
CASE(count_constants_one)
{
    run_constants(0);
}
CASE(count_constants_all)
{
    run_constants(1);
}
CASE(count_variables)
{
    const int ones[32] = {1};
    cudaMemcpyToSymbol(table, ones, sizeof ones);
    read_variable<<<1, 32>>>(zeroes<int>(32));
}
CASE(count_vectors)
{
    copy_vectors<<<1, 32>>>(zeroes<float4>(32), zeroes<float4>(32));
}
CASE(count_built_vectors)
{
    build_vectors<<<1, 32>>>(zeroes<float2>(32));
}
CASE(count_structs)
{
    copy_bodies<<<1, 32>>>(zeroes<Body>(32), zeroes<Body>(32));
}
CASE(count_synchronisation)
{
    barriers_and_shuffles<<<3, 64>>>(zeroes<int>(64));
}

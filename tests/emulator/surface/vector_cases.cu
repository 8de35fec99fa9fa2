// CUDA's vector types: plain structs with CUDA's alignment.
#include "cases.h"
#include "check.h"

#include <cstddef>
#include <type_traits>

namespace {

template <class Vector, int size, int alignment>
constexpr bool has_layout = sizeof(Vector) == size && alignof(Vector) == alignment;

static_assert(has_layout<char1, 1, 1> && has_layout<char2, 2, 2> && has_layout<char3, 3, 1> &&
              has_layout<char4, 4, 4>);
static_assert(has_layout<uchar1, 1, 1> && has_layout<uchar2, 2, 2> && has_layout<uchar3, 3, 1> &&
              has_layout<uchar4, 4, 4>);
static_assert(has_layout<short1, 2, 2> && has_layout<short2, 4, 4> && has_layout<short3, 6, 2> &&
              has_layout<short4, 8, 8>);
static_assert(has_layout<ushort1, 2, 2> && has_layout<ushort2, 4, 4> && has_layout<ushort3, 6, 2> &&
              has_layout<ushort4, 8, 8>);
static_assert(has_layout<int1, 4, 4> && has_layout<int2, 8, 8> && has_layout<int3, 12, 4> &&
              has_layout<int4, 16, 16>);
static_assert(has_layout<uint1, 4, 4> && has_layout<uint2, 8, 8> && has_layout<uint3, 12, 4> &&
              has_layout<uint4, 16, 16>);
static_assert(has_layout<float1, 4, 4> && has_layout<float2, 8, 8> && has_layout<float3, 12, 4> &&
              has_layout<float4, 16, 16>);
static_assert(has_layout<long1, 8, 8> && has_layout<long2, 16, 16> && has_layout<long3, 24, 8>);
static_assert(has_layout<ulong1, 8, 8> && has_layout<ulong2, 16, 16> && has_layout<ulong3, 24, 8>);
static_assert(has_layout<longlong1, 8, 8> && has_layout<longlong2, 16, 16> && has_layout<longlong3, 24, 8>);
static_assert(has_layout<ulonglong1, 8, 8> && has_layout<ulonglong2, 16, 16> &&
              has_layout<ulonglong3, 24, 8>);
static_assert(has_layout<double1, 8, 8> && has_layout<double2, 16, 16> && has_layout<double3, 24, 8>);
static_assert(sizeof(dim3) == 12);

constexpr float4 kConstant{1, 2, 3, 4};
static_assert(kConstant.w == 4);
__constant__ int2 in_constant_memory[2] = {{1, 2}, {3, 4}};

struct Particle {
    float4 position, velocity;
};
union Bits {
    float4 vector;
    float element[4];
};

#ifndef __clang__  // see vectors.h: there they have constructors
static_assert(std::is_trivial_v<float4> && std::is_aggregate_v<float4> &&
              std::is_trivially_copyable_v<Particle>);
static_assert(std::is_trivial_v<uchar4> && std::is_aggregate_v<double2> &&
              std::is_trivially_copyable_v<Bits>);
#endif

__host__ __device__ float4 operator+(float4 a, float4 b)
{
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

__global__ void vectors(float4* v, Particle* particles)
{
    __shared__ float4 tile[32];
    const int i = threadIdx.x;
    tile[i] = v[i];
    __syncthreads();
    const float4 other = tile[31 - i];
    v[i] = other + kConstant;
    CHECK(other.x == 31 - i && other.y == 1 && other.z == 0 && other.w == -other.x);

    Bits bits;
    bits.vector = other;
    CHECK(bits.element[3] == -bits.element[0]);

    Particle p = particles[i];
    p.position = p.position + p.velocity;
    particles[i] = p;
    particles[i].velocity = {0, 0, 0, float(i)};
    CHECK(particles[i].velocity.w == i && particles[i].position.y == 3);

    const int2 c = in_constant_memory[i % 2];
    CHECK(c.x + c.y == (i % 2 ? 7 : 3));
    const uchar4 pixel = make_uchar4(1, 2, 3, 255);
    const double4 d = make_double4(1, 2, 3, 4);
    const short3 s = make_short3(1, 2, -3);
    const ulonglong2 u = make_ulonglong2(1, ~0ull);
    CHECK(pixel.w == 255 && d.w == 4 && s.z == -3 && u.y == ~0ull && make_char1('a').x == 'a');
    const dim3 size(2, 3);
    CHECK(size.z == 1 && warpSize == 32);
}

SURFACE_CASE(vector_types)
{
    float4 host[32];
    Particle particles[32];
    for (int i = 0; i < 32; ++i) {
        host[i] = make_float4(float(i), 1, 0, -float(i));
        particles[i] = {make_float4(0, 1, 2, 3), make_float4(1, 2, 3, 4)};
    }
    float4* d = nullptr;
    Particle* p = nullptr;
    cudaMalloc(&d, sizeof host);
    cudaMalloc(&p, sizeof particles);
    cudaMemcpy(d, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(p, particles, sizeof particles, cudaMemcpyHostToDevice);
    vectors<<<1, 32>>>(d, p);
    cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(d);
    cudaFree(p);
    CHECK_HOST(host[0].x == 32 && host[0].w == -27);
    return take_failed_line();
}

}  // namespace

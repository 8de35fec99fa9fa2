// cuRAND's generators in kernels. The numbers are those of cuRAND's own header (CUDA 13.0), compiled for the host.
#include "cases.h"
#include "check.h"

#include <curand_kernel.h>

namespace {

// Where a sequence begins, its first number, and a hash (FNV) of the 1000 numbers after that.
struct Sequence {
    unsigned long long seed, sequence, offset;
    unsigned first, hash;
};

constexpr int kSequences = 7;
struct Sequences {
    Sequence at[kSequences];
};

constexpr Sequences kXorwow{{{0, 0, 0, 0xbd7f03b6, 0x3cbb25df},
                             {1234, 0, 0, 0x253d5e15, 0xc5f317dd},
                             {1234, 1, 0, 0xd1f7605a, 0x1bc4ff4b},
                             {1234, 31, 5, 0xcb53a157, 0xb4e30f92},
                             {1984, 1000000, 0, 0x21cb879b, 0xd6345e67},
                             {0x123456789abcdef, 0x4000000000001, 1, 0x1b11c49d, 0xbd75e7ed},
                             {~0ull, 77, 0xffffffffff, 0xb92fbaa3, 0x8eceac91}}};
constexpr Sequences kPhilox{{{0, 0, 0, 0x6627e8d5, 0x7bd3bdfa},
                             {1234, 0, 0, 0x2090b348, 0x0febf54b},
                             {1234, 1, 0, 0xd115a128, 0x89b19534},
                             {1234, 31, 5, 0x5a81486a, 0x7a32fef0},
                             {1984, 1000000, 0, 0x27220f30, 0x14a98c94},
                             {0x123456789abcdef, 0x4000000000001, 1, 0xb4c2bdcb, 0x188ad596},
                             {~0ull, 77, 0xffffffffff, 0xabd7e8dc, 0x5c43bb02}}};
constexpr Sequences kMrg{{{0, 0, 0, 0x2083cd07, 0x1936d391},
                          {1234, 0, 0, 0xc96891f0, 0x61dd1ce2},
                          {1234, 1, 0, 0x26f0d612, 0x603fafaf},
                          {1234, 31, 5, 0x9763f071, 0x7b7720f6},
                          {1984, 1000000, 0, 0x87699503, 0x3b089f50},
                          {0x123456789abcdef, 0x4000000000001, 1, 0x5bc025d4, 0xd34ef3c7},
                          {~0ull, 77, 0xffffffffff, 0x1e7a127c, 0x2304c5ed}}};

template <class State>
__global__ void sequences(Sequences wanted)
{
    const Sequence& row = wanted.at[threadIdx.x];
    State state;
    curand_init(row.seed, row.sequence, row.offset, &state);
    CHECK(curand(&state) == row.first);
    unsigned hash = 2166136261u;
    for (int i = 0; i < 1000; ++i)
        hash = (hash ^ curand(&state)) * 16777619u;
    CHECK(hash == row.hash);
}

SURFACE_CASE(random_sequences)
{
    sequences<curandState><<<1, kSequences>>>(kXorwow);
    sequences<curandStatePhilox4_32_10_t><<<1, kSequences>>>(kPhilox);
    sequences<curandStateMRG32k3a><<<1, kSequences>>>(kMrg);
    return take_failed_line();
}

__device__ bool close_to(double a, double b)
{
    return fabs(a - b) <= 1e-5 * fabs(b);
}
// A GPU's sine is exact to 2^-21 of 1, not of its own value.
__device__ bool normal_is(double a, double b)
{
    return fabs(a - b) <= 4e-6 * (1 + fabs(b));
}

// What follows curand_init(42, 7, 0), one after the other.
struct Numbers {
    float uniform;
    double uniform_double;
    float normal[2];
    double normal_double[2];
    float normal2[2];
    float log_normal;
    double log_normal_double;
    unsigned poisson_of_10, next, after_skip, after_sequences;
};

template <class State>
__global__ void distributions(Numbers wanted)
{
    State state;
    curand_init(42, 7, 0, &state);
    CHECK(curand_uniform(&state) == wanted.uniform);
    CHECK(curand_uniform_double(&state) == wanted.uniform_double);
    CHECK(normal_is(curand_normal(&state), wanted.normal[0]));
    CHECK(normal_is(curand_normal(&state), wanted.normal[1]));
    CHECK(close_to(curand_normal_double(&state), wanted.normal_double[0]));
    CHECK(close_to(curand_normal_double(&state), wanted.normal_double[1]));
    const float2 both = curand_normal2(&state);
    CHECK(normal_is(both.x, wanted.normal2[0]) && normal_is(both.y, wanted.normal2[1]));
    CHECK(close_to(curand_log_normal(&state, 0.5f, 0.25f), wanted.log_normal));
    CHECK(close_to(curand_log_normal_double(&state, 0.5, 0.25), wanted.log_normal_double));
    CHECK(curand_poisson(&state, 10.0) == wanted.poisson_of_10);
    const unsigned large = curand_poisson(&state, 5000.0);
    CHECK(large > 4500 && large < 5500);
    CHECK(curand(&state) == wanted.next);
    skipahead(123456789ull, &state);
    CHECK(curand(&state) == wanted.after_skip);
    skipahead_sequence(9ull, &state);
    CHECK(curand(&state) == wanted.after_sequences);
}

SURFACE_CASE(random_distributions)
{
    distributions<curandState><<<1, 1>>>({0.108753294f,
                                          0.92793550360471522,
                                          {-0.303068459f, 0.0994512141f},
                                          {0.75099900992173818, 0.6044861389700511},
                                          {1.41798079f, 1.92351675f},
                                          2.27635217f,
                                          1.7453857356847444,
                                          15,
                                          0x2cf2fc00,
                                          0x248f0a40,
                                          0x64c895c2});
    distributions<curandStatePhilox4_32_10_t><<<1, 1>>>({0.405981958f,
                                                         0.89581398968584836,
                                                         {1.13286567f, -0.658450544f},
                                                         {1.2437414576128467, 0.6430495529148359},
                                                         {-0.752956629f, 1.8181293f},
                                                         1.18782616f,
                                                         1.6112211358156929,
                                                         8,
                                                         0x8ab76bcf,
                                                         0x55bfad2f,
                                                         0x4599ab13});
    distributions<curandStateMRG32k3a><<<1, 1>>>({0.605529308f,
                                                  0.58749450109581247,
                                                  {-0.809866726f, 2.1889441f},
                                                  {1.0059560891050476, 0.18355289924178914},
                                                  {-0.236965641f, -0.785456717f},
                                                  1.48801863f,
                                                  2.3709807926912658,
                                                  12,
                                                  0x2ada863c,
                                                  0xe215f562,
                                                  0x87e1d75f});
    return take_failed_line();
}

__global__ void four_at_a_time()
{
    curandStatePhilox4_32_10_t state;
    curand_init(42, 7, 3, &state);
    const uint4 x = curand4(&state);
    CHECK(x.x == 0x557398d3 && x.y == 0xe5dde940 && x.z == 0x600f6196 && x.w == 0x8fcdf8f1);
    const float4 uniform = curand_uniform4(&state);
    CHECK(uniform.x == 0.174054638f && uniform.y == 0.144241124f && uniform.z == 0.937510192f &&
          uniform.w == 0.340245068f);
    const float4 normal = curand_normal4(&state);
    CHECK(normal_is(normal.x, -0.297907025) && normal_is(normal.y, -0.545737386) &&
          normal_is(normal.z, -0.211332023) && normal_is(normal.w, -1.17003846));
    const double2 both = curand_uniform2_double(&state);
    CHECK(both.x == 0.83153079630448601 && both.y == 0.44085565373220542);

    // Four numbers are the four that come one by one, wherever they begin.
    for (unsigned used = 0; used < 4; ++used) {
        curandStatePhilox4_32_10_t one_by_one;
        curand_init(1, 2, used, &state);
        curand_init(1, 2, used, &one_by_one);
        const uint4 four = curand4(&state);
        CHECK(four.x == curand(&one_by_one) && four.y == curand(&one_by_one) &&
              four.z == curand(&one_by_one) && four.w == curand(&one_by_one));
        CHECK(curand(&state) == curand(&one_by_one));
    }

    curandStateMRG32k3a mrg;
    curand_init(42, 7, 3, &mrg);
    skipahead_subsequence(11ull, &mrg);
    CHECK(curand(&mrg) == 0xd1509045);
}

SURFACE_CASE(random_four_at_a_time)
{
    four_at_a_time<<<1, 1>>>();
    return take_failed_line();
}

// As programs use it: states in global memory, set up by one kernel and used by others.
__global__ void set_up(curandState* states, unsigned long long seed)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(seed, i, 0, &states[i]);
}

__global__ void points_in_circle(curandState* states, int points, unsigned long long* inside)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandState state = states[i];
    unsigned hits = 0;
    for (int k = 0; k < points; ++k) {
        const float x = curand_uniform(&state), y = curand_uniform(&state);
        hits += x * x + y * y <= 1.0f;
    }
    atomicAdd(inside, hits);
    states[i] = state;
}

SURFACE_CASE(random_states_in_memory)
{
    constexpr int kThreads = 1024, kPoints = 64, kLaunches = 2;
    curandState* states = nullptr;
    unsigned long long *inside = nullptr, hits = 0;
    cudaMalloc(&states, kThreads * sizeof *states);
    cudaMalloc(&inside, sizeof *inside);
    cudaMemset(inside, 0, sizeof *inside);
    set_up<<<kThreads / 128, 128>>>(states, 1);
    for (int i = 0; i < kLaunches; ++i)
        points_in_circle<<<kThreads / 128, 128>>>(states, kPoints, inside);
    cudaMemcpy(&hits, inside, sizeof hits, cudaMemcpyDeviceToHost);
    cudaFree(states);
    cudaFree(inside);
    const double pi = 4.0 * hits / (kThreads * kPoints * kLaunches);
    CHECK_HOST(pi > 3.12 && pi < 3.16);
    return take_failed_line();
}

}  // namespace

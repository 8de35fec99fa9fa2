// Structs and classes that functions take and return by value, straight from and into arrays.
#include "check.h"

#include <cmath>

struct Vec {
    float e[3];
    Vec() = default;
    __host__ __device__ Vec(float x, float y, float z) : e{x, y, z} {}
    __host__ __device__ Vec operator+(const Vec& o) const
    {
        return Vec(e[0] + o.e[0], e[1] + o.e[1], e[2] + o.e[2]);
    }
    __host__ __device__ friend Vec operator*(float s, Vec v)
    {
        return Vec(s * v.e[0], s * v.e[1], s * v.e[2]);
    }
};

struct Body {
    Vec position, velocity;
    double mass;
};

__host__ __device__ Body moved(Body body, float dt)
{
    body.position = body.position + dt * body.velocity;
    return body;
}

// Calls itself: it cannot be inlined.
__host__ __device__ Vec power(Vec v, int n)
{
    return n == 0 ? v : power(0.5f * v, n - 1);
}

__global__ void move(Body* bodies, Vec* trail, int n)
{
    __shared__ Body tile[64];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = i < n ? moved(bodies[i], 0.5f) : Body{Vec(0, 0, 0), Vec(0, 0, 0), 0};
    __syncthreads();
    if (i >= n)
        return;
    const Vec shrunk = power(tile[63 - threadIdx.x].velocity, 3);
    bodies[i] = moved(tile[threadIdx.x], 0.5f);
    trail[i] = 2 * bodies[i].position + shrunk;
}

int main()
{
    constexpr int n = 192;
    Body* bodies;
    Vec* trail;
    CUDA_CHECK(cudaMallocManaged(&bodies, n * sizeof(Body)));
    CUDA_CHECK(cudaMallocManaged(&trail, n * sizeof(Vec)));
    for (int i = 0; i < n; ++i)
        bodies[i] = {Vec(i, 2 * i, 3 * i), Vec(8, 16, 24), 1.0};
    move<<<n / 64, 64>>>(bodies, trail, n);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < 3; ++k)
            expect(trail[i].e[k] == 2 * ((k + 1) * i + 8 * (k + 1)) + k + 1, "a struct by value");
    CUDA_CHECK(cudaFree(bodies));
    CUDA_CHECK(cudaFree(trail));
    printf("Test PASSED\n");
}

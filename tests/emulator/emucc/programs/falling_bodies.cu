// Device lambdas, functors, a struct of vectors, printf and assert in a kernel, and a grid of three dimensions.
#include "check.h"

#include <cassert>

struct Body {
    float4 position;  // w: mass
    float3 velocity;
};

struct Accelerate {
    float dt;
    __host__ __device__ void operator()(Body& body) const
    {
        body.velocity.y -= 9.81f * dt;
        body.position.y += body.velocity.y * dt;
    }
};

template <typename F>
__global__ void for_each_body(Body* bodies, dim3 extent, F f)
{
    const dim3 at(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y, blockIdx.z);
    if (at.x >= extent.x || at.y >= extent.y)
        return;
    assert(at.z < extent.z);
    f(bodies[(at.z * extent.y + at.y) * extent.x + at.x]);
}

int main()
{
    const dim3 extent(10, 6, 3), block(8, 4), grid(2, 2, 3);
    const int n = extent.x * extent.y * extent.z;
    Body* bodies;
    CUDA_CHECK(cudaMallocManaged(&bodies, n * sizeof(Body)));
    for (int i = 0; i < n; ++i)
        bodies[i] = {make_float4(i, 100, 0, 1), make_float3(0, 0, 0)};
    for_each_body<<<grid, block>>>(bodies, extent, Accelerate{0.5f});
    const float drop = 50;
    for_each_body<<<grid, block>>>(bodies, extent, [=] __device__(Body & body) {
        body.position.y -= drop;
        if (body.position.x == 7)
            printf("body 7 is at %.4f\n", body.position.y);
    });
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i)
        expect(bodies[i].position.y == 100 - 9.81f * 0.5f * 0.5f - 50, "where the bodies are");
    CUDA_CHECK(cudaFree(bodies));
    printf("Test PASSED\n");
}

// nbody_v2: float3          ./nbody_v2
//
// Slow in v1: a place takes three loads of 4 bytes.
// Idea: use CUDA's own vector type.
// Still slow: exactly as v1, which is the lesson: a name does not change a layout. A float3 is the same
// struct, 12 bytes at any multiple of 4, and a load of 16 bytes needs an address that is a multiple of 16.
#include "states.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void step(const float3* places, const float3* velocities, const float* masses, int n,
                     float3* new_places, float3* new_velocities)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    const float3 me = places[i];
    float3 acceleration = {0, 0, 0};
    for (int j = 0; j < n; ++j) {
        const float3 other = places[j];
        const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
        const float r2 = dx * dx + dy * dy + dz * dz + kSoftening2;
        const float pull = masses[j] / (r2 * sqrtf(r2));
        acceleration.x += pull * dx;
        acceleration.y += pull * dy;
        acceleration.z += pull * dz;
    }

    float3 velocity = velocities[i];
    velocity.x += kTimeStep * acceleration.x;
    velocity.y += kTimeStep * acceleration.y;
    velocity.z += kTimeStep * acceleration.z;
    const float3 place = {me.x + kTimeStep * velocity.x, me.y + kTimeStep * velocity.y,
                          me.z + kTimeStep * velocity.z};
    new_velocities[i] = velocity;
    new_places[i] = place;
}

NBody::Output simulate(const NBody::Input& in, Run& run)
{
    const int n = in.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(step, ceil_div(n, block), block);

    const States<float3> states(in, run);
    const auto d_masses = run.upload(in.bodies.mass);
    run.kernel(launch, [&] {
        for (int s = 0; s < in.steps; ++s) {
            const auto from = states.after(s), to = states.after(s + 1);
            step<<<launch.grid, launch.block>>>(from.places, from.velocities, d_masses.data(), n, to.places,
                                                to.velocities);
        }
    });
    return states.download(run);
}

}  // namespace

LADDER_VERSION(NBody, 2, "float3", simulate);

// nbody_float4: one load for each body          scripts/lab check nbody_float4
//
// The result is right. But for each body that pulls at it a thread makes four loads: x, y and z of the place,
// and the mass. Change the layout so that one load of 16 bytes brings all of them.
#include "states.h"

namespace {

constexpr int kBlockSize = 256;

// TODO: float4 in place of float3. Its w is a fourth float, and States<float4> puts the mass into w of a
// place.
__global__ void step(const float3* places, const float3* velocities, const float* masses, int n,
                     float3* new_places, float3* new_velocities)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    const float3 me = places[i];
    float3 acceleration = {0, 0, 0};
    for (int j = 0; j < n; ++j) {
        const float3 other = places[j];  // at: body
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

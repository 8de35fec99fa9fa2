// nbody_v1: struct of three floats          ./nbody_v1
//
// Idea: thread i adds up the pulls of all bodies at body i, and moves it. A step reads one state and writes
// another, so that no thread reads a body that has already moved.
// Still slow: all lanes of a warp read the same body at the same time, but in four loads: x, y, z and the
// mass. And the square root and the division take more instructions than all the rest; see v7.
#include "states.h"

namespace {

constexpr int kBlockSize = 256;

struct Vector {
    float x, y, z;
};

__global__ void step(const Vector* places, const Vector* velocities, const float* masses, int n,
                     Vector* new_places, Vector* new_velocities)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    const Vector me = places[i];
    Vector acceleration = {0, 0, 0};
    for (int j = 0; j < n; ++j) {
        const Vector other = places[j];
        const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
        const float r2 = dx * dx + dy * dy + dz * dz + kSoftening2;
        const float pull = masses[j] / (r2 * sqrtf(r2));
        acceleration.x += pull * dx;
        acceleration.y += pull * dy;
        acceleration.z += pull * dz;
    }

    Vector velocity = velocities[i];
    velocity.x += kTimeStep * acceleration.x;
    velocity.y += kTimeStep * acceleration.y;
    velocity.z += kTimeStep * acceleration.z;
    const Vector place = {me.x + kTimeStep * velocity.x, me.y + kTimeStep * velocity.y,
                          me.z + kTimeStep * velocity.z};
    new_velocities[i] = velocity;
    new_places[i] = place;
}

NBody::Output simulate(const NBody::Input& in, Run& run)
{
    const int n = in.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(step, ceil_div(n, block), block);

    const States<Vector> states(in, run);
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

LADDER_VERSION(NBody, 1, "struct of three floats", simulate);

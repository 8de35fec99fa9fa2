// nbody_last_tile: find what is wrong with this kernel          scripts/lab check nbody_last_tile
//
// A block loads a tile of bodies into shared memory, one per thread, and each of its threads adds up their
// pulls. For 512 bodies the result is right, for other numbers it is not. Find the cause and repair it.
#include "states.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kMaxBlockSize = 1024;

__global__ void step(const float4* places, const float4* velocities, int n, float4* new_places,
                     float4* new_velocities)
{
    __shared__ float4 tile[kMaxBlockSize];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 nobody = {0, 0, 0, 0};

    const float4 me = i < n ? places[i] : nobody;
    float3 acceleration = {0, 0, 0};
    for (int begin = 0; begin < n; begin += blockDim.x) {
        const int mine = begin + threadIdx.x;
        tile[threadIdx.x] = mine < n ? places[mine] : nobody;
        __syncthreads();
        for (unsigned k = 0; k < blockDim.x; ++k) {
            const float4 other = tile[k];
            const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
            const float r2 = dx * dx + dy * dy + dz * dz + kSoftening2;
            const float pull = other.w / (r2 * sqrtf(r2));
            acceleration.x += pull * dx;
            acceleration.y += pull * dy;
            acceleration.z += pull * dz;
        }
        __syncthreads();
    }
    if (i >= n)
        return;

    float4 velocity = velocities[i];
    velocity.x += kTimeStep * acceleration.x;
    velocity.y += kTimeStep * acceleration.y;
    velocity.z += kTimeStep * acceleration.z;
    const float4 place = {me.x + kTimeStep * velocity.x, me.y + kTimeStep * velocity.y,
                          me.z + kTimeStep * velocity.z, me.w};
    new_velocities[i] = velocity;
    new_places[i] = place;
}

NBody::Output simulate(const NBody::Input& in, Run& run)
{
    const int n = in.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(step, ceil_div(n, block), block);

    const States<float4> states(in, run);
    run.kernel(launch, [&] {
        for (int s = 0; s < in.steps; ++s) {
            const auto from = states.after(s), to = states.after(s + 1);
            step<<<launch.grid, launch.block>>>(from.places, from.velocities, n, to.places, to.velocities);
        }
    });
    return states.download(run);
}

}  // namespace

LADDER_VERSION(NBody, 6, "tile in shared memory", simulate);

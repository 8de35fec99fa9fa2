// nbody_v8: several bodies per thread          ./nbody_v8
//
// Slow in v7: each interaction takes a load from shared memory.
// Idea: each thread keeps four bodies in registers, so that one load serves four interactions. A quarter of
// the threads does not fill the GPU, so the bodies that pull are shared out to blocks, too: a block adds up
// one part of them, and a second kernel adds up the parts and moves the bodies.
// Still slow: the force between two bodies is computed twice, once for each of them.
#include "states.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kBodies = 4;  // per thread
constexpr int kTile = 256;  // bodies in shared memory
constexpr int kUnroll = 8;
constexpr int kWaves = 8;  // blocks per resident block, so that the GPU idles little at the end

// pulls is (gridDim.y, n): the pull of part y of the bodies at each body. A part is `part` bodies, a multiple
// of kTile.
__global__ void pull(const float4* places, int n, int part, float4* pulls)
{
    __shared__ float4 tile[kTile];
    const float4 nobody = {0, 0, 0, 0};
    const int first = blockIdx.x * blockDim.x * kBodies + threadIdx.x;

    float4 me[kBodies];
    float3 acceleration[kBodies];
#pragma unroll
    for (int b = 0; b < kBodies; ++b) {
        const int i = first + b * blockDim.x;
        me[b] = i < n ? places[i] : nobody;
        acceleration[b] = {0, 0, 0};
    }

    const int end = min(n, (blockIdx.y + 1) * part);
    for (int begin = blockIdx.y * part; begin < end; begin += kTile) {
        for (int k = threadIdx.x; k < kTile; k += blockDim.x)
            tile[k] = begin + k < end ? places[begin + k] : nobody;
        __syncthreads();
#pragma unroll kUnroll
        for (int k = 0; k < kTile; ++k) {
            const float4 other = tile[k];
#pragma unroll
            for (int b = 0; b < kBodies; ++b) {
                const float dx = other.x - me[b].x, dy = other.y - me[b].y, dz = other.z - me[b].z;
                const float r = rsqrtf(kSoftening2 + dx * dx + dy * dy + dz * dz);
                const float s = other.w * r * (r * r);
                acceleration[b].x += s * dx;
                acceleration[b].y += s * dy;
                acceleration[b].z += s * dz;
            }
        }
        __syncthreads();
    }

#pragma unroll
    for (int b = 0; b < kBodies; ++b) {
        const int i = first + b * blockDim.x;
        if (i < n)
            pulls[std::size_t{blockIdx.y} * n + i] = {acceleration[b].x, acceleration[b].y, acceleration[b].z,
                                                      0};
    }
}

__global__ void __launch_bounds__(1024)
    move(const float4* places, const float4* velocities, const float4* pulls, int parts, int n,
         float4* new_places, float4* new_velocities)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float3 acceleration = {0, 0, 0};
    for (int part = 0; part < parts; ++part) {
        const float4 pull = pulls[std::size_t(part) * n + i];
        acceleration.x += pull.x;
        acceleration.y += pull.y;
        acceleration.z += pull.z;
    }
    const float4 me = places[i];
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
    // As many parts as fill the GPU, but at least one tile to each.
    const int groups = ceil_div(n, block * kBodies), tiles = ceil_div(n, kTile);
    const int blocks = kWaves * static_cast<int>(resident_blocks(pull, block, 1 << 20));
    const int part = kTile * ceil_div(tiles, std::clamp(blocks / groups, 1, tiles));
    const int parts = ceil_div(n, part);
    const Launch pulling(pull, dim3(groups, parts), block), moving(move, ceil_div(n, block), block);

    const States<float4> states(in, run);
    const auto d_pulls = run.array<float4>(std::size_t(parts) * n);
    run.kernel({pulling, moving}, [&] {
        for (int s = 0; s < in.steps; ++s) {
            const auto from = states.after(s), to = states.after(s + 1);
            pull<<<pulling.grid, pulling.block>>>(from.places, n, part, d_pulls.data());
            move<<<moving.grid, moving.block>>>(from.places, from.velocities, d_pulls.data(), parts, n,
                                                to.places, to.velocities);
        }
    });
    run.longest_chain(part + parts);
    return states.download(run);
}

}  // namespace

LADDER_VERSION(NBody, 8, "several bodies per thread", simulate);

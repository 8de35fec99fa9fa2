// nbody_v9: each pair once          ./nbody_v9
//
// Slow in v8: the force between two bodies is computed twice, once for each of them.
// Idea: compute it once and add it to both. A warp holds a chunk of 256 bodies, eight per lane, and meets
// another chunk 32 bodies at a time. Each of these moves on by one lane per turn, together with the sum of
// the pulls at it. After 32 turns it has met all 256 bodies, and the sum is added to global memory.
// Limit: arithmetic. 87 % of an H200's peak, counted as 20 operations for each of the n x n interactions.
#include "states.h"

namespace {

constexpr int kBlockSize = 128;
constexpr int kMaxBlockSize = 512;  // more threads of so many registers do not fit
constexpr int kBodies = 8;          // per lane
constexpr int kChunk = 32 * kBodies;
constexpr int kWaves = 16;  // blocks per resident block, so that the GPU idles little at the end

__device__ float from_next_lane(float value)
{
    return __shfl_sync(kAllLanes, value, threadIdx.x + 1);  // modulo 32
}

// Three numbers for each body, in an array each, so that a warp's additions fall into whole sectors.
struct Sums {
    float *x, *y, *z;

    __device__ void add(int i, float3 value) const
    {
        atomicAdd(&x[i], value.x);
        atomicAdd(&y[i], value.y);
        atomicAdd(&z[i], value.z);
    }
};

// The chunks form a circle, and each meets the chunks at distances 0 to half the circle ahead of it: that
// makes every pair of chunks meet. Row y of the grid does the distances from y * part on. At distance 0, and
// just opposite, both sides compute the pair, and each applies it to itself only. accelerations: 0 before the
// launch. blockDim.x must be a multiple of 32. The launch bounds ask for one resident block per
// multiprocessor: more registers gain more here than more resident warps.
__global__ void __launch_bounds__(kMaxBlockSize, 1)
    pull(const float4* places, int n, int chunks, int part, Sums accelerations)
{
    const float4 nobody = {0, 0, 0, 0};
    const int lane = threadIdx.x % 32;
    const int chunk = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (chunk >= chunks)
        return;

    float4 me[kBodies];
    float3 action[kBodies];
#pragma unroll
    for (int b = 0; b < kBodies; ++b) {
        const int i = chunk * kChunk + b * 32 + lane;
        me[b] = i < n ? places[i] : nobody;
        action[b] = {0, 0, 0};
    }

    const int end = min(chunks / 2 + 1, (blockIdx.y + 1) * part);
    for (int distance = blockIdx.y * part; distance < end; ++distance) {
        const int opposite = (chunk + distance) % chunks;
        const bool for_both = distance != 0 && 2 * distance != chunks;
        for (int begin = opposite * kChunk; begin < (opposite + 1) * kChunk; begin += 32) {
            float4 other = begin + lane < n ? places[begin + lane] : nobody;
            float3 reaction = {0, 0, 0};
            for (int turn = 0; turn < 32; ++turn) {
#pragma unroll
                for (int b = 0; b < kBodies; ++b) {
                    const float dx = other.x - me[b].x, dy = other.y - me[b].y, dz = other.z - me[b].z;
                    const float r = rsqrtf(kSoftening2 + dx * dx + dy * dy + dz * dz);
                    const float r3 = r * r * r;
                    const float mine = r3 * other.w, its = r3 * me[b].w;
                    action[b].x += mine * dx;
                    action[b].y += mine * dy;
                    action[b].z += mine * dz;
                    reaction.x -= its * dx;
                    reaction.y -= its * dy;
                    reaction.z -= its * dz;
                }
                other = {from_next_lane(other.x), from_next_lane(other.y), from_next_lane(other.z),
                         from_next_lane(other.w)};
                reaction = {from_next_lane(reaction.x), from_next_lane(reaction.y),
                            from_next_lane(reaction.z)};
            }
            if (for_both && begin + lane < n)
                accelerations.add(begin + lane, reaction);
        }
    }

#pragma unroll
    for (int b = 0; b < kBodies; ++b) {
        const int i = chunk * kChunk + b * 32 + lane;
        if (i < n)
            accelerations.add(i, action[b]);
    }
}

__global__ void move(const float4* places, const float4* velocities, Sums accelerations, int n,
                     float4* new_places, float4* new_velocities)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float4 me = places[i];
    float4 velocity = velocities[i];
    velocity.x += kTimeStep * accelerations.x[i];
    velocity.y += kTimeStep * accelerations.y[i];
    velocity.z += kTimeStep * accelerations.z[i];
    const float4 place = {me.x + kTimeStep * velocity.x, me.y + kTimeStep * velocity.y,
                          me.z + kTimeStep * velocity.z, me.w};
    new_velocities[i] = velocity;
    new_places[i] = place;
}

NBody::Output simulate(const NBody::Input& in, Run& run)
{
    const int n = in.size();
    const int block = run.block_size(kBlockSize, BlockRule::warps, kMaxBlockSize);
    // The distances are dealt out to as many rows of blocks as fill the GPU.
    const int chunks = ceil_div(n, kChunk), distances = chunks / 2 + 1;
    const int columns = ceil_div(chunks, block / 32);
    const int blocks = kWaves * static_cast<int>(resident_blocks(pull, block, 1 << 20));
    const int part = ceil_div(distances, std::clamp(blocks / columns, 1, distances));
    const int parts = ceil_div(distances, part);
    const Launch pulling(pull, dim3(columns, parts), block), moving(move, ceil_div(n, block), block);

    const States<float4> states(in, run);
    const auto d_accelerations = run.array<float>(3 * std::size_t(n));
    const Sums accelerations{d_accelerations.data(), d_accelerations.data() + n,
                             d_accelerations.data() + 2 * std::size_t(n)};
    run.kernel({pulling, moving}, [&] {
        for (int s = 0; s < in.steps; ++s) {
            const auto from = states.after(s), to = states.after(s + 1);
            d_accelerations.zero();
            pull<<<pulling.grid, pulling.block>>>(from.places, n, chunks, part, accelerations);
            move<<<moving.grid, moving.block>>>(from.places, from.velocities, accelerations, n, to.places,
                                                to.velocities);
        }
    });
    run.longest_chain(2.0 * (part * kChunk + chunks));  // one row's additions, then the atomic ones
    return states.download(run);
}

}  // namespace

LADDER_VERSION(NBody, 9, "each pair once", simulate);

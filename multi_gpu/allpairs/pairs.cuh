// The kernels of all versions: nbody_v9's, which computes the force between two bodies once, for the bodies of one GPU.
#pragma once

#include "allpairs.h"
#include "common/device/cuda_check.h"
#include "nbody/gravity.h"

#include <algorithm>
#include <deque>

constexpr int kBlockSize = 128;
constexpr int kBodies = 8;  // per lane
static_assert(kChunk == 32 * kBodies);
constexpr int kWaves = 16;  // blocks per resident block, so that the GPU idles little at the end

inline __device__ float from_next_lane(float value)
{
    return __shfl_sync(kAllLanes, value, threadIdx.x + 1);  // modulo 32
}

// The chunks of one GPU: bodies first() to end() - 1.
struct Share {
    int first_chunk, chunks;

    __host__ __device__ int first() const { return first_chunk * kChunk; }
    __host__ __device__ int capacity() const { return chunks * kChunk; }
};

// The pulls at the bodies of a share: three arrays of share.capacity() numbers, one after the other.
struct Pulls {
    float* x;
    Share share;

    __device__ void add(int i, float3 value) const
    {
        float* const at = x + (i - share.first());
        atomicAdd(at, value.x);
        atomicAdd(at + share.capacity(), value.y);
        atomicAdd(at + 2 * share.capacity(), value.z);
    }
};

// The chunks form a circle of `circle`, and each meets the chunks at distances 0 to half the circle ahead of it: that makes
// every pair meet once. At distance 0, and just opposite, both sides compute the pair, and each applies it to itself only.
// Here the chunks of one share meet those of another, row y of the grid `part` of these. places: of all n bodies.
static __global__ void __launch_bounds__(512, 1)
    pull(const float4* places, int n, int circle, int part, Pulls mine, Pulls others)
{
    const float4 nobody = {0, 0, 0, 0};
    const int lane = threadIdx.x % 32;
    const int number = (blockIdx.x * blockDim.x + threadIdx.x) / 32, chunk = mine.share.first_chunk + number;
    if (number >= mine.share.chunks)
        return;

    float4 me[kBodies];
    float3 action[kBodies];
#pragma unroll
    for (int b = 0; b < kBodies; ++b) {
        const int i = chunk * kChunk + b * 32 + lane;
        me[b] = i < n ? places[i] : nobody;
        action[b] = {0, 0, 0};
    }

    bool met = false;
    const int end = min(others.share.chunks, (blockIdx.y + 1) * part);
    for (int k = blockIdx.y * part; k < end; ++k) {
        const int opposite = others.share.first_chunk + k;
        const int distance = opposite - chunk + (opposite < chunk ? circle : 0);
        if (2 * distance > circle)
            continue;  // the other one meets this one
        met = true;
        const bool for_both = distance != 0 && 2 * distance != circle;
        for (int begin = opposite * kChunk; begin < (opposite + 1) * kChunk; begin += 32) {
            float4 other = begin + lane < n ? places[begin + lane] : nobody;
            float3 reaction = {0, 0, 0};
            for (int turn = 0; turn < 32; ++turn) {
#pragma unroll
                for (int b = 0; b < kBodies; ++b) {
                    const float dx = other.x - me[b].x, dy = other.y - me[b].y, dz = other.z - me[b].z;
                    const float r = rsqrtf(kSoftening2 + dx * dx + dy * dy + dz * dz);
                    const float r3 = r * r * r;
                    const float its_pull = r3 * other.w, my_pull = r3 * me[b].w;
                    action[b].x += its_pull * dx;
                    action[b].y += its_pull * dy;
                    action[b].z += its_pull * dz;
                    reaction.x -= my_pull * dx;
                    reaction.y -= my_pull * dy;
                    reaction.z -= my_pull * dz;
                }
                other = {from_next_lane(other.x), from_next_lane(other.y), from_next_lane(other.z),
                         from_next_lane(other.w)};
                reaction = {from_next_lane(reaction.x), from_next_lane(reaction.y),
                            from_next_lane(reaction.z)};
            }
            if (for_both && begin + lane < n)
                others.add(begin + lane, reaction);
        }
    }

#pragma unroll
    for (int b = 0; b < kBodies; ++b) {
        const int i = chunk * kChunk + b * 32 + lane;
        if (met && i < n)
            mine.add(i, action[b]);
    }
}

// Moves the bodies of a share by the pulls at them: their GPU's own part, and `sets` parts of others, one after the other.
static __global__ void move(const float4* places, const float4* velocities, Pulls own, const float* others,
                            int sets, int n, float4* new_places, float4* new_velocities)
{
    const int number = blockIdx.x * blockDim.x + threadIdx.x, i = own.share.first() + number;
    const int capacity = own.share.capacity();
    if (number >= capacity || i >= n)
        return;
    float3 pull = {own.x[number], own.x[capacity + number], own.x[2 * capacity + number]};
    for (int s = 0; s < sets; ++s) {
        const float* const from = others + std::size_t(s) * 3 * capacity + number;
        pull.x += from[0];
        pull.y += from[capacity];
        pull.z += from[2 * capacity];
    }
    const float4 me = places[i];
    float4 velocity = velocities[i];
    velocity.x += kTimeStep * pull.x;
    velocity.y += kTimeStep * pull.y;
    velocity.z += kTimeStep * pull.z;
    new_velocities[i] = velocity;
    new_places[i] = {me.x + kTimeStep * velocity.x, me.y + kTimeStep * velocity.y,
                     me.z + kTimeStep * velocity.z, me.w};
}

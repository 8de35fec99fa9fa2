// The fragments of nvcuda::wmma that the versions use, and how their sums are stored.
#pragma once

#include "store.cuh"

#include <mma.h>

namespace wmma = nvcuda::wmma;

constexpr int kFragment = 16;  // a fragment is 16 x 16

using FragmentA = wmma::fragment<wmma::matrix_a, kFragment, kFragment, kFragment, Bf16, wmma::row_major>;
using FragmentB = wmma::fragment<wmma::matrix_b, kFragment, kFragment, kFragment, Bf16, wmma::row_major>;
using FragmentC = wmma::fragment<wmma::accumulator, kFragment, kFragment, kFragment, float>;

// A warp stores its sums to c, (m, n), from [row][column] on, as far as they lie in c. Only the compiler knows which lane
// has which sum, so they go through `staging`, 16 x 16 floats of shared memory that no other warp uses.
template <class Out>
__device__ void store_sums(const FragmentC& sums, float* staging, Out* c, long long m, long long n,
                           long long row, long long column)
{
    const int lane = threadIdx.x % 32;
    wmma::store_matrix_sync(staging, sums, kFragment, wmma::mem_row_major);
    __syncwarp();
    for (int i = lane; i < kFragment * kFragment; i += 32) {
        const long long r = row + i / kFragment, s = column + i % kFragment;
        if (r < m && s < n)
            store(&c[r * n + s], staging[i]);
    }
    __syncwarp();
}

// Barriers and collectives, used rightly and wrongly.
#include "cases.h"

#include <cooperative_groups.h>

using namespace cases;

namespace {

__global__ void barrier_in_both_branches(int* out)
{
    if (threadIdx.x < 16) {
        out[threadIdx.x] = 1;
        __syncthreads();
    } else {
        __syncthreads();  // here: barriers_on_different_lines
        out[threadIdx.x] = 2;
    }
}

__global__ void return_before_barrier(int* out, int n)
{
    const int i = threadIdx.x;
    if (i >= n)
        return;
    out[i] = i;
    __syncthreads();  // here: barrier_after_returns
}

__global__ void barrier_for_some(int* out)
{
    if (threadIdx.x < 32)
        __syncthreads();
    else
        out[threadIdx.x] = __shfl_sync(0xffffffff, threadIdx.x, threadIdx.x == 40 ? 1 : 2);
}

__global__ void barrier_against_shuffle(int* out)
{
    if (threadIdx.x < 16)
        __syncthreads();
    else
        out[threadIdx.x] = __shfl_sync(0xffffffff, threadIdx.x, 0);  // here: deadlock_of_barrier_and_shuffle
}

__global__ void count_and_or(int* out)
{
    const int t = threadIdx.x;
    const int count = __syncthreads_count(t % 3 == 0);
    const int all = __syncthreads_and(t < 1000), not_all = __syncthreads_and(t != 5);
    const int any = __syncthreads_or(t == 5), none = __syncthreads_or(t == 1000);
    if (t == 63) {
        out[0] = count;
        out[1] = all;
        out[2] = not_all;
        out[3] = any;
        out[4] = none;
    }
}

__global__ void vote_outside_mask(int* out)
{
    out[threadIdx.x] = __ballot_sync(0x0000ffff, threadIdx.x < 4);  // here: lane_not_in_its_mask
}

__global__ void vote_inside_mask(int* out)
{
    if (threadIdx.x < 16)
        out[threadIdx.x] = __ballot_sync(0x0000ffff, threadIdx.x < 4);
}

__global__ void shuffle_from_returned_lane(int* out, int lanes)
{
    if (int(threadIdx.x) >= lanes)
        return;
    out[threadIdx.x] =
        __shfl_down_sync(0xffffffff, int(threadIdx.x), 16);  // here: shuffle_from_an_inactive_lane
}

__global__ void shuffle_in_branch(int* out)
{
    int sum = 1;
    if (threadIdx.x < 16)
        sum += __shfl_down_sync(0xffffffff, sum, 16);  // here: shuffle_in_a_branch
    out[threadIdx.x] = sum;
}

__global__ void diverged_syncwarp(int* out)
{
    __shared__ int buffer[32];
    const int lane = threadIdx.x;
    if (lane % 2) {
        buffer[lane] = lane;
        __syncwarp();
    } else {
        buffer[lane] = -lane;
        __syncwarp();
    }
    out[lane] = buffer[lane ^ 1];
}

// Without the barrier, luck decides what the other warp reads.
__global__ void other_warp(int* out)
{
    __shared__ int value;
    if (threadIdx.x == 0)
        value = 0;
    __syncthreads();
    if (threadIdx.x == 0)
        value = 1;
    if (threadIdx.x == 32)
        *out = value;
}

__global__ void block_numbers(int* next, int* order)
{
    order[atomicAdd(next, 1)] = blockIdx.x;
}

__global__ void grid_barrier()
{
    cooperative_groups::this_grid().sync();  // here: grid_barrier_in_an_ordinary_launch
}

// The sums of tiles of 64 numbers, read by other threads than those that wrote them.
template <bool first_barrier, bool second_barrier>
__global__ void sum_by_tiles(const int* in, int tiles, int* sums)
{
    __shared__ int tile[64];
    int sum = 0;
    for (int i = 0; i < tiles; ++i) {
        tile[threadIdx.x] = in[64 * i + threadIdx.x];  // here: tiles_without_second_barrier
        if (first_barrier)
            __syncthreads();
        for (int k = 0; k < 64; ++k)
            sum += tile[k];  // here: tiles_without_first_barrier
        if (second_barrier)
            __syncthreads();
    }
    sums[threadIdx.x] = sum;
}

// Two tiles of 64 threads; each thread reads what the other warp of its tile, or another tile, has written.
__global__ void exchange_in_tiles(int* out, bool synchronise, int distance)
{
    __shared__ int values[128];
    const auto tile = cooperative_groups::tiled_partition<64>(cooperative_groups::this_thread_block());
    values[threadIdx.x] = threadIdx.x;
    if (synchronise)
        tile.sync();
    else
        __syncwarp();
    out[threadIdx.x] = values[distance < 0 ? threadIdx.x ^ 32 : (threadIdx.x + distance) % 128];
}

__global__ void wait_for_missing_warp()
{
    const auto tile = cooperative_groups::tiled_partition<64>(cooperative_groups::this_thread_block());
    if (threadIdx.x < 32)
        tile.sync();  // here: deadlock_of_a_tile_and_the_block
    __syncthreads();
}

// The first tile sets the flag after its barrier; the other one spins.
__global__ void set_flag_after_tile(int* flag)
{
    const auto tile = cooperative_groups::tiled_partition<64>(cooperative_groups::this_thread_block());
    if (tile.meta_group_rank() == 0) {
        tile.sync();
        if (tile.thread_rank() == 0)
            atomicExch(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0) {
        }
    }
}

}  // namespace

CASE(grid_barrier_in_an_ordinary_launch)
{
    grid_barrier<<<2, 32>>>();
}
CASE(grid_barrier_in_a_cooperative_launch)
{
    cudaLaunchCooperativeKernel((void*)grid_barrier, 2, 32, nullptr);
}
CASE(tiles_without_first_barrier)
{
    sum_by_tiles<false, true><<<1, 64>>>(zeroes<int>(192), 3, zeroes<int>(64));
}
CASE(tiles_without_second_barrier)
{
    sum_by_tiles<true, false><<<1, 64>>>(zeroes<int>(192), 3, zeroes<int>(64));
}
CASE(tiles_with_both_barriers)
{
    sum_by_tiles<true, true><<<1, 64>>>(zeroes<int>(192), 3, zeroes<int>(64));
}
CASE(barriers_on_different_lines)
{
    barrier_in_both_branches<<<1, 32>>>(zeroes<int>(32));
}
CASE(barrier_after_returns)
{
    return_before_barrier<<<1, 64>>>(zeroes<int>(64), 40);
}
CASE(barrier_without_returns)
{
    return_before_barrier<<<1, 64>>>(zeroes<int>(64), 64);
}
CASE(barrier_for_one_warp)
{
    barrier_for_some<<<1, 64>>>(zeroes<int>(64));
}
CASE(deadlock_of_barrier_and_shuffle)
{
    barrier_against_shuffle<<<1, 32>>>(zeroes<int>(32));
}
CASE(counting_barriers)
{
    int* out = zeroes<int>(5);
    count_and_or<<<1, 64>>>(out);
    keep(out, 5);
}
CASE(lane_not_in_its_mask)
{
    vote_outside_mask<<<1, 32>>>(zeroes<int>(32));
}
CASE(lanes_in_their_mask)
{
    int* out = zeroes<int>(32);
    vote_inside_mask<<<1, 32>>>(out);
    keep(out, 17);
}
CASE(shuffle_in_a_branch)
{
    shuffle_in_branch<<<1, 32>>>(zeroes<int>(32));
}
CASE(shuffle_from_an_inactive_lane)
{
    shuffle_from_returned_lane<<<1, 32>>>(zeroes<int>(32), 20);
}
CASE(shuffle_among_all_lanes)
{
    shuffle_from_returned_lane<<<1, 32>>>(zeroes<int>(32), 32);
}
CASE(syncwarp_in_both_branches)
{
    diverged_syncwarp<<<1, 32>>>(zeroes<int>(32));
}
CASE(luck_of_the_warps)
{
    int* out = zeroes<int>(1);
    other_warp<<<1, 64>>>(out);
    keep(out, 1);
}
CASE(order_of_the_blocks)
{
    int* order = zeroes<int>(7);
    block_numbers<<<7, 1>>>(zeroes<int>(1), order);
    keep(order, 7);
}
CASE(race_between_warps_of_a_tile)
{
    exchange_in_tiles<<<1, 128>>>(zeroes<int>(128), false, 32);
}
CASE(race_between_tiles)
{
    exchange_in_tiles<<<1, 128>>>(zeroes<int>(128), true, 64);
}
CASE(no_race_between_warps_of_a_tile)
{
    exchange_in_tiles<<<1, 128>>>(zeroes<int>(128), true, -1);
}
CASE(deadlock_of_a_tile_and_the_block)
{
    wait_for_missing_warp<<<1, 64>>>();
}
CASE(a_tile_waits_while_others_spin)
{
    set_flag_after_tile<<<1, 128>>>(zeroes<int>(1));
}

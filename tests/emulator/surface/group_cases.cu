// Cooperative groups.
#include "cases.h"
#include "check.h"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

namespace {

__device__ int group_sum(const cg::thread_group& group, int* scratch, int value)
{
    const int rank = int(group.thread_rank());
    for (int half = int(group.size()) / 2; half > 0; half /= 2) {
        scratch[rank] = value;
        group.sync();
        if (rank < half)
            value += scratch[rank + half];
        group.sync();
    }
    return value;
}

__global__ void blocks()
{
    __shared__ int scratch[64];
    cg::thread_block block = cg::this_thread_block();
    CHECK(block.size() == 64 && block.num_threads() == 64 &&
          block.thread_rank() == threadIdx.x + 16 * threadIdx.y);
    CHECK(block.group_index().x == blockIdx.x && block.thread_index().y == threadIdx.y &&
          block.group_dim().y == 4);
    const int sum = group_sum(block, scratch, int(block.thread_rank()));
    CHECK(block.thread_rank() != 0 || sum == 64 * 63 / 2);

    block.sync();
    cg::sync(block);
    const cg::thread_group quarter = cg::tiled_partition(block, 16);
    const int part = group_sum(quarter, scratch + block.thread_rank() / 16 * 16, 1);
    CHECK(quarter.thread_rank() != 0 || part == 16);
    CHECK(cg::this_thread().size() == 1);
}

__global__ void tiles()
{
    const auto block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    const cg::thread_block_tile<8> tile = cg::tiled_partition<8>(warp);
    const int rank = int(tile.thread_rank());
    CHECK(warp.meta_group_rank() == threadIdx.x / 32 && warp.meta_group_size() == 2);
    CHECK(tile.size() == 8 && rank == int(threadIdx.x % 8) && tile.meta_group_rank() == threadIdx.x % 32 / 8);
    CHECK(tile.shfl(rank, 3) == 3 && tile.shfl_up(rank, 1) == (rank ? rank - 1 : 0));
    CHECK(tile.shfl_down(rank, 1) == (rank < 7 ? rank + 1 : 7) && tile.shfl_xor(rank, 1) == (rank ^ 1));
    CHECK(tile.shfl(double(rank), 2) == 2.0);
    CHECK(tile.shfl(make_float4(0, 0, 0, float(rank)), 5).w == 5);
    CHECK(tile.ballot(rank % 2) == 0xaa && tile.any(rank == 7) && !tile.all(rank));
    CHECK(tile.match_any(rank / 4) == (rank < 4 ? 0x0fu : 0xf0u));
    int calls = 0;
    cg::invoke_one(tile, [&] { ++calls; });
    CHECK(tile.ballot(calls == 1) != 0 && (tile.ballot(calls == 1) & (tile.ballot(calls == 1) - 1)) == 0);
    CHECK(cg::invoke_one_broadcast(tile, [] { return 17; }) == 17);
    tile.sync();
    CHECK(cg::reduce(tile, rank, cg::plus<int>()) == 28 && cg::reduce(tile, rank, cg::greater<int>()) == 7);
    CHECK(cg::reduce(warp, int(threadIdx.x), cg::less<int>()) == int(threadIdx.x / 32 * 32));
    CHECK(cg::reduce(warp, 1u << warp.thread_rank(), cg::bit_or<unsigned>()) == 0xffffffff);
    CHECK(cg::inclusive_scan(tile, rank) == rank * (rank + 1) / 2);
    CHECK(cg::exclusive_scan(tile, rank, cg::plus<int>()) == rank * (rank - 1) / 2);
    cg::invoke_one(tile, [&] { CHECK(rank == 0); });
}

// Tiles of several warps.
template <int Size>
__global__ void big_tiles()
{
    __shared__ cg::block_tile_memory<512> memory;
    __shared__ int scratch[512];
    const auto block = cg::this_thread_block(memory);
    const auto tile = cg::tiled_partition<Size>(block);
    const int thread = int(block.thread_rank()), rank = int(tile.thread_rank()), first = thread - rank;
    CHECK(tile.num_threads() == Size && rank == thread % Size);
    CHECK(int(tile.meta_group_rank()) == thread / Size && int(tile.meta_group_size()) == 512 / Size);

    // Each tile has work and barriers of its own.
    for (int round = 0; round < int(tile.meta_group_rank()) + 2; ++round) {
        scratch[thread] = thread + round;
        tile.sync();
        CHECK(scratch[first + (rank + 40) % Size] == first + (rank + 40) % Size + round);
        tile.sync();
    }
    CHECK(tile.shfl(thread, 35) == first + 35 &&
          tile.shfl(thread / 2.0, Size - 1) == (first + Size - 1) / 2.0);
    CHECK(tile.any(rank == Size - 1) && !tile.any(rank < 0) && tile.all(rank >= 0) && !tile.all(rank != 33));
    CHECK(cg::reduce(tile, rank, cg::plus<int>()) == Size * (Size - 1) / 2);
    CHECK(cg::reduce(tile, thread, cg::greater<int>()) == first + Size - 1);
    CHECK(cg::inclusive_scan(tile, rank) == rank * (rank + 1) / 2);
    CHECK(cg::exclusive_scan(tile, rank, cg::plus<int>()) == rank * (rank - 1) / 2);

    const auto half = cg::tiled_partition<Size / 2>(tile);
    CHECK(int(half.thread_rank()) == thread % (Size / 2) && int(half.meta_group_rank()) == rank / (Size / 2));
    CHECK(half.shfl(thread, 1) == thread / (Size / 2) * (Size / 2) + 1);
    block.sync();
}

__global__ void coalesced()
{
    const int lane = threadIdx.x;
    if (lane % 3 == 0) {
        const cg::coalesced_group group = cg::coalesced_threads();
        const int rank = int(group.thread_rank());
        CHECK(group.size() == 11 && rank == lane / 3);
        CHECK(group.shfl(lane, 4) == 12 && group.shfl_up(lane, 1) == (rank ? lane - 3 : 0));
        CHECK(group.shfl_down(lane, 2) == (rank < 9 ? lane + 6 : lane));
        CHECK(group.ballot(rank > 8) == 0x600 && group.any(lane == 30) && group.all(lane % 3 == 0));
        CHECK(cg::reduce(group, 1, cg::plus<int>()) == 11 && cg::inclusive_scan(group, 1) == rank + 1);
        group.sync();
    }
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const auto same = cg::labeled_partition(warp, lane / 10);
    CHECK(int(same.size()) == (lane < 30 ? 10 : 2) && int(same.thread_rank()) == lane % 10);
    const auto half = cg::binary_partition(warp, lane < 4);
    CHECK(int(half.size()) == (lane < 4 ? 4 : 28));
}

__global__ void group_copies(const int4* from, int* to)
{
    __shared__ int4 staged[64];
    const auto block = cg::this_thread_block();
    cg::memcpy_async(block, staged, from, sizeof staged);
    cg::wait(block);
    to[block.thread_rank()] = staged[block.thread_rank()].y;
}

// Each block needs what its neighbour wrote before the barrier.
__global__ void grid(int* cells, int rounds)
{
    const cg::grid_group all = cg::this_grid();
    CHECK(all.is_valid() && all.size() == gridDim.x * blockDim.x && all.num_blocks() == gridDim.x);
    const int n = int(all.size()), i = int(all.thread_rank());
    cells[i] = i;
    for (int round = 0; round < rounds; ++round) {
        all.sync();
        const int next = cells[(i + int(blockDim.x)) % n];
        all.sync();
        cells[i] = next;
    }
}

SURFACE_CASE(groups_of_threads)
{
    blocks<<<2, dim3(16, 4)>>>();
    tiles<<<1, 64>>>();
    big_tiles<64><<<2, 512>>>();
    big_tiles<128><<<1, 512>>>();
    big_tiles<512><<<1, dim3(64, 8)>>>();
    coalesced<<<1, 32>>>();
    return take_failed_line();
}

SURFACE_CASE(group_copies)
{
    int host[256];
    for (int i = 0; i < 256; ++i)
        host[i] = i;
    int4* from = nullptr;
    int* to = nullptr;
    cudaMalloc(&from, sizeof host);
    cudaMalloc(&to, 64 * sizeof *to);
    cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
    group_copies<<<1, 64>>>(from, to);
    cudaMemcpy(host, to, 64 * sizeof *to, cudaMemcpyDeviceToHost);
    cudaFree(from);
    cudaFree(to);
    CHECK_HOST(host[0] == 1 && host[63] == 253);
    return take_failed_line();
}

SURFACE_CASE(grid_barriers)
{
    constexpr int kBlocks = 8, kThreads = 64;
    int* cells = nullptr;
    int rounds = 3;
    cudaMalloc(&cells, kBlocks * kThreads * sizeof *cells);
    void* arguments[] = {&cells, &rounds};
    for (int repetition = 0; repetition < 2; ++repetition)
        CHECK_HOST(cudaLaunchCooperativeKernel((void*)grid, kBlocks, kThreads, arguments) == cudaSuccess);
    int host[kBlocks * kThreads];
    cudaMemcpy(host, cells, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(cells);
    for (int i = 0; i < kBlocks * kThreads; ++i)
        CHECK_HOST(host[i] == (i + rounds * kThreads) % (kBlocks * kThreads));

    CHECK_HOST(cudaLaunchCooperativeKernel((void*)grid, 1 << 20, kThreads, arguments) ==
               cudaErrorCooperativeLaunchTooLarge);
    CHECK_HOST(cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge);
    return take_failed_line();
}

}  // namespace

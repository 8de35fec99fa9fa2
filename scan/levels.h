// The three steps of v1 to v6, which differ in how a block scans its part:
//   1. each block scans its part of the numbers, and leaves the part's sum;
//   2. the blocks' sums are scanned (exclusively) in the same way: that is what stands before each block;
//   3. each block adds what stands before it to its part.
// They read and write each number twice: 4 n numbers move.
#pragma once

#include "scan.h"

#include <deque>

namespace levels {

// out = the prefix sums of each block's part of v; block_sums[b] = the sum of block b's part. out may be v.
template <class T>
using ScanBlocks = void (*)(const T* v, std::size_t n, bool exclusive, T* out, T* block_sums);
// Adds before[b] to block b's part of sums.
template <class T>
using AddBefore = void (*)(T* sums, std::size_t n, const T* before);

template <class T, int kPerThread>
__global__ void add_before(T* sums, std::size_t n, const T* before)
{
    const std::size_t first = std::size_t{blockIdx.x} * kPerThread * blockDim.x + threadIdx.x;
    for (int k = 0; k < kPerThread; ++k) {
        const std::size_t i = first + k * blockDim.x;
        if (i < n)
            sums[i] += before[blockIdx.x];
    }
}

// How one version scans a block's part.
template <class T>
struct BlockScan {
    ScanBlocks<T> scan_blocks;
    AddBefore<T> add_before;
    int block;              // threads
    std::size_t per_block;  // numbers in a block's part, at least 2
};

template <class T>
std::vector<T> scan(const std::vector<T>& v, bool exclusive, Run& run, const BlockScan<T>& how)
{
    // The numbers of each level: n, the sums of their blocks, the sums of those, ... down to one block.
    std::vector<std::size_t> sizes{v.size()};
    while (sizes.back() > how.per_block)
        sizes.push_back(ceil_div(sizes.back(), how.per_block));

    const auto d_v = run.upload(v);
    const auto d_sums = run.array<T>(v.size());
    std::deque<DeviceArray<T>> block_sums;  // of each level
    std::vector<Launch> launches;
    for (const std::size_t size : sizes) {
        const std::size_t blocks = ceil_div(size, how.per_block);
        if (blocks > INT32_MAX)
            throw UsageError("--size " + std::to_string(v.size()) + ": more blocks of " +
                             std::to_string(how.block) + " threads than a grid can have");
        block_sums.emplace_back(run, ArrayUse::output, nullptr, blocks);
        launches.emplace_back(how.scan_blocks, static_cast<unsigned>(blocks), how.block);
    }
    for (std::size_t level = sizes.size() - 1; level-- > 0;)
        launches.emplace_back(how.add_before, launches[level].grid, how.block);

    run.kernel(launches, [&] {
        auto launch = launches.begin();
        for (std::size_t level = 0; level < sizes.size(); ++level, ++launch) {
            const T* from = level ? block_sums[level - 1].data() : d_v.data();
            T* to = level ? block_sums[level - 1].data() : d_sums.data();
            how.scan_blocks<<<launch->grid, launch->block>>>(from, sizes[level], level || exclusive, to,
                                                             block_sums[level].data());
        }
        for (std::size_t level = sizes.size() - 1; level-- > 0; ++launch) {
            T* sums = level ? block_sums[level - 1].data() : d_sums.data();
            how.add_before<<<launch->grid, launch->block>>>(sums, sizes[level], block_sums[level].data());
        }
    });
    run.longest_chain(32.0 *
                      sizes.size());  // at most 22 additions in a block, and one for what stands before it
    return run.download(d_sums);
}

}  // namespace levels

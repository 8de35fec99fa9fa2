// The three steps of v1 to v6, which differ in how a block scans its part:
//   1. each block scans its part of the numbers, and leaves the part's sum;
//   2. the blocks' sums are scanned (exclusively) in the same way: that is what stands before each block;
//   3. each block adds what stands before it to its part.
// They read and write each number twice: 4 n numbers move.
#pragma once

#include "scan.h"

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
    int longest_chain;      // of dependent additions in a block
};

template <class T>
std::vector<T> scan(const Scan::Problem<T>& in, Run& run, const BlockScan<T>& how)
{
    const std::size_t n = in.numbers.size();
    DeviceArray<T> d_v(run, n), d_sums(run, n);

    // The numbers of each level: n, the sums of their blocks, the sums of those, ... down to one block.
    std::vector<std::size_t> sizes{n};
    while (sizes.back() > how.per_block)
        sizes.push_back(ceil_div(sizes.back(), how.per_block));
    std::vector<std::unique_ptr<DeviceArray<T>>> block_sums;
    std::vector<Launch> launches;
    for (const std::size_t size : sizes) {
        const std::size_t blocks = ceil_div(size, how.per_block);
        if (blocks > INT32_MAX)
            throw UsageError("--size " + std::to_string(n) + ": more blocks of " + std::to_string(how.block) +
                             " threads than a grid can have");
        block_sums.push_back(std::make_unique<DeviceArray<T>>(run, blocks));
        launches.emplace_back(how.scan_blocks, static_cast<unsigned>(blocks), how.block);
    }
    for (std::size_t level = sizes.size() - 1; level-- > 0;)
        launches.emplace_back(how.add_before, launches[level].grid, how.block);

    run.upload([&] { d_v.copy_from(in.numbers); });
    run.kernel(launches, [&] {
        auto launch = launches.begin();
        for (std::size_t level = 0; level < sizes.size(); ++level, ++launch) {
            const T* from = level ? block_sums[level - 1]->data() : d_v.data();
            T* to = level ? block_sums[level - 1]->data() : d_sums.data();
            how.scan_blocks<<<launch->grid, launch->block>>>(from, sizes[level], level || in.exclusive, to,
                                                             block_sums[level]->data());
        }
        for (std::size_t level = sizes.size() - 1; level-- > 0; ++launch) {
            T* sums = level ? block_sums[level - 1]->data() : d_sums.data();
            how.add_before<<<launch->grid, launch->block>>>(sums, sizes[level], block_sums[level]->data());
        }
    });

    std::vector<T> sums;
    run.download([&] { d_sums.copy_to(sums); });
    run.longest_chain(static_cast<double>(sizes.size()) * (how.longest_chain + 1));
    return sums;
}

}  // namespace levels

// scan_v8: tiles in flight          ./scan_v8 -n 256Mi
//
// Slow in v7: a block that waits for the tiles before it asks the memory for nothing meanwhile.
// Idea: in a fixed grid, a block has its next tiles copied to shared memory while it waits, and publishes the
// next tile's sum before it looks back for this one. What it looks for was published a step ago.
// Limit: 84 % of the theoretical rate at 2^28 ints on an H200.
#include "common/device/cuda_check.h"
#include "four.h"
#include "published.h"

#include <cuda_pipeline.h>

namespace {

constexpr int kMaxBlockSize = 512;
constexpr int kRows = 8;    // fours per thread and tile
constexpr int kStages = 3;  // tiles in shared memory: one is scanned, one is summed, one is in flight
constexpr int kSharedPerThread = kStages * kRows * 16;  // bytes

// What is published of a tile is its sum, tagged with the number of the launch: the next launch's number
// makes it void, so nothing needs clearing between launches.

// Looks back: a warp gets the sum of tiles first to end - 1, waiting for those that are not published yet.
// Words are volatile, as other blocks write them.
template <class T>
__device__ T sum_of_tiles(const volatile Word* words, std::size_t first, std::size_t end, unsigned launch)
{
    constexpr int kWords = 5;  // per lane, all asked for before the first is looked at
    T sum = 0;
    for (std::size_t i = first + threadIdx.x % 32; i - threadIdx.x % 32 < end; i += 32 * kWords) {
        Word word[kWords];
        for (int k = 0; k < kWords; ++k)
            word[k] = i + 32 * k < end ? words[i + 32 * k] : word_of(T{0}, launch);
        for (int k = 0; k < kWords; ++k) {
            while (tag_of(word[k]) != launch)
                word[k] = words[i + 32 * k];
            sum += number_in<T>(word[k]);
        }
    }
    return sum_of_warp(sum);
}

template <class T>
struct Job {
    const T* v;
    std::size_t n;
    bool exclusive;
    T* out;
    volatile Word* words;  // one per tile
    unsigned launch;
};

template <class T>
struct Known {
    T sum = 0;  // of the first `tiles` tiles
    std::size_t tiles = 0;
};

// before_warp[w] = what stands before warp w's part of the tile, by looking back as far as the sums are not
// known. warp_sum: the sum of the part of warp number `lane`. For a whole warp.
template <class T>
__device__ void look_back(const Job<T>& job, std::size_t tile, T warp_sum, Known<T>& known, T* before_warp)
{
    const unsigned lane = threadIdx.x % 32;
    const T before_tile = known.sum + sum_of_tiles<T>(job.words, known.tiles, tile, job.launch);
    const T sums = scan_warp(warp_sum), left = __shfl_up_sync(kAllLanes, sums, 1);
    before_warp[lane] = before_tile + (lane > 0 ? left : 0);
    known = {before_tile + __shfl_sync(kAllLanes, sums, 31), tile + 1};
}

// The thread's fours of the tiles that the block takes, t = 0, 1, 2, ..., in shared memory. Each thread
// copies its own, so that it needs no barrier before it reads them.
template <class T>
struct Stages {
    Four<T>* shared;

    static __device__ std::size_t tile(std::size_t t) { return blockIdx.x + t * gridDim.x; }
    // A warp's part of a tile is kRows rows of 32 fours, a row 128 numbers: the thread's first number.
    static __device__ std::size_t first_number(std::size_t t)
    {
        const unsigned lane = threadIdx.x % 32;
        return 4 * ((tile(t) * blockDim.x + threadIdx.x - lane) * kRows + lane);
    }
    __device__ Four<T>* fours(std::size_t t) const
    {
        return shared + t % kStages * kRows * blockDim.x + threadIdx.x;  // blockDim.x apart
    }
    __device__ void fetch(const Job<T>& job, std::size_t t) const
    {
        for (int k = 0; k < kRows; ++k) {
            const std::size_t i = first_number(t) + k * 128;
            Four<T>* place = fours(t) + k * blockDim.x;
            if (i + 4 <= job.n)
                __pipeline_memcpy_async(place, job.v + i, sizeof *place);
            else
                *place = load_four(job.v, job.n, i);
        }
    }
    __device__ void read(std::size_t t, Four<T> (&numbers)[kRows]) const
    {
        for (int k = 0; k < kRows; ++k)
            numbers[k] = fours(t)[k * blockDim.x];
    }
    __device__ T sum(std::size_t t) const
    {
        T sum = 0;
        for (int k = 0; k < kRows; ++k)
            sum += sum_of_four<T>(fours(t)[k * blockDim.x]);
        return sum;
    }
};

// All blocks must be resident, as they wait for each other.
template <class T>
__global__ void __launch_bounds__(kMaxBlockSize) scan_tiles(Job<T> job)
{
    extern __shared__ uint4 shared[];
    __shared__ T warp_sums[2][32], before_warp[32];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    const std::size_t tiles = (job.n - 1) / (4 * kRows * blockDim.x) + 1;
    const std::size_t mine = (tiles - 1 - blockIdx.x) / gridDim.x + 1;  // tiles of this block
    const Stages<T> stages{reinterpret_cast<Four<T>*>(shared)};

    for (std::size_t t = 0; t < kStages - 1; ++t) {
        if (t < mine)
            stages.fetch(job, t);
        __pipeline_commit();
    }
    Known<T> known;                            // the last warp's
    for (std::size_t t = 0; t <= mine; ++t) {  // tile t is summed, tile t - 1 scanned
        if (t < mine) {
            __pipeline_wait_prior(kStages - 2);
            const T sum = sum_of_warp(stages.sum(t));
            if (lane == 0)
                warp_sums[t % 2][warp] = sum;
        }
        __syncthreads();

        if (warp == 0 && t < mine) {
            const T sum = sum_of_warp(lane < warps ? warp_sums[t % 2][lane] : T{0});
            if (lane == 0)
                job.words[stages.tile(t)] = word_of(sum, job.launch);
        }
        if (warp == warps - 1 && t > 0)
            look_back(job, stages.tile(t - 1), lane < warps ? warp_sums[(t - 1) % 2][lane] : T{0}, known,
                      before_warp);

        Four<T> numbers[kRows];
        T before_four[kRows];
        if (t > 0) {
            stages.read(t - 1, numbers);
            scan_rows<T>(numbers, before_four);
        }
        if (t + kStages - 1 < mine)
            stages.fetch(job, t + kStages - 1);  // into the place of tile t - 1
        __pipeline_commit();
        __syncthreads();
        if (t > 0)
            for (int k = 0; k < kRows; ++k)
                store_four(job.out, job.n, stages.first_number(t - 1) + k * 128,
                           scan_four<T>(numbers[k], before_warp[warp] + before_four[k], job.exclusive));
    }
}

template <class T>
std::vector<T> scan(const std::vector<T>& v, bool exclusive, Run& run)
{
    int device = 0, shared_bytes = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    const int most = std::min(kMaxBlockSize, (shared_bytes - 1024) / kSharedPerThread / 32 * 32);
    const int block = run.block_size(most, BlockRule::warps, most), shared = kSharedPerThread * block;
    CUDA_CHECK(cudaFuncSetAttribute(scan_tiles<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
    const std::size_t tiles = ceil_div(v.size(), 4 * kRows * block);
    const Launch launch(scan_tiles<T>, resident_blocks(scan_tiles<T>, block, tiles, shared), block, shared);

    const auto d_v = run.upload(v);
    const auto d_sums = run.array<T>(v.size());
    const auto d_words =
        run.zeros<Word>(tiles);  // void for every launch; later ones find the words of earlier ones
    Job<T> job{d_v.data(), v.size(), exclusive, d_sums.data(), d_words.data(), 0};
    run.kernel(launch, [&] {
        ++job.launch;
        void* arguments[] = {&job};
        // Cooperative: all blocks are resident, or the launch fails.
        CUDA_CHECK(cudaLaunchCooperativeKernel((const void*)scan_tiles<T>, launch.grid, launch.block,
                                               arguments, launch.shared));
    });
    run.longest_chain(2.0 * tiles / launch.blocks() + 256);  // over a block's tiles, then a tree
    return run.download(d_sums);
}

}  // namespace

LADDER_VERSION(Scan, 8, "tiles in flight", scan<unsigned>, scan<float>);

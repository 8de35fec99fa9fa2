// scan_look_back: a block waits for the sums of the tiles before its own. With many tiles the program never ends. Find out
// why, and repair the kernel. next_tile points to a counter that nobody uses yet.
//
// Check it with: scripts/lab check scan_look_back
#include "four.h"
#include "published.h"

namespace {

constexpr int kBlockSize = 768;  // two blocks per multiprocessor: one loads while the other waits
constexpr int kLoads = 4;        // per thread, of 4 numbers each

// The tags of what a tile publishes; 0: nothing yet.
constexpr unsigned kSum = 1;     // the sum of the tile
constexpr unsigned kPrefix = 2;  // the sum of all numbers up to the tile's last

// The lane's first number: rows of a warp, warps of a tile, tiles.
__device__ std::size_t first_number(std::size_t tile)
{
    const std::size_t warp = (tile * blockDim.x + threadIdx.x) / 32;
    return 4 * (warp * 32 * kLoads + threadIdx.x % 32);
}

// A warp gets the sum of all tiles before `tile`. It reads 32 words at a time, the nearest tile's in lane 0,
// until one of them is a prefix.
template <class T>
__device__ T look_back(const volatile Word* words, std::size_t tile)
{
    const unsigned lane = threadIdx.x % 32;
    T before = 0;
    for (std::size_t end = tile;; end -= 32) {
        Word word = word_of(T{0}, kPrefix);  // before the first tile
        if (lane < end)
            do
                word = words[end - 1 - lane];
            while (tag_of(word) == 0);
        const unsigned prefixes = __ballot_sync(kAllLanes, tag_of(word) == kPrefix);
        const unsigned last = prefixes ? __ffs(prefixes) - 1 : 31;  // the lane of the nearest prefix
        before += sum_of_warp(lane <= last ? number_in<T>(word) : T{0});
        if (prefixes)
            return before;
    }
}

// words: one per tile; next_tile: a counter. All 0 before the launch.
template <class T>
__global__ void __launch_bounds__(kBlockSize, 2)
    scan_tiles(const T* v, std::size_t n, bool exclusive, T* out, volatile Word* words,
               [[maybe_unused]] Word* next_tile)
{
    __shared__ T warp_sums[32], before_warp[32];
    const unsigned tid = threadIdx.x, lane = tid % 32, warp = tid / 32, warps = blockDim.x / 32;

    // The last tile first: it may be smaller than the others.
    const std::size_t tile = gridDim.x - 1 - blockIdx.x, first = first_number(tile);

    Four<T> numbers[kLoads];
    for (int k = 0; k < kLoads; ++k)
        numbers[k] = load_four(v, n, first + k * 128);
    T before_load[kLoads];
    const T part = scan_rows<T>(numbers, before_load);

    if (lane == 31)
        warp_sums[warp] = part;
    __syncthreads();
    if (warp == 0) {
        const T sums = scan_warp(lane < warps ? warp_sums[lane] : T{0});
        const T left = __shfl_up_sync(kAllLanes, sums, 1), sum = __shfl_sync(kAllLanes, sums, 31);
        if (lane == 0)
            words[tile] = word_of(sum, kSum);
        const T before_tile = look_back<T>(words, tile);
        if (lane == 0)
            words[tile] = word_of(before_tile + sum, kPrefix);
        before_warp[lane] = before_tile + (lane > 0 ? left : 0);
    }
    __syncthreads();

    for (int k = 0; k < kLoads; ++k)
        store_four(out, n, first + k * 128,
                   scan_four<T>(numbers[k], before_warp[warp] + before_load[k], exclusive));
}

template <class T>
std::vector<T> scan(const std::vector<T>& v, bool exclusive, Run& run)
{
    const int block = run.block_size(kBlockSize, BlockRule::warps, kBlockSize);
    const std::size_t tiles = ceil_div(v.size(), 4 * kLoads * block);
    const Launch launch(scan_tiles<T>, static_cast<unsigned>(tiles), block);

    const auto d_v = run.upload(v);
    const auto d_sums = run.array<T>(v.size());
    const auto d_words = run.zeros<Word>(tiles + 1);  // the last one is the counter
    run.kernel(launch, [&] {
        d_words.zero();
        scan_tiles<<<launch.grid, launch.block>>>(d_v.data(), v.size(), exclusive, d_sums.data(),
                                                  d_words.data(), d_words.data() + tiles);
    });
    run.longest_chain(double(tiles) + 64);  // at most one addition per tile, then those within a tile
    return run.download(d_sums);
}

}  // namespace

LADDER_VERSION(Scan, 7, "decoupled look-back", scan<unsigned>, scan<float>);

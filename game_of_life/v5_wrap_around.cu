// gol_v5: the tile wraps around          ./gol_v5
//
// Slow in v4: three launches a generation, two of them only to copy ghost cells.
// Idea: no ghost cells. Where a tile's halo reaches over the edge, its threads read the opposite side at
// once, and a generation is one launch.
// Still slow: an int, 32 bits, goes to and fro for a cell that is 0 or 1, and a thread's eight additions
// count to eight in registers of 32 bits. See v6.
#include "game_of_life.h"

namespace {

constexpr int kTileWidth = 32;
constexpr int kTileHeight = 1024 / kTileWidth;  // at most
constexpr int kBlockSize = 1024;                // 32 x 32 cells, of which 30 x 30 are the block's own

// The state after this generation of a cell that is dead or alive, by its living neighbours.
__constant__ int table[2 * 9] = {0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0};

// i is -1 to n.
__device__ int wrapped(int i, int n)
{
    return i < 0 ? n - 1 : i == n ? 0 : i;
}

// old, next: (height, width)
__global__ void play(const int* old, int* next, int width, int height)
{
    // The block's cells, and a halo of one more on each side.
    __shared__ int tile[kTileHeight][kTileWidth];
    __shared__ int near_table[2 * 9];
    const std::size_t pitch = width;
    const int x = blockIdx.x * (blockDim.x - 2) + threadIdx.x - 1,
              y = blockIdx.y * (blockDim.y - 2) + threadIdx.y - 1;
    if (x <= width && y <= height)
        tile[threadIdx.y][threadIdx.x] = old[wrapped(y, height) * pitch + wrapped(x, width)];
    if (threadIdx.y == 0 && threadIdx.x < 2 * 9)
        near_table[threadIdx.x] = table[threadIdx.x];
    __syncthreads();

    // The threads of the halo have done their work.
    if (threadIdx.x == 0 || threadIdx.x == blockDim.x - 1 || threadIdx.y == 0 ||
        threadIdx.y == blockDim.y - 1)
        return;
    if (x >= width || y >= height)
        return;
    const int* here = &tile[threadIdx.y][threadIdx.x];
    const int *above = here - kTileWidth, *below = here + kTileWidth;
    const int neighbours =
        above[-1] + above[0] + above[1] + here[-1] + here[1] + below[-1] + below[0] + below[1];
    next[y * pitch + x] = near_table[9 * here[0] + neighbours];
}

Board run(const Board& start, std::size_t generations, Run& run)
{
    const int width = static_cast<int>(start.width), height = static_cast<int>(start.height);
    const int block = run.block_size(kBlockSize, BlockRule::warps);
    const dim3 tile(kTileWidth, block / kTileWidth);
    if (tile.y < 3)
        throw UsageError("--block " + std::to_string(block) +
                         ": a tile with its halo takes at least 96 threads");
    const Launch cells(play, grid_over(start, dim3(tile.x - 2, tile.y - 2)), tile);

    const std::size_t size = start.cells.size();
    DeviceArray<int> d_start(run, size), d_odd(run, size), d_even(run, size);
    run.upload([&] { d_start.copy_from(start.cells); });
    run.kernel(cells, [&] {
        const int* old = d_start.data();
        for (std::size_t g = 1; g <= generations; ++g) {
            int* next = (g % 2 ? d_odd : d_even).data();
            play<<<cells.grid, cells.block>>>(old, next, width, height);
            old = next;
        }
    });

    Board result(start.width, start.height);
    run.download([&] { (generations % 2 ? d_odd : d_even).copy_to(result.cells); });
    return result;
}

}  // namespace

LADDER_VERSION(GameOfLife, 5, "wraps around, one launch", run);

// gol_v4: a tile in shared memory          ./gol_v4
//
// Slow in v3: every cell is asked for by nine threads. And constant memory serves one entry at a time: the
// lanes of a warp want some nine different ones, and wait for each other.
// Idea: shared memory. A block first copies 32 x 32 cells to it, a thread one cell, and then plays the 30 x
// 30 inside: the tile's outermost cells, its halo, belong to other blocks. 1024 loads for 900 cells are 1.14
// each; the nine reads go to shared memory. So does the table: its 18 entries lie in 18 banks, and no lane
// waits. That is what counts without an L1 cache. With one, as today, it serves v3's nine loads just as
// fast: see the README.
// Still slow: each generation takes three launches, two of them for a handful of ghost cells. On a small
// board starting kernels takes longer than they run. See v5.
#include "game_of_life.h"

namespace {

constexpr int kTileWidth = 32;
constexpr int kTileHeight = 1024 / kTileWidth;  // at most
constexpr int kBlockSize = 1024;                // 32 x 32 cells, of which 30 x 30 are the block's own

// The state after this generation of a cell that is dead or alive, by its living neighbours.
__constant__ int table[2 * 9] = {0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0};

// board is (height + 2, width + 2), its cell (0, 0) lies at (1, 1).
__global__ void copy_ghost_rows(int* board, int width, int height)
{
    const std::size_t pitch = width + 2;
    const int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (x <= width) {
        board[x] = board[height * pitch + x];
        board[(height + 1) * pitch + x] = board[pitch + x];
    }
}

// After the rows, so that the corners get their values, too.
__global__ void copy_ghost_columns(int* board, int width, int height)
{
    const std::size_t pitch = width + 2;
    const int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y < height + 2) {
        board[y * pitch] = board[y * pitch + width];
        board[y * pitch + width + 1] = board[y * pitch + 1];
    }
}

__global__ void play(const int* old, int* next, int width, int height)
{
    // The block's cells, and a halo of one more on each side.
    __shared__ int tile[kTileHeight][kTileWidth];
    __shared__ int near_table[2 * 9];
    const std::size_t pitch = width + 2;
    const int x = blockIdx.x * (blockDim.x - 2) + threadIdx.x,
              y = blockIdx.y * (blockDim.y - 2) + threadIdx.y;
    if (x < width + 2 && y < height + 2)
        tile[threadIdx.y][threadIdx.x] = old[y * pitch + x];
    if (threadIdx.y == 0 && threadIdx.x < 2 * 9)
        near_table[threadIdx.x] = table[threadIdx.x];
    __syncthreads();

    // The threads of the halo have done their work.
    if (threadIdx.x == 0 || threadIdx.x == blockDim.x - 1 || threadIdx.y == 0 ||
        threadIdx.y == blockDim.y - 1)
        return;
    if (x > width || y > height)
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
    const Launch rows(copy_ghost_rows, ceil_div(width, block), block);
    const Launch columns(copy_ghost_columns, ceil_div(height + 2, block), block);
    const Launch cells(play, grid_over(start, dim3(tile.x - 2, tile.y - 2)), tile);

    std::vector<int> framed;
    const std::size_t size = (start.width + 2) * (start.height + 2);
    DeviceArray<int> d_start(run, size), d_odd(run, size), d_even(run, size);
    run.upload([&] {
        framed = with_ghosts(start);
        d_start.copy_from(framed);
    });
    run.kernel({rows, columns, cells}, [&] {
        int* old = d_start.data();
        for (std::size_t g = 1; g <= generations; ++g) {
            int* next = (g % 2 ? d_odd : d_even).data();
            copy_ghost_rows<<<rows.grid, rows.block>>>(old, width, height);
            copy_ghost_columns<<<columns.grid, columns.block>>>(old, width, height);
            play<<<cells.grid, cells.block>>>(old, next, width, height);
            old = next;
        }
    });

    std::vector<int> result;
    run.download([&] { (generations % 2 ? d_odd : d_even).copy_to(result); });
    return without_ghosts(result, start.width, start.height);
}

}  // namespace

LADDER_VERSION(GameOfLife, 4, "tile in shared memory", run);

// gol_v4: tile in shared memory          ./gol_v4
//
// Slow in v3: each cell is loaded nine times, and lanes that read different table entries are serialised.
// Idea: a block copies 32 x 32 cells and the table to shared memory and plays the 30 x 30 inside the tile's
// halo: 1.14 loads per cell, and 18 entries in 18 banks. Global loads fall to a seventh.
// Still slow: on an H200 v4 runs at 0.83 times v3's speed at 16384 x 16384, and about as fast at 1024 x 1024:
// the L1 cache serves v3's loads as fast; v4 adds a barrier. v4 pays where no L1 cache keeps global loads.
#include "game_of_life.h"

namespace {

constexpr int kTileWidth = 32;
constexpr int kTileHeight = 1024 / kTileWidth;  // at most
constexpr int kBlockSize = 1024;                // 32 x 32 cells, of which 30 x 30 are the block's own

// The next state of a dead and of a living cell, by its living neighbours.
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

// Runs after copy_ghost_rows(), so that the corners are copied, too.
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

    // The threads of the halo only load.
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

Board life(const GameOfLife::Input& in, Run& run)
{
    const int width = static_cast<int>(in.start.width), height = static_cast<int>(in.start.height);
    const int block = run.block_size(kBlockSize, BlockRule::warps);
    const dim3 tile(kTileWidth, block / kTileWidth);
    if (tile.y < 3)
        throw UsageError("--block " + std::to_string(block) +
                         ": a tile with its halo takes at least 96 threads");
    const Launch rows(copy_ghost_rows, ceil_div(width, block), block);
    const Launch columns(copy_ghost_columns, ceil_div(height + 2, block), block);
    const Launch cells(play, grid_of_tiles(width, height, tile.x - 2, tile.y - 2), tile);

    std::vector<int> framed;
    run.upload([&] { framed = with_ghosts(in.start); });
    const auto d_start = run.upload_in_place(framed);
    const auto d_odd = run.array<int>(framed.size()), d_even = run.array<int>(framed.size());
    run.kernel({rows, columns, cells}, [&] {
        int* old = d_start.data();
        for (std::size_t g = 1; g <= in.generations; ++g) {
            int* next = (g % 2 ? d_odd : d_even).data();
            copy_ghost_rows<<<rows.grid, rows.block>>>(old, width, height);
            copy_ghost_columns<<<columns.grid, columns.block>>>(old, width, height);
            play<<<cells.grid, cells.block>>>(old, next, width, height);
            old = next;
        }
    });
    return without_ghosts(run.download(in.generations % 2 ? d_odd : d_even), width, height);
}

}  // namespace

LADDER_VERSION(GameOfLife, 4, "tile in shared memory", life);

// gol_v2: table in constant memory          ./gol_v2
//
// Slow in v1: each thread stores a table of 18 entries in local memory to read one of them.
// Idea: the table is the same for all threads, so it is stored once, in constant memory, with its own cache.
// Still slow: a warp covers 16 cells in each of two rows, which takes more sectors than 32 cells in one row.
#include "game_of_life.h"

namespace {

constexpr int kTileWidth = 16;
constexpr int kBlockSize = 256;  // 16 x 16 cells

// The next state of a dead and of a living cell, by its living neighbours.
__constant__ int table[2][9] = {{0, 0, 0, 1, 0, 0, 0, 0, 0}, {0, 0, 1, 1, 0, 0, 0, 0, 0}};

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
    const int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    const int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x > width || y > height)
        return;
    const std::size_t pitch = width + 2;
    const int* here = old + y * pitch + x;
    const int *above = here - pitch, *below = here + pitch;
    const int neighbours =
        above[-1] + above[0] + above[1] + here[-1] + here[1] + below[-1] + below[0] + below[1];
    next[y * pitch + x] = table[here[0]][neighbours];
}

Board life(const GameOfLife::Input& in, Run& run)
{
    const int width = static_cast<int>(in.start.width), height = static_cast<int>(in.start.height);
    const int block = run.block_size(kBlockSize, BlockRule::warps);
    const dim3 tile(kTileWidth, block / kTileWidth);
    const Launch rows(copy_ghost_rows, ceil_div(width, block), block);
    const Launch columns(copy_ghost_columns, ceil_div(height + 2, block), block);
    const Launch cells(play, grid_of_tiles(width, height, tile.x, tile.y), tile);

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

LADDER_VERSION(GameOfLife, 2, "table in constant memory", life);

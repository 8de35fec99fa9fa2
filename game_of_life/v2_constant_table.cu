// gol_v2: the rule in constant memory          ./gol_v2
//
// Slow in v1: each thread stores a table of 18 entries in local memory to read one of them.
// Idea: the table is the same for all threads, so it goes to constant memory, once, and is read through a
// cache of its own. The local memory's traffic is gone.
// Still slow: the blocks of 16 x 16 are small, and a warp covers two pieces of 16 cells in two rows: the
// sectors at the ends of each piece are fetched for a few cells. See v3.
#include "game_of_life.h"

namespace {

constexpr int kTileWidth = 16;
constexpr int kBlockSize = 256;  // 16 x 16 cells

// The state after this generation of a cell that is dead or alive, by its living neighbours.
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

Board run(const Board& start, std::size_t generations, Run& run)
{
    const int width = static_cast<int>(start.width), height = static_cast<int>(start.height);
    const int block = run.block_size(kBlockSize, BlockRule::warps);
    const dim3 tile(kTileWidth, block / kTileWidth);
    const Launch rows(copy_ghost_rows, ceil_div(width, block), block);
    const Launch columns(copy_ghost_columns, ceil_div(height + 2, block), block);
    const Launch cells(play, grid_over(start, tile), tile);

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

LADDER_VERSION(GameOfLife, 2, "table in constant memory", run);

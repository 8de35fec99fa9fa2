// gol_v1: ghost cells, and the rule in a local table          ./gol_v1
//
// Idea: a thread per cell, which adds up its eight neighbours and looks its next state up in a table of 2 x
// 9, as the faster CPU version does: no branch. So that no thread has to ask whether it is at an edge, the
// board has a frame of ghost cells, which two small kernels copy from the opposite sides before each
// generation.
// Still slow: registers have no addresses, so an array that is indexed by a value known only at run time
// goes to local memory, a thread's own piece of the GPU's memory. Each thread stores 18 entries there to
// read one (nvcc -Xptxas -v: a stack frame of 72 bytes). See v2.
#include "game_of_life.h"

namespace {

constexpr int kTileWidth = 16;
constexpr int kBlockSize = 256;  // 16 x 16 cells

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
    // The state after this generation of a cell that is dead or alive, by its living neighbours. The loop
    // stays a loop: unrolled, the compiler would dissolve so small a table into 18 comparisons.
    int table[2][9];
#pragma unroll 1
    for (int n = 0; n <= 8; ++n) {
        table[0][n] = n == 3;
        table[1][n] = n == 2 || n == 3;
    }

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

LADDER_VERSION(GameOfLife, 1, "ghost cells, local table", run);

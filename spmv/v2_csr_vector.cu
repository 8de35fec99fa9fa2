// spmv_v2: a warp per row
//
// Slow in v1: the threads of a warp read from 32 places, and wait for the longest row.
// Idea: 32 lanes take the entries of one row side by side, each every 32nd, and add their sums up by shuffles.
// Still slow: a row of 5 entries leaves 27 lanes idle, and one very long row keeps one warp busy when all others are
// done.
#include "spmv.h"

namespace {

constexpr int kBlockSize = 256;

constexpr unsigned kAllLanes = 0xffffffff;

__global__ void multiply(int rows, const int* row_start, const int* column, const float* value,
                         const float* x, float* y)
{
    const int lane = threadIdx.x % 32;
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = row_start[row] + lane; k < row_start[row + 1]; k += 32)
        sum += value[k] * x[column[k]];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(kAllLanes, sum, offset);
    if (lane == 0)
        y[row] = sum;
}

std::vector<float> spmv(const Spmv::Input& in, Run& run)
{
    const Csr& a = in.a;
    const int block = run.block_size(kBlockSize, BlockRule::warps);
    const Launch launch(multiply, std::max(1, ceil_div(a.rows, block / 32)), block);

    DeviceArray<int> d_row_start(run, a.row_start.size()), d_column(run, a.entries());
    DeviceArray<float> d_value(run, a.entries()), d_x(run, a.columns), d_y(run, a.rows);
    run.upload([&] {
        d_row_start.copy_from(a.row_start);
        d_column.copy_from(a.column);
        d_value.copy_from(a.value);
        d_x.copy_from(in.x);
    });
    run.kernel(launch, [&] {
        multiply<<<launch.grid, launch.block>>>(a.rows, d_row_start.data(), d_column.data(), d_value.data(),
                                                d_x.data(), d_y.data());
    });

    run.longest_chain(ceil_div(a.longest_row(), 32) + 5);

    std::vector<float> y;
    run.download([&] { d_y.copy_to(y); });
    return y;
}

}  // namespace

LADDER_VERSION(Spmv, 2, "CSR, a warp per row", spmv);

// spmv_warp_per_row: a warp adds up one row of a sparse matrix          scripts/lab check spmv_warp_per_row
//
// y = A x, for a sparse matrix A in compressed sparse rows. Write the kernel: the 32 lanes of a warp share
// the entries of one row, then add up their partial sums. The launch has a warp for each row.
#include "spmv.h"

namespace {

constexpr int kBlockSize = 256;

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

    const auto d_row_start = run.upload(a.row_start), d_column = run.upload(a.column);
    const auto d_value = run.upload(a.value), d_x = run.upload(in.x);
    const auto d_y = run.array<float>(a.rows);
    run.kernel(launch, [&] {
        multiply<<<launch.grid, launch.block>>>(a.rows, d_row_start.data(), d_column.data(), d_value.data(),
                                                d_x.data(), d_y.data());
    });
    run.longest_chain(ceil_div(a.longest_row(), 32) + 5);  // of a lane, then of the shuffles
    return run.download(d_y);
}

}  // namespace

LADDER_VERSION(Spmv, 2, "CSR, a warp per row", spmv);

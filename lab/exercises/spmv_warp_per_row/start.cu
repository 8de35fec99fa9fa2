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
    // TODO: which lane is this, and which row does its warp have? Let the lanes take the entries of the row
    // in turn, add up the 32 partial sums with __shfl_down_sync(kAllLanes, ...), and store the sum once.
    // Replace the line below, which only says that the arguments are not used yet.
    (void)rows, (void)row_start, (void)column, (void)value, (void)x, (void)y;
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

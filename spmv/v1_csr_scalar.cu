// spmv_v1: a thread per row          ./spmv_v1 --matrix powerlaw
//
// Compressed sparse rows: the entries of a row lie one behind the other, row after row. Each thread adds up one row, as
// the CPU does.
// Slow: neighbouring threads read from different rows, so a warp's 32 loads lie a row's length apart; and the warp is
// as slow as the longest of its rows.
#include "spmv.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void multiply(int rows, const int* row_start, const int* column, const float* value,
                         const float* x, float* y)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = row_start[row]; k < row_start[row + 1]; ++k)
        sum += value[k] * x[column[k]];
    y[row] = sum;
}

std::vector<float> spmv(const Spmv::Input& in, Run& run)
{
    const Csr& a = in.a;
    const int block = run.block_size(kBlockSize);
    const Launch launch(multiply, std::max(1, ceil_div(a.rows, block)), block);

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

    std::vector<float> y;
    run.download([&] { d_y.copy_to(y); });
    return y;
}

}  // namespace

LADDER_VERSION(Spmv, 1, "CSR, a thread per row", spmv);

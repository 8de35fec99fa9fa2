// spmv_v1: CSR, a thread per row          ./spmv_v1 --matrix powerlaw
//
// Idea: compressed sparse rows store the entries row after row. Each thread adds up one row, as the CPU does.
// Still slow: adjacent threads read different rows, so a warp's 32 loads lie a row's length apart; and a warp
// takes as long as the longest of its rows.
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

    const auto d_row_start = run.upload(a.row_start), d_column = run.upload(a.column);
    const auto d_value = run.upload(a.value), d_x = run.upload(in.x);
    const auto d_y = run.array<float>(a.rows);
    run.kernel(launch, [&] {
        multiply<<<launch.grid, launch.block>>>(a.rows, d_row_start.data(), d_column.data(), d_value.data(),
                                                d_x.data(), d_y.data());
    });
    return run.download(d_y);
}

}  // namespace

LADDER_VERSION(Spmv, 1, "CSR, a thread per row", spmv);

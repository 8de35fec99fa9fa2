// spmv_v5: ELL, the rest COO          ./spmv_v5 --matrix powerlaw
//
// Slow in v4: an atomic operation for every entry.
// Idea: ELL for the first entries of each row, as many as a third of the rows have; COO for the rest.
// Still slow: the atomics of a long row are serialised as in v4: on an H200 v5 runs at 1.04 times v4's speed
// for powerlaw, 1.01 for dense_row. It pays for rows of about equal length: 2 to 6 times v4's speed, as v3.
#include "formats.h"
#include "spmv.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void multiply_ell(int rows, int width, const int* column, const float* value, const float* x,
                             float* y)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = 0; k < width; ++k) {
        const std::size_t i = std::size_t(k) * rows + row;
        const int c = column[i];
        if (c != kPadding)
            sum += value[i] * x[c];
    }
    y[row] = sum;
}

__global__ void add_coo(std::size_t entries, const int* row, const int* column, const float* value,
                        const float* x, float* y)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < entries)
        atomicAdd(&y[row[i]], value[i] * x[column[i]]);
}

std::vector<float> spmv(const Spmv::Input& in, Run& run)
{
    const int width = hybrid_width(in.a);
    const auto [a, rest] = run.prepare(
        "Conversion from CSR", [&] { return std::pair(ell_from(in.a, width), coo_from(in.a, width)); });
    const std::size_t entries = rest.value.size();
    const int block = run.block_size(kBlockSize);
    const Launch ell(multiply_ell, std::max(1, ceil_div(a.rows, block)), block);
    const Launch coo(add_coo, std::max<std::size_t>(1, ceil_div(entries, block)), block);

    const auto d_column = run.upload(a.column), d_rest_row = run.upload(rest.row);
    const auto d_rest_column = run.upload(rest.column);
    const auto d_value = run.upload(a.value), d_rest_value = run.upload(rest.value), d_x = run.upload(in.x);
    const auto d_y = run.array<float>(a.rows);
    run.kernel({ell, coo}, [&] {
        multiply_ell<<<ell.grid, ell.block>>>(in.a.rows, width, d_column.data(), d_value.data(), d_x.data(),
                                              d_y.data());
        add_coo<<<coo.grid, coo.block>>>(entries, d_rest_row.data(), d_rest_column.data(),
                                         d_rest_value.data(), d_x.data(), d_y.data());
    });
    return run.download(d_y);
}

}  // namespace

LADDER_VERSION(Spmv, 5, "ELL, the rest COO", spmv);

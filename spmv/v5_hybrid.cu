// spmv_v5: ELL and COO          ./spmv_v5 --matrix powerlaw
//
// Slow in v3: padding up to the longest row. Slow in v4: an atomic for every entry.
// Idea: ELL for the first few entries of each row, as many as at least a third of the rows have; what is left of the
// longer rows goes into COO.
// Still slow: padding in the first part, atomics in the second; and a full row still waits for itself.
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
    ConversionTimer conversion(run);
    const Ell a = ell_from(in.a, hybrid_width(in.a));
    const Coo rest = coo_from(in.a, a.width);
    conversion.stop();
    const std::size_t entries = rest.value.size();
    const int block = run.block_size(kBlockSize);
    const Launch ell(multiply_ell, std::max(1, ceil_div(a.rows, block)), block);
    const Launch coo(add_coo, std::max<std::size_t>(1, ceil_div(entries, block)), block);

    DeviceArray<int> d_column(run, a.column.size()), d_rest_row(run, entries),
        d_rest_column(run, entries);
    DeviceArray<float> d_value(run, a.value.size()), d_rest_value(run, entries);
    DeviceArray<float> d_x(run, in.a.columns), d_y(run, a.rows);
    run.upload([&] {
        d_column.copy_from(a.column);
        d_value.copy_from(a.value);
        d_rest_row.copy_from(rest.row);
        d_rest_column.copy_from(rest.column);
        d_rest_value.copy_from(rest.value);
        d_x.copy_from(in.x);
    });
    run.kernel({ell, coo}, [&] {
        multiply_ell<<<ell.grid, ell.block>>>(a.rows, a.width, d_column.data(), d_value.data(), d_x.data(),
                                              d_y.data());
        add_coo<<<coo.grid, coo.block>>>(entries, d_rest_row.data(), d_rest_column.data(),
                                         d_rest_value.data(), d_x.data(), d_y.data());
    });

    std::vector<float> y;
    run.download([&] { d_y.copy_to(y); });
    return y;
}

}  // namespace

LADDER_VERSION(Spmv, 5, "ELL, the rest COO", spmv);

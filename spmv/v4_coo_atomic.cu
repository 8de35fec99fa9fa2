// spmv_v4: a thread per entry          ./spmv_v4 --matrix dense_row
//
// Slow in v3 (and v1, v2): work is shared out by rows, and rows differ.
// Idea: share it out by entries. Each entry carries its row and column, and its thread adds one product to y by an
// atomic operation: perfect balance, whatever the rows.
// Still slow: 4 bytes more per entry, and an atomic per entry; those of one row wait for each other.
#include "formats.h"
#include "spmv.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void multiply(std::size_t entries, const int* row, const int* column, const float* value,
                         const float* x, float* y)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < entries)
        atomicAdd(&y[row[i]], value[i] * x[column[i]]);
}

std::vector<float> spmv(const Spmv::Input& in, Run& run)
{
    ConversionTimer conversion(run);
    const Coo a = coo_from(in.a);
    conversion.stop();
    const std::size_t entries = a.value.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(multiply, std::max<std::size_t>(1, ceil_div(entries, block)), block);

    DeviceArray<int> d_row(run, entries), d_column(run, entries);
    DeviceArray<float> d_value(run, entries), d_x(run, in.a.columns), d_y(run, in.a.rows);
    run.upload([&] {
        d_row.copy_from(a.row);
        d_column.copy_from(a.column);
        d_value.copy_from(a.value);
        d_x.copy_from(in.x);
    });
    run.kernel(launch, [&] {
        d_y.zero();
        multiply<<<launch.grid, launch.block>>>(entries, d_row.data(), d_column.data(), d_value.data(),
                                                d_x.data(), d_y.data());
    });

    std::vector<float> y;
    run.download([&] { d_y.copy_to(y); });
    return y;
}

}  // namespace

LADDER_VERSION(Spmv, 4, "COO, an atomic per entry", spmv);

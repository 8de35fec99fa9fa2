// spmv_v4: COO, an atomic per entry          ./spmv_v4 --matrix dense_row
//
// Slow in v3: work is divided by rows, as in v1 and v2, and rows differ in length.
// Idea: a thread per entry, which knows its row and adds its product to y atomically: perfect balance.
// Still slow: atomics on one row are serialised. v4 pays only for one very long row: on an H200 it runs at
// twice v2's speed for dense_row, but at 0.23 times v2's for powerlaw, and at 0.16 to 0.51 times v3's for
// rows of equal length.
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
    const Coo a = run.prepare("Conversion from CSR", [&] { return coo_from(in.a); });
    const std::size_t entries = a.value.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(multiply, std::max<std::size_t>(1, ceil_div(entries, block)), block);

    const auto d_row = run.upload(a.row), d_column = run.upload(a.column);
    const auto d_value = run.upload(a.value), d_x = run.upload(in.x);
    const auto d_y = run.array<float>(in.a.rows);
    run.kernel(launch, [&] {
        d_y.zero();
        multiply<<<launch.grid, launch.block>>>(entries, d_row.data(), d_column.data(), d_value.data(),
                                                d_x.data(), d_y.data());
    });
    return run.download(d_y);
}

}  // namespace

LADDER_VERSION(Spmv, 4, "COO, an atomic per entry", spmv);

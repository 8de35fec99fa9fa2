// access_sectors: given, not to be changed. It reads the values as a matrix with rows of `stride` elements, and copies it
// column by column: adjacent lanes load elements that are `stride` apart. Write your answers into access_sectors.toml.
//
// Check them with: scripts/lab check access_sectors
#include "access.h"

namespace {

constexpr int kBlockSize = 256;
constexpr std::size_t kHighestGrid = 65535;

// blockIdx.y counts columns, the threads along x count rows. All columns have `rows` elements, and the first
// `longer_columns` of them one more.
__global__ void copy_strided(const float* in, float* out, std::size_t n, std::size_t stride, std::size_t rows,
                             std::size_t longer_columns)
{
    const std::size_t row = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    for (std::size_t column = blockIdx.y; column < stride; column += gridDim.y) {
        const std::size_t from = row * stride + column;
        const std::size_t to = column * rows + min(column, longer_columns) + row;
        if (from < n)
            out[to] = in[from];  // at: copy
    }
}

Access::Output copy(const Access::Input& in, Run& run)
{
    const std::size_t n = in.values.size(), stride = in.stride;
    const std::size_t rows = n / stride, longer_columns = n % stride;
    const std::size_t most_rows = longer_columns ? rows + 1 : rows;
    // No more threads than a column has rows, in whole warps.
    const int block = std::min<std::size_t>(run.block_size(kBlockSize), ceil_div(most_rows, 32) * 32);
    const dim3 grid(ceil_div(most_rows, block), std::min(stride, kHighestGrid));
    const Launch launch(copy_strided, grid, block);

    const auto d_in = run.upload(in.values), d_out = run.array<float>(n);
    run.kernel(launch, [&] {
        copy_strided<<<launch.grid, launch.block>>>(d_in.data(), d_out.data(), n, stride, rows,
                                                    longer_columns);
    });
    return run.download(d_out);
}

}  // namespace

LADDER_VERSION(Access, 5, "strided", copy, Access::Pattern::Strided);

// spmv_v3: ELL, padded and transposed          ./spmv_v3 --matrix banded
//
// Slow in v2: short rows leave lanes idle.
// Idea: a thread per row again, but rows are padded to one length and stored transposed: all first entries,
// then all second ones, ... Adjacent threads read adjacent words and take the same number of steps.
// Still slow: one long row makes all rows as long, and what then does not fit into memory is refused.
#include "formats.h"
#include "spmv.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void multiply(int rows, int width, const int* column, const float* value, const float* x, float* y)
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

// One row of n entries would take n * rows places.
void require_room(const Csr& a, int width)
{
    const double needed = double(a.rows) * width * (sizeof(int) + sizeof(float));
    try {
        require_memory({.host = needed, .device = needed});
    } catch (const OutOfMemory& error) {
        throw OutOfMemory("ELL pads every row to the longest, " + std::to_string(width) +
                          " entries: " + error.what());
    }
}

std::vector<float> spmv(const Spmv::Input& in, Run& run)
{
    const int width = in.a.longest_row();
    require_room(in.a, width);
    const Ell a = run.prepare("Conversion from CSR", [&] { return ell_from(in.a, width); });
    const int block = run.block_size(kBlockSize);
    const Launch launch(multiply, std::max(1, ceil_div(a.rows, block)), block);

    const auto d_column = run.upload(a.column);
    const auto d_value = run.upload(a.value), d_x = run.upload(in.x);
    const auto d_y = run.array<float>(a.rows);
    run.kernel(launch, [&] {
        multiply<<<launch.grid, launch.block>>>(a.rows, width, d_column.data(), d_value.data(), d_x.data(),
                                                d_y.data());
    });
    return run.download(d_y);
}

}  // namespace

LADDER_VERSION(Spmv, 3, "ELL, padded and transposed", spmv);

// spmv_v3: ELLPACK          ./spmv_v3 --matrix uniform
//
// Slow in v2: short rows leave lanes idle.
// Idea: a thread per row again, but pad all rows to one length and store the first entries of all rows together, then
// all second ones, and so on. Neighbouring threads now read neighbouring words, and all take the same number of steps.
// Still slow: one long row makes all rows as long as itself. The version refuses what does not fit into memory.
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

// One row of n entries would take n * rows of them.
void require_room(const Csr& a, int width)
{
    const std::size_t needed = std::size_t(a.rows) * width * (sizeof(int) + sizeof(float));
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
    ConversionTimer conversion(run);
    const Ell a = ell_from(in.a, width);
    conversion.stop();
    const int block = run.block_size(kBlockSize);
    const Launch launch(multiply, std::max(1, ceil_div(a.rows, block)), block);

    DeviceArray<int> d_column(run, a.column.size());
    DeviceArray<float> d_value(run, a.value.size()), d_x(run, in.a.columns), d_y(run, a.rows);
    run.upload([&] {
        d_column.copy_from(a.column);
        d_value.copy_from(a.value);
        d_x.copy_from(in.x);
    });
    run.kernel(launch, [&] {
        multiply<<<launch.grid, launch.block>>>(a.rows, a.width, d_column.data(), d_value.data(), d_x.data(),
                                                d_y.data());
    });

    std::vector<float> y;
    run.download([&] { d_y.copy_to(y); });
    return y;
}

}  // namespace

LADDER_VERSION(Spmv, 3, "ELL, padded and transposed", spmv);

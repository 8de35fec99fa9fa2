// layout_arrays: solution
//
// An array for each coordinate: the x of adjacent points are adjacent, and w stays on the host.
#include "layout.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void move(float* x, float* y, float* z, std::size_t n, float dx, float dy, float dz)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        // All loads before the first store. The compiler does not do that by itself: a store to x might
        // change a y.
        const float new_x = x[i] + dx, new_y = y[i] + dy, new_z = z[i] + dz;
        x[i] = new_x;
        y[i] = new_y;
        z[i] = new_z;
    }
}

Layout::Output move_points(const Layout::Input& in, Run& run)
{
    const std::size_t n = in.points.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(move, ceil_div(n, block), block);

    // Who uses this layout has the points in it from the start: the conversion is not timed.
    std::vector<float> x(n), y(n), z(n);
    for (std::size_t i = 0; i < n; ++i)
        x[i] = in.points[i].x, y[i] = in.points[i].y, z[i] = in.points[i].z;

    const auto d_x = run.upload_in_place(x), d_y = run.upload_in_place(y), d_z = run.upload_in_place(z);
    run.kernel(launch, [&] {
        move<<<launch.grid, launch.block>>>(d_x.data(), d_y.data(), d_z.data(), n, Layout::kStepX,
                                            Layout::kStepY, Layout::kStepZ);
    });
    x = run.download(d_x), y = run.download(d_y), z = run.download(d_z);

    Layout::Output moved(n);
    for (std::size_t i = 0; i < n; ++i)
        moved[i] = {x[i], y[i], z[i], in.points[i].w};
    return moved;
}

}  // namespace

LADDER_VERSION(Layout, 1, "a layout for the kernel", move_points);

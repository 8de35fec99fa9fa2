// layout_v3: a struct of arrays          ./layout_v3
//
// Left in v2: the x of neighbouring points are no neighbours.
// Idea: an array for each coordinate. Thread i takes element i of each: 4 sectors per request, all of them
// used, whatever the cache. The weights are an array, too, which this kernel never sees: each kernel brings
// what it uses.
// See v4 for what can be had with the points in one piece.
#include "layout.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void move(float* x, float* y, float* z, std::size_t n, float dx, float dy, float dz)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        // All loads before the first store. The compiler does not do that by itself: for all it knows, a store
        // to x may change a y.
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

    DeviceArray<float> d_x(run, n), d_y(run, n), d_z(run, n);
    DeviceArray<float> d_x_before(run, n), d_y_before(run, n), d_z_before(run, n);
    run.upload([&] {
        d_x_before.copy_from(x);
        d_y_before.copy_from(y);
        d_z_before.copy_from(z);
    });
    const auto restore = [&] {  // the kernel changes the coordinates
        d_x.copy_from(d_x_before);
        d_y.copy_from(d_y_before);
        d_z.copy_from(d_z_before);
    };
    restore();
    run.kernel(
        launch,
        [&] {
            move<<<launch.grid, launch.block>>>(d_x.data(), d_y.data(), d_z.data(), n, Layout::kStepX,
                                                Layout::kStepY, Layout::kStepZ);
        },
        restore);
    std::vector<float> moved_x, moved_y, moved_z;
    run.download([&] {
        d_x.copy_to(moved_x);
        d_y.copy_to(moved_y);
        d_z.copy_to(moved_z);
    });

    Layout::Output moved(n);
    for (std::size_t i = 0; i < n; ++i)
        moved[i] = {moved_x[i], moved_y[i], moved_z[i], in.points[i].w};
    return moved;
}

}  // namespace

LADDER_VERSION(Layout, 3, "struct of arrays", move_points);

// layout_v1: an array of structs of four floats          ./layout_v1
//
// Thread i moves point i, as one would write it on a CPU.
// Slow: w, which nobody needs here, lies between the places, and so moves along with them. And the x that a
// warp wants lie 16 bytes apart: a request touches 16 sectors and uses a quarter of them. y and z then ask for
// the same sectors again, and have to hope that a cache still holds them. See v2 for the first of the two.
#include "layout.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void move(Point* points, std::size_t n, float dx, float dy, float dz)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        points[i].x += dx;
        points[i].y += dy;
        points[i].z += dz;
    }
}

Layout::Output move_points(const Layout::Input& in, Run& run)
{
    const std::size_t n = in.points.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(move, ceil_div(n, block), block);
    // A sector holds two points: w moves along in both directions.
    run.work({.bytes = 2.0 * sizeof(Point) * n, .operations = 3.0 * n});

    DeviceArray<Point> d_points(run, n), d_before(run, n);
    run.upload([&] { d_before.copy_from(in.points); });
    const auto restore = [&] { d_points.copy_from(d_before); };  // the kernel changes the points
    restore();
    run.kernel(
        launch,
        [&] {
            move<<<launch.grid, launch.block>>>(d_points.data(), n, Layout::kStepX, Layout::kStepY,
                                                Layout::kStepZ);
        },
        restore);

    Layout::Output moved;
    run.download([&] { d_points.copy_to(moved); });
    return moved;
}

}  // namespace

LADDER_VERSION(Layout, 1, "array of structs, 16 bytes", move_points);

// layout_v4: an array of float4          ./layout_v4
//
// Idea: float4 is v1's struct, but aligned to 16 bytes, so that one instruction loads or stores it whole: one
// request in place of three, 16 sectors, all of them used.
// The price is that w moves along as in v1, a third more bytes than in v3. The gain is that a point is in one
// piece: if neighbouring lanes want points that are no neighbours, 16 bytes in one sector are far better than
// 3 x 4 bytes in three.
#include "layout.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void move(float4* points, std::size_t n, float dx, float dy, float dz)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        float4 p = points[i];
        p.x += dx;
        p.y += dy;
        p.z += dz;
        points[i] = p;
    }
}

Layout::Output move_points(const Layout::Input& in, Run& run)
{
    const std::size_t n = in.points.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(move, ceil_div(n, block), block);
    // w moves along in both directions.
    run.work({.bytes = 2.0 * sizeof(Point) * n, .operations = 3.0 * n});

    DeviceArray<Point> d_points(run, n), d_before(run, n);
    run.upload([&] { d_before.copy_from(in.points); });
    const auto restore = [&] { d_points.copy_from(d_before); };  // the kernel changes the points
    restore();
    run.kernel(
        launch,
        [&] {
            move<<<launch.grid, launch.block>>>(reinterpret_cast<float4*>(d_points.data()), n, Layout::kStepX,
                                                Layout::kStepY, Layout::kStepZ);
        },
        restore);

    Layout::Output moved;
    run.download([&] { d_points.copy_to(moved); });
    return moved;
}

}  // namespace

LADDER_VERSION(Layout, 4, "array of float4", move_points);

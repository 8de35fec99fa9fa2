// layout_arrays: the kernel moves n points, and is right. But x, y and z of the points are spread over all sectors of the
// array, and w moves along unused. Change how the points lie in device memory.
//
// Check it with: scripts/lab check layout_arrays
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

    // TODO: another layout. Convert on the host, before the upload and after the download.
    const auto d_points = run.upload_in_place(in.points);
    run.kernel(launch, [&] {
        move<<<launch.grid, launch.block>>>(d_points.data(), n, Layout::kStepX, Layout::kStepY,
                                            Layout::kStepZ);
    });
    return run.download(d_points);
}

}  // namespace

LADDER_VERSION(Layout, 1, "a layout for the kernel", move_points);

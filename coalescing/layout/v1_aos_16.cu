// layout_v1: array of structs, 16 bytes          ./layout_v1
//
// Idea: thread i moves point i, written as on a CPU.
// Still slow: w, which this kernel does not need, lies between the places and moves along. And the x of a
// warp lie 16 bytes apart: a request touches 16 sectors and uses a quarter of each; the requests for y and z
// touch them again.
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

    const auto d_points = run.upload_in_place(in.points);
    run.kernel(launch, [&] {
        move<<<launch.grid, launch.block>>>(d_points.data(), n, Layout::kStepX, Layout::kStepY,
                                            Layout::kStepZ);
    });
    return run.download(d_points);
}

}  // namespace

LADDER_VERSION(Layout, 1, "array of structs, 16 bytes", move_points);

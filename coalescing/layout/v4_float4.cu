// layout_v4: array of float4          ./layout_v4
//
// Slow in v3: a point lies in three pieces: three requests, and points at random places touch three sectors
// each.
// Idea: float4 is v1's struct, but aligned to 16 bytes, so that one instruction loads or stores it: a third
// of the requests, 16 sectors each, all used.
// Still slow: slower than v3 here, as w moves along, a third more bytes, and that is the lesson. It pays
// where lanes want points that are not adjacent: 16 bytes in one sector are better than 3 x 4 bytes in three.
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

    const auto d_points = run.upload_in_place(in.points);
    run.kernel(launch, [&] {
        move<<<launch.grid, launch.block>>>(reinterpret_cast<float4*>(d_points.data()), n, Layout::kStepX,
                                            Layout::kStepY, Layout::kStepZ);
    });
    return run.download(d_points);
}

}  // namespace

LADDER_VERSION(Layout, 4, "array of float4", move_points);

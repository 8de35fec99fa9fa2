// saxpy_fours: solution
//
// Thread i < n / 4 takes the four elements from 4 i on, as one float4. The threads after them take the last
// elements, fewer than four, one each.
#include "saxpy.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void add_fours(std::size_t n, float a, const float* x, float* y)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        const float4 p = reinterpret_cast<const float4*>(x)[i];
        const float4 q = reinterpret_cast<float4*>(y)[i];
        reinterpret_cast<float4*>(y)[i] =
            make_float4(a * p.x + q.x, a * p.y + q.y, a * p.z + q.z, a * p.w + q.w);
    } else if (i - n / 4 < n % 4) {  // the last elements, fewer than four: a thread for each
        const std::size_t last = n / 4 * 4 + (i - n / 4);
        y[last] = a * x[last] + y[last];
    }
}

Saxpy::Output saxpy(const Saxpy::Input& in, Run& run)
{
    const std::size_t n = in.y.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(add_fours, ceil_div(n / 4 + n % 4, block), block);

    const auto d_x = run.upload(in.x), d_y = run.upload_in_place(in.y);
    run.kernel(launch, [&] { add_fours<<<launch.grid, launch.block>>>(n, in.a, d_x.data(), d_y.data()); });
    return run.download(d_y);
}

}  // namespace

LADDER_VERSION(Saxpy, 6, "v1 with 16-byte loads", saxpy, Saxpy::Task::AddAll);

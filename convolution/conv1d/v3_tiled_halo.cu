// conv1d_v3: a tile with both halos in shared memory          ./conv1d_v3
//
// Slow in v2: each number is asked for as many times as the mask has weights.
// Idea: a block first loads all that its results need into shared memory: a tile as wide as the block, and
// half a mask more on either side, the halos. Global memory is asked for each number about once.
// Still slow: a few threads load the halos while the others wait, and this code must take care of three
// parts. See v4.
#include "common/device/cuda_check.h"
#include "conv1d.h"
#include "convolution/known_width.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kMaxBlockSize = 1024;

__constant__ float d_mask[kMostMask];

// kWidth: of the mask, if it is one of the common ones that this is compiled for, else 0, and width says
// it. in is zero outside.
template <int kWidth>
__global__ void convolve(const float* in, std::ptrdiff_t n, int width, float* out)
{
    if (kWidth)
        width = kWidth;
    __shared__ float tile[kMaxBlockSize + kMostMask - 1];
    const int tid = threadIdx.x;
    const std::ptrdiff_t i = std::ptrdiff_t{blockIdx.x} * blockDim.x + tid;

    // tile[t] is number first + t: the left halo, the block's own numbers, the right halo.
    const std::ptrdiff_t first = i - tid - width / 2;
    for (int t = tid; t < static_cast<int>(blockDim.x) + width - 1; t += blockDim.x)
        tile[t] = first + t >= 0 && first + t < n ? in[first + t] : 0;
    __syncthreads();

    if (i >= n)
        return;
    float sum = 0;
    for (int j = 0; j < width; ++j)
        sum += d_mask[j] * tile[tid + j];
    out[i] = sum;
}

Conv1d::Output conv1d(const Conv1d::Numbers& in, const Conv1d::Mask& mask, Run& run)
{
    const std::size_t n = in.size();
    const int block = run.block_size(kBlockSize);
    const int width = static_cast<int>(mask.size());
    const auto kernel = for_known_width(width, [](auto known) { return convolve<known>; });
    const Launch launch(kernel, ceil_div(n, block), block);

    DeviceArray<float> d_in(run, n), d_out(run, n);
    run.upload([&] {
        d_in.copy_from(in);
        CUDA_CHECK(cudaMemcpyToSymbol(d_mask, mask.data(), mask.size() * sizeof(float)));
    });
    run.kernel(launch, [&] { kernel<<<launch.grid, launch.block>>>(d_in.data(), n, width, d_out.data()); });

    Conv1d::Output out;
    run.download([&] { d_out.copy_to(out); });
    return out;
}

}  // namespace

LADDER_VERSION(Conv1d, 3, "tile and halos in shared memory", conv1d);

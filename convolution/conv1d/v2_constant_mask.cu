// conv1d_v2: the mask in constant memory          ./conv1d_v2
//
// Slow in v1: every thread reads the same weights from global memory, one request for each number it reads.
// Idea: keep the mask in constant memory. It has a cache of its own, from which a warp gets a weight that
// all its lanes want in one step. Half of the global requests are gone. If the mask's width is known when
// the kernel is compiled, the loop is unrolled and a weight's place is a constant: then it is an operand of
// the multiply-add, and reading it costs no instruction.
// Still slow: neighbours read nearly the same numbers: each one is asked for as many times as the mask has
// weights. See v3.
#include "common/device/cuda_check.h"
#include "conv1d.h"
#include "convolution/known_width.h"

namespace {

constexpr int kBlockSize = 256;

__constant__ float d_mask[kMostMask];

// kWidth: of the mask, if it is one of the common ones that this is compiled for, else 0, and width says
// it. in is zero outside.
template <int kWidth>
__global__ void convolve(const float* in, std::ptrdiff_t n, int width, float* out)
{
    if (kWidth)
        width = kWidth;
    const std::ptrdiff_t i = std::ptrdiff_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    const std::ptrdiff_t first = i - width / 2;
    float sum = 0;
    for (int j = 0; j < width; ++j)
        if (first + j >= 0 && first + j < n)
            sum += d_mask[j] * in[first + j];
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

LADDER_VERSION(Conv1d, 2, "mask in constant memory", conv1d);

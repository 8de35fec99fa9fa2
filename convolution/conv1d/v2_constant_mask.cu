// conv1d_v2: mask in constant memory          ./conv1d_v2
//
// Slow in v1: every thread reads the same weights from global memory, one request for each number that it
// reads.
// Idea: keep the mask in constant memory, whose cache hands one word to all lanes of a warp at once. For
// widths 3, 5 and 7 the compiler unrolls the loop: a weight at a constant address is an operand of the
// multiply-add, and reading it takes no instruction.
// Still slow: each number is requested as many times as the mask has weights.
#include "common/device/cuda_check.h"
#include "conv1d.h"
#include "convolution/known_width.h"

namespace {

constexpr int kBlockSize = 256;

__constant__ float d_mask[kMostMask];

// kWidth: the mask's width if it is known at compile time, or 0: run-time width. in is zero outside.
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

Conv1d::Output conv1d(const Conv1d::Input& in, Run& run)
{
    const std::size_t n = in.numbers.size();
    const int block = run.block_size(kBlockSize);
    const int width = static_cast<int>(in.mask.size());
    const auto kernel = for_known_width(width, [](auto known) { return convolve<known>; });
    const Launch launch(kernel, ceil_div(n, block), block);

    const auto d_in = run.upload(in.numbers), d_out = run.array<float>(n);
    run.upload(
        [&] { CUDA_CHECK(cudaMemcpyToSymbol(d_mask, in.mask.data(), in.mask.size() * sizeof(float))); });
    run.kernel(launch, [&] { kernel<<<launch.grid, launch.block>>>(d_in.data(), n, width, d_out.data()); });
    return run.download(d_out);
}

}  // namespace

LADDER_VERSION(Conv1d, 2, "mask in constant memory", conv1d);

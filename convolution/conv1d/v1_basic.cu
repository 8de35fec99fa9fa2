// conv1d_v1: a thread per result          ./conv1d_v1
//
// Idea: thread i adds up the products for result i. All it needs it reads from global memory: as many
// numbers as the mask has weights, and all the weights.
// Slow: half of what is read are the weights, the same ones in every thread. See v2.
#include "conv1d.h"

namespace {

constexpr int kBlockSize = 256;

// mask: width weights, width odd. in is zero outside.
__global__ void convolve(const float* in, std::ptrdiff_t n, const float* mask, int width, float* out)
{
    const std::ptrdiff_t i = std::ptrdiff_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    const std::ptrdiff_t first = i - width / 2;
    float sum = 0;
    for (int j = 0; j < width; ++j)
        if (first + j >= 0 && first + j < n)
            sum += mask[j] * in[first + j];
    out[i] = sum;
}

Conv1d::Output conv1d(const Conv1d::Numbers& in, const Conv1d::Mask& mask, Run& run)
{
    const std::size_t n = in.size();
    const int block = run.block_size(kBlockSize);
    const int width = static_cast<int>(mask.size());
    const Launch launch(convolve, ceil_div(n, block), block);

    DeviceArray<float> d_in(run, n), d_mask(run, mask.size()), d_out(run, n);
    run.upload([&] {
        d_in.copy_from(in);
        d_mask.copy_from(mask);
    });
    run.kernel(launch, [&] {
        convolve<<<launch.grid, launch.block>>>(d_in.data(), n, d_mask.data(), width, d_out.data());
    });

    Conv1d::Output out;
    run.download([&] { d_out.copy_to(out); });
    return out;
}

}  // namespace

LADDER_VERSION(Conv1d, 1, "a thread per result", conv1d);

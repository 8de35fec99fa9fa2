// conv1d_v1: a thread per result          ./conv1d_v1
//
// Idea: thread i adds up the products for result i. It reads everything from global memory: a number and a
// weight for each product.
// Still slow: half of what is read are weights, the same ones in every thread.
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

Conv1d::Output conv1d(const Conv1d::Input& in, Run& run)
{
    const std::size_t n = in.numbers.size();
    const int block = run.block_size(kBlockSize);
    const int width = static_cast<int>(in.mask.size());
    const Launch launch(convolve, ceil_div(n, block), block);

    const auto d_in = run.upload(in.numbers), d_mask = run.upload(in.mask), d_out = run.array<float>(n);
    run.kernel(launch, [&] {
        convolve<<<launch.grid, launch.block>>>(d_in.data(), n, d_mask.data(), width, d_out.data());
    });
    return run.download(d_out);
}

}  // namespace

LADDER_VERSION(Conv1d, 1, "a thread per result", conv1d);

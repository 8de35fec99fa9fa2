// conv1d_v5: window in registers          ./conv1d_v5 -n 256Mi
//
// Slow in v4: a thread reads and writes 4 bytes at a time, and loads each product's number from shared
// memory.
// Idea: a thread computes four adjacent results, so it reads and writes 16 bytes at a time. Eight numbers in
// registers serve four weights of all four results, 16 products; then the window moves on by four.
// Limit: memory. 88 % of an H200's peak bandwidth with 5 weights, as fast as a copy.
#include "common/device/cuda_check.h"
#include "conv1d.h"

#include <algorithm>

namespace {

constexpr int kBlockSize = 256;
constexpr int kPerLoad = 4;  // numbers in 16 bytes

// The mask with zeros before and after it, so that each thread's window starts at a multiple of four numbers.
__constant__ float d_mask[kMostMask + 2 * kPerLoad];

// The zeros before the mask.
constexpr int zeros_before(int width)
{
    return (kPerLoad - width / 2 % kPerLoad) % kPerLoad;
}

// Numbers i to i + 3; zero outside. i is a multiple of four.
__device__ float4 load_four(const float* in, std::ptrdiff_t n, std::ptrdiff_t i)
{
    if (i >= 0 && i + kPerLoad <= n)
        return *reinterpret_cast<const float4*>(in + i);
    float4 four = {0, 0, 0, 0};
    if (i >= 0 && i < n)  // the last numbers, fewer than four
        four = {in[i], i + 1 < n ? in[i + 1] : 0, i + 2 < n ? in[i + 2] : 0, 0};
    return four;
}

__device__ void store_four(float* out, std::ptrdiff_t n, std::ptrdiff_t i, const float* four)
{
    if (i + kPerLoad <= n)
        *reinterpret_cast<float4*>(out + i) = {four[0], four[1], four[2], four[3]};
    else
        for (int k = 0; k < kPerLoad; ++k)
            if (i + k < n)
                out[i + k] = four[k];
}

// kSteps: how many fours of weights are in d_mask, if known at compile time, or 0: run-time `steps`.
template <int kSteps>
__global__ void convolve(const float* in, std::ptrdiff_t n, int radius, int steps, float* out)
{
    const std::ptrdiff_t i = kPerLoad * (std::ptrdiff_t{blockIdx.x} * blockDim.x + threadIdx.x);
    if (i >= n)
        return;

    float sums[kPerLoad] = {0, 0, 0, 0};
    float4 left = load_four(in, n, i - radius);
#pragma unroll
    for (int step = 0; step < (kSteps ? kSteps : steps); ++step) {
        const float4 right = load_four(in, n, i - radius + kPerLoad * (step + 1));
        const float window[] = {left.x, left.y, left.z, left.w, right.x, right.y, right.z};
#pragma unroll
        for (int j = 0; j < kPerLoad; ++j)
#pragma unroll
            for (int k = 0; k < kPerLoad; ++k)
                sums[k] += d_mask[kPerLoad * step + j] * window[j + k];
        left = right;
    }
    store_four(out, n, i, sums);
}

Conv1d::Output conv1d(const Conv1d::Input& in, Run& run)
{
    const std::size_t n = in.numbers.size();
    const int block = run.block_size(kBlockSize);
    const int width = static_cast<int>(in.mask.size());
    const int radius = zeros_before(width) + width / 2,
              steps = ceil_div(zeros_before(width) + width, kPerLoad);
    const auto kernel = steps == 2 ? convolve<2> : convolve<0>;  // 2: masks of 3, 5 and 7
    const Launch launch(kernel, ceil_div(n, std::size_t{kPerLoad} * block), block);

    std::vector<float> padded(kPerLoad * steps, 0);
    std::copy(in.mask.begin(), in.mask.end(), padded.begin() + zeros_before(width));
    const auto d_in = run.upload(in.numbers), d_out = run.array<float>(n);
    run.upload([&] { CUDA_CHECK(cudaMemcpyToSymbol(d_mask, padded.data(), padded.size() * sizeof(float))); });
    run.kernel(launch,
               [&] { kernel<<<launch.grid, launch.block>>>(d_in.data(), n, radius, steps, d_out.data()); });
    return run.download(d_out);
}

}  // namespace

LADDER_VERSION(Conv1d, 5, "window in registers", conv1d);

// conv1d_v5: window in registers          ./conv1d_v5 -n 256Mi
//
// Slow in v4: a thread reads and writes 4 bytes at a time, and loads each product's number from shared
// memory.
// Idea: a thread computes four adjacent results, so it reads and writes 16 bytes at a time. Eight numbers in
// registers serve four weights of all four results, 16 products; then the window moves on by four. With wide
// masks a thread computes 8 or 16 results, and the numbers go through shared memory.
// Limit: memory. 88 % of an H200's peak bandwidth with 5 weights, as fast as a copy.
#include "common/device/cuda_check.h"
#include "conv1d.h"

#include <algorithm>

namespace {

constexpr int kBlockSize = 256;
constexpr int kPerLoad = 4;  // numbers in 16 bytes

// The mask with zeros before and after it, so that each thread's window starts at a multiple of four numbers.
__constant__ __align__(16) float d_mask[kMostMask + 2 * kPerLoad];
constexpr int kMostSteps = (kMostMask + 2 * kPerLoad) / kPerLoad;

// From so many fours of weights on, a thread computes 8 or 16 results.
constexpr int kWide = 8, kVeryWide = 24;

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

__device__ __forceinline__ void put_four(float* to, float4 four)
{
    to[0] = four.x;
    to[1] = four.y;
    to[2] = four.z;
    to[3] = four.w;
}

// For wide masks: four weights and one more four of numbers are 16 kFours products of 4 kFours results. The block's
// numbers are in shared memory, the fours f, f + kFours, ... adjacent, as adjacent threads read them at once.
template <int kFours>
__global__ void __launch_bounds__(kBlockSize)
    convolve_wide(const float* in, std::ptrdiff_t n, int radius, int steps, float* out)
{
    constexpr int kResults = kFours * kPerLoad;
    constexpr int kWindow = kResults + kPerLoad;  // numbers in registers
    constexpr int kUnrolled =
        kFours * (kFours + 1);  // steps; the window's numbers are then in the same registers
    __shared__ float4 tile[kFours][kBlockSize + kMostSteps / kFours + 1];

    const std::ptrdiff_t first = std::ptrdiff_t{blockIdx.x} * kBlockSize * kResults;
    const int tid = threadIdx.x;
    for (int four = tid; four < kFours * kBlockSize + steps; four += kBlockSize)
        tile[four % kFours][four / kFours] = load_four(in, n, first - radius + kPerLoad * four);
    __syncthreads();

    float window[kWindow], sums[kResults] = {};
#pragma unroll
    for (int f = 0; f < kFours; ++f)
        put_four(window + f * kPerLoad, tile[f][tid]);
    for (int step = 0; step < steps; step += kUnrolled) {
#pragma unroll
        for (int s = 0; s < kUnrolled; ++s) {
            if (step + s >= steps)
                break;
            // The window is a ring: nothing is moved in it.
            put_four(window + (s + kFours) * kPerLoad % kWindow,
                     tile[s % kFours][tid + (step + s) / kFours + 1]);
#pragma unroll
            for (int j = 0; j < kPerLoad; ++j)
#pragma unroll
                for (int k = 0; k < kResults; ++k)
                    sums[k] += d_mask[kPerLoad * (step + s) + j] * window[(s * kPerLoad + j + k) % kWindow];
        }
    }
    for (int f = 0; f < kFours; ++f)
        store_four(out, n, first + tid * kResults + f * kPerLoad, sums + f * kPerLoad);
}

Conv1d::Output conv1d(const Conv1d::Input& in, Run& run)
{
    const std::size_t n = in.numbers.size();
    const int width = static_cast<int>(in.mask.size());
    const int radius = zeros_before(width) + width / 2,
              steps = ceil_div(zeros_before(width) + width, kPerLoad);
    const int fours = steps >= kVeryWide ? 4 : steps >= kWide ? 2 : 1;
    const auto kernel = fours == 4   ? convolve_wide<4>
                        : fours == 2 ? convolve_wide<2>
                        : steps == 2 ? convolve<2>  // masks of 3, 5 and 7
                                     : convolve<0>;
    const int block = fours > 1 ? kBlockSize : run.block_size(kBlockSize);
    const Launch launch(kernel, ceil_div(n, std::size_t{kPerLoad} * fours * block), block);

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

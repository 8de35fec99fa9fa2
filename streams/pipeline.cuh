// What the versions of `stream` share: the kernel, memory that the GPU can copy by itself, and the bound.
#pragma once

#include "common/device/cuda_check.h"
#include "streams.h"

#include <algorithm>
#include <cstring>

constexpr int kBlockSize = 256;

// dst[i] += src[i], `repeat` times. n elements, a thread each.
static __global__ void add_repeatedly(const float* src, float* dst, std::size_t n, int repeat)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float s = src[i];
    float d = dst[i];
    for (int r = 0; r < repeat; ++r)
        d += s;
    dst[i] = d;
}

// n floats of pinned (page-locked) host memory: the system never moves them, so the copy engines can fetch
// them without help from the CPU.
class PinnedArray {
public:
    explicit PinnedArray(std::size_t n) : n_(n) { CUDA_CHECK(cudaMallocHost(&data_, n * sizeof(float))); }
    explicit PinnedArray(const std::vector<float>& from) : PinnedArray(from.size())
    {
        std::memcpy(data_, from.data(), n_ * sizeof(float));
    }
    // For the result: the run fills it with 0xFF before it is checked.
    PinnedArray(Run& run, std::size_t n) : PinnedArray(n) { run.watch_host_output(data_, n * sizeof(float)); }
    ~PinnedArray() { cudaFreeHost(data_); }
    PinnedArray(const PinnedArray&) = delete;
    PinnedArray& operator=(const PinnedArray&) = delete;
    float* data() const { return data_; }
    std::vector<float> copy() const { return {data_, data_ + n_}; }

private:
    std::size_t n_;
    float* data_ = nullptr;
};

class Stream {
public:
    Stream() { CUDA_CHECK(cudaStreamCreate(&stream_)); }
    ~Stream() { cudaStreamDestroy(stream_); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    operator cudaStream_t() const { return stream_; }

private:
    cudaStream_t stream_{};
};

// Times the three parts alone, with pinned memory. While one copy engine uploads, the multiprocessors compute
// and the other engine downloads: the longest part is the bound.
inline void measure_bound(const Streaming::Input& in, float* d_src, float* d_dst, Run& run)
{
    if (!run.is_timed())
        return;
    const std::size_t n = in.src.size(), bytes = n * sizeof(float);
    const int block = run.block_size(kBlockSize);
    const PinnedArray h_src(in.src), h_dst(in.dst), h_result(n);
    const double upload = run.time_alone([&] {
        CUDA_CHECK(cudaMemcpyAsync(d_src, h_src.data(), bytes, cudaMemcpyHostToDevice));
        CUDA_CHECK(cudaMemcpyAsync(d_dst, h_dst.data(), bytes, cudaMemcpyHostToDevice));
    });
    const double kernel =
        run.time_alone([&] { add_repeatedly<<<ceil_div(n, block), block>>>(d_src, d_dst, n, in.repeat); });
    const double download = run.time_alone(
        [&] { CUDA_CHECK(cudaMemcpyAsync(h_result.data(), d_dst, bytes, cudaMemcpyDeviceToHost)); });
    // Copies in both directions share the bus, and slow each other down.
    const Stream up, down;
    const double copies = run.time_alone([&] {
        CUDA_CHECK(cudaMemcpyAsync(d_src, h_src.data(), bytes, cudaMemcpyHostToDevice, up));
        CUDA_CHECK(cudaMemcpyAsync(h_result.data(), d_dst, bytes, cudaMemcpyDeviceToHost, down));
        CUDA_CHECK(cudaMemcpyAsync(d_src, h_dst.data(), bytes, cudaMemcpyHostToDevice, up));
    });
    const double bound = std::max({upload, kernel, download});
    run.bound(bound);
    run.note(format_text(
        "Parts alone, pinned (sec.): upload %.6f, kernel %.6f, download %.6f; one after the other %.6f",
        upload, kernel, download, upload + kernel + download));
    run.note(format_text("All copies at once, no kernel (sec.): %.6f, %.3f times the bound", copies,
                         copies / bound));
}

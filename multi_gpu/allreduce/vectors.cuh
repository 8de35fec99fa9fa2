// Each GPU's numbers and sums, and what all versions measure.
#pragma once

#include "allreduce.h"
#include "common/device/cuda_check.h"

#include <algorithm>
#include <deque>
#include <functional>

constexpr int kBlockSize = 256;
constexpr int kMostGpus = 16;  // that a kernel's arguments name

// One array of each GPU, as a kernel's argument.
template <class T>
struct OfGpus {
    T* data[kMostGpus];
};

// out[i] = in[0][i] + in[1][i] + ... for i from first to end - 1, into `outs` arrays. first: a multiple of 4.
template <class T>
__global__ void sum_slice(OfGpus<const T> in, int ins, OfGpus<T> out, int outs, std::size_t first,
                          std::size_t end)
{
    struct alignas(16) Four {
        T value[4];
    };
    const std::size_t step = 4 * std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = first + 4 * (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x); i < end;
         i += step) {
        if (i + 4 <= end) {
            Four sum = *reinterpret_cast<const Four*>(in.data[0] + i);
            for (int gpu = 1; gpu < ins; ++gpu) {
                const Four more = *reinterpret_cast<const Four*>(in.data[gpu] + i);
                for (int k = 0; k < 4; ++k)
                    sum.value[k] += more.value[k];
            }
            for (int gpu = 0; gpu < outs; ++gpu)
                *reinterpret_cast<Four*>(out.data[gpu] + i) = sum;
        } else {
            for (std::size_t k = i; k < end; ++k) {
                T sum = in.data[0][k];
                for (int gpu = 1; gpu < ins; ++gpu)
                    sum += in.data[gpu][k];
                for (int gpu = 0; gpu < outs; ++gpu)
                    out.data[gpu][k] = sum;
            }
        }
    }
}

template <class T>
class Vectors {
public:
    Vectors(const Summands<T>& in, Run& run) : in_(in)
    {
        if (in.gpus > kMostGpus)
            throw UsageError("--gpus: this version takes at most " + std::to_string(kMostGpus));
        for (int gpu = 0; gpu < in.gpus; ++gpu) {
            const OnDevice on(gpu);
            numbers_.emplace_back(run, ArrayUse::input, in.of(gpu), in.n);
            sums_.emplace_back(run, ArrayUse::output, nullptr, in.n);
        }
    }

    const T* numbers(int gpu) const { return numbers_[gpu].data(); }
    T* sums(int gpu) const { return sums_[gpu].data(); }
    OfGpus<const T> all_numbers() const
    {
        OfGpus<const T> all{};
        for (int gpu = 0; gpu < in_.gpus; ++gpu)
            all.data[gpu] = numbers(gpu);
        return all;
    }
    OfGpus<T> all_sums() const
    {
        OfGpus<T> all{};
        for (int gpu = 0; gpu < in_.gpus; ++gpu)
            all.data[gpu] = sums(gpu);
        return all;
    }
    // The first element of a GPU's slice, a multiple of 4 or n; that of the GPU after the last is n.
    std::size_t slice(int gpu) const
    {
        return gpu == in_.gpus ? in_.n : in_.n * static_cast<std::size_t>(gpu) / in_.gpus / 4 * 4;
    }

    // One for each GPU.
    std::vector<Stream> make_streams() const
    {
        std::vector<Stream> links;
        for (int gpu = 0; gpu < in_.gpus; ++gpu) {
            const OnDevice on(gpu);
            links.emplace_back();
        }
        return links;
    }

    std::vector<T> download(Run& run)
    {
        std::vector<T> all;
        all.reserve(in_.n * in_.gpus);
        for (const DeviceArray<T>& on_gpu : sums_) {
            const std::vector<T> sums = run.download(on_gpu);
            all.insert(all.end(), sums.begin(), sums.end());
        }
        return all;
    }

    // In a timed run, after the download: the sum of all numbers on one GPU, which has them all; the bound, which is the
    // bytes that each GPU must send, copied by all GPUs at once; and the sums of the slices alone.
    void measure(Run& run) const
    {
        if (!run.is_timed() || in_.gpus == 1)
            return;
        Scaling scaling{.gpus = in_.gpus};
        scaling.one_gpu = time_one_gpu(run);
        scaling.bytes_per_step = 2.0 * (in_.gpus - 1) / in_.gpus * in_.n * sizeof(T);
        scaling.exchange_alone = time_links(run, static_cast<std::size_t>(scaling.bytes_per_step));
        scaling.without_exchange = scaling.one_gpu / in_.gpus;
        run.bound(scaling.exchange_alone);
        run.scaling(scaling);
    }

private:
    double time_one_gpu(Run& run) const
    {
        std::deque<DeviceArray<T>> arrays;
        OfGpus<const T> all{};
        for (int gpu = 0; gpu < in_.gpus; ++gpu)
            all.data[gpu] = arrays.emplace_back(run, ArrayUse::input, in_.of(gpu), in_.n).data();
        const unsigned blocks = resident_blocks(sum_slice<T>, kBlockSize, ceil_div(in_.n, 4 * kBlockSize));
        return run.time_alone(
            [&] { sum_slice<<<blocks, kBlockSize>>>(all, in_.gpus, all_sums(), 1, 0, in_.n); });
    }
    // Each GPU copies to the next, as often as it takes.
    double time_links(Run& run, std::size_t bytes) const
    {
        return run.time_alone([&] {
            for (std::size_t begin = 0; begin < bytes; begin += in_.n * sizeof(T))
                for (int gpu = 0; gpu < in_.gpus; ++gpu) {
                    const int next = (gpu + 1) % in_.gpus;
                    CUDA_CHECK(cudaSetDevice(gpu));
                    CUDA_CHECK(cudaMemcpyPeerAsync(sums(next), next, numbers(gpu), gpu,
                                                   std::min(in_.n * sizeof(T), bytes - begin), links_[gpu]));
                }
        });
    }

    const Summands<T>& in_;
    const std::vector<Stream> links_ = make_streams();
    std::deque<DeviceArray<T>> numbers_, sums_;  // of each GPU
};

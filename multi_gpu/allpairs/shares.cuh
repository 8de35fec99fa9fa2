// The bodies, split over the GPUs in chunks: each GPU moves its share, and knows the places of all.
#pragma once

#include "pairs.cuh"

#include <functional>
#include <numeric>

// What of a step is done: both, but to measure each alone.
struct Parts {
    bool work = true, exchange = true;
};

// One GPU: all places and velocities before and after a step, of which it computes those of its share; and the pulls at
// all bodies, share by share, of which it computes its part.
class Gpu {
public:
    const int device;  // the current one while this is made
    const Share share;

    Gpu(const std::vector<float4>& places, const std::vector<float4>& velocities, int device, Share share,
        int chunks, Run& run)
        : device(device),
          share(share),
          places_{run.upload(places), run.array<float4>(places.size()), run.array<float4>(places.size())},
          velocities_{run.upload(velocities), run.array<float4>(places.size()),
                      run.array<float4>(places.size())},
          pulls_(run.array<float>(3 * std::size_t(chunks) * kChunk))
    {
    }

    float4* places(int steps) const { return places_[steps == 0 ? 0 : 1 + steps % 2].data(); }
    float4* velocities(int steps) const { return velocities_[steps == 0 ? 0 : 1 + steps % 2].data(); }
    // This GPU's part of the pulls at the bodies of a share.
    Pulls pulls(Share of) const { return {pulls_.data() + 3 * std::size_t(of.first()), of}; }
    std::size_t pull_bytes() const { return pulls_.size() * sizeof(float); }

private:
    const DeviceArray<float4> places_[3], velocities_[3];
    const DeviceArray<float> pulls_;
};

class Shares {
public:
    // ranks: the shares of this process, each on a device.
    Shares(const AllPairs::Input& in, const std::vector<int>& ranks, const std::vector<int>& devices,
           Run& run)
        : in_(in)
    {
        for (int i = 0; i < in.size(); ++i) {
            const Bodies& b = in.bodies;
            first_places_.push_back({b.x[i], b.y[i], b.z[i], b.mass[i]});
            first_velocities_.push_back({b.vx[i], b.vy[i], b.vz[i], 0});
        }
        for (std::size_t i = 0; i < ranks.size(); ++i)
            add(devices[i], share(ranks[i]), run);
    }
    Shares(const AllPairs::Input& in, Run& run) : Shares(in, first_gpus(in.gpus), first_gpus(in.gpus), run) {}

    int n() const { return in_.size(); }
    int chunks() const { return ceil_div(in_.size(), kChunk); }
    Share share(int rank) const
    {
        const auto begin = [&](int r) { return static_cast<int>(std::int64_t(chunks()) * r / in_.gpus); };
        return {begin(rank), begin(rank + 1) - begin(rank)};
    }
    std::size_t first_body(int rank) const
    {
        return rank == in_.gpus ? n() : std::min(n(), share(rank).first());
    }
    // Bodies of a share; the last chunk may hold fewer than 256.
    std::size_t bodies(Share s) const
    {
        return static_cast<std::size_t>(std::max(0, std::min(n() - s.first(), s.capacity())));
    }
    auto begin() const { return gpus_.begin(); }
    auto end() const { return gpus_.end(); }
    const Gpu& operator[](std::size_t g) const { return gpus_[g]; }

    // Whether chunks of one share are to meet chunks of the other, on the first one's GPU.
    bool meet(Share mine, Share other) const
    {
        if (mine.chunks == 0 || other.chunks == 0)
            return false;
        const int last = mine.first_chunk + mine.chunks - 1;
        const int least = (other.first_chunk - last + chunks()) % chunks();  // distance from chunk to chunk
        return mine.first_chunk == other.first_chunk || 2 * least <= chunks();
    }
    // A GPU's pulls before it adds any up.
    void clear_pulls(const Gpu& gpu, cudaStream_t stream) const
    {
        CUDA_CHECK(cudaMemsetAsync(gpu.pulls({0, chunks()}).x, 0, gpu.pull_bytes(), stream));
    }
    // Adds up the pulls between a GPU's share and another one, in a stream of the current device.
    void pull_between(const Gpu& gpu, int step, Share other, cudaStream_t stream) const
    {
        if (!meet(gpu.share, other))
            return;
        const int rows = part(gpu.share, other);
        pull<<<dim3(columns(gpu.share), ceil_div(other.chunks, rows)), kBlockSize, 0, stream>>>(
            gpu.places(step), n(), chunks(), rows, gpu.pulls(gpu.share), gpu.pulls(other));
    }
    // Moves a GPU's share by its own pulls and `sets` parts of others'.
    void move_share(const Gpu& gpu, int step, cudaStream_t stream, const float* others = nullptr,
                    int sets = 0) const
    {
        if (gpu.share.chunks > 0)
            move<<<gpu.share.chunks, kChunk, 0, stream>>>(gpu.places(step), gpu.velocities(step),
                                                          gpu.pulls(gpu.share), others, sets, n(),
                                                          gpu.places(step + 1), gpu.velocities(step + 1));
    }
    Launch launch() const
    {
        const Share last = share(in_.gpus - 1);
        return {pull, dim3(columns(last), ceil_div(last.chunks, part(last, last))), kBlockSize};
    }
    // Of one sum: the additions of a row of blocks, the atomic ones, and those of the GPUs' parts.
    double longest_chain() const
    {
        const Share last = share(in_.gpus - 1);
        return 2.0 * (part(last, last) * kChunk + 2 * chunks() + in_.gpus);
    }

    AllPairs::Output download(Run& run) const
    {
        Bodies after = in_.bodies, before = in_.bodies;
        run.download([&] { collect(in_.steps, after); });
        collect(in_.steps - 1, before);
        return {before, after, in_.steps};
    }

    // In a timed run, after the download: the same steps on one GPU, without the exchange, and the exchange alone.
    void measure(Run& run, const std::function<void(Parts)>& steps)
    {
        if (!run.is_timed() || in_.gpus == 1)
            return;
        Scaling scaling{.gpus = in_.gpus, .weak = in_.weak};
        scaling.one_gpu = time_one_gpu(run);
        scaling.without_exchange = run.time_alone([&] { steps({.exchange = false}); });
        scaling.exchange_alone = run.time_alone([&] { steps({.work = false}); });
        // The places of a share go to all other GPUs, half of which send back the pulls at them.
        scaling.bytes_per_step =
            bodies(share(0)) * ((in_.gpus - 1) * sizeof(float4) + in_.gpus / 2 * 3 * sizeof(float));
        run.scaling(scaling);
    }

private:
    int columns(Share mine) const { return ceil_div(mine.chunks, kBlockSize / 32); }
    // Chunks of another share that a row of blocks meets.
    int part(Share mine, Share other) const
    {
        return ceil_div(other.chunks, std::clamp(2 * blocks_ / columns(mine), 1, other.chunks));
    }
    void add(int device, Share share, Run& run)
    {
        const OnDevice on(device);
        gpus_.emplace_back(first_places_, first_velocities_, device, share, chunks(), run);
    }
    void collect(int steps, Bodies& bodies_of_all) const
    {
        for (const Gpu& gpu : gpus_) {
            const std::size_t first = gpu.share.first(), count = bodies(gpu.share);
            std::vector<float4> places(count), velocities(count);
            const OnDevice on(gpu.device);
            if (count == 0)
                continue;
            CUDA_CHECK(cudaMemcpy(places.data(), gpu.places(steps) + first, count * sizeof(float4),
                                  cudaMemcpyDeviceToHost));
            CUDA_CHECK(cudaMemcpy(velocities.data(), gpu.velocities(steps) + first, count * sizeof(float4),
                                  cudaMemcpyDeviceToHost));
            Bodies& b = bodies_of_all;
            for (std::size_t k = 0; k < count; ++k) {
                b.x[first + k] = places[k].x, b.y[first + k] = places[k].y, b.z[first + k] = places[k].z;
                b.vx[first + k] = velocities[k].x, b.vy[first + k] = velocities[k].y,
                             b.vz[first + k] = velocities[k].z;
            }
        }
    }
    // If weak: the steps of a run of one GPU, with fewer bodies.
    double time_one_gpu(Run& run)
    {
        const int all = in_.weak ? static_cast<int>(std::lround(n() / std::sqrt(double(in_.gpus)))) : n();
        AllPairs::Input one = in_;
        one.gpus = 1;
        if (all < n())
            for (auto* column : {&one.bodies.mass, &one.bodies.x, &one.bodies.y, &one.bodies.z,
                                 &one.bodies.vx, &one.bodies.vy, &one.bodies.vz})
                column->resize(all);
        const Shares shares(one, {0}, {gpus_.front().device}, run);
        const Gpu& gpu = shares[0];
        return run.time_alone([&] {
            for (int s = 0; s < in_.steps; ++s) {
                shares.clear_pulls(gpu, nullptr);
                shares.pull_between(gpu, s, gpu.share, nullptr);
                shares.move_share(gpu, s, nullptr);
            }
        });
    }

    const AllPairs::Input& in_;
    const int blocks_ = kWaves * static_cast<int>(resident_blocks(pull, kBlockSize, 1 << 20));
    std::vector<float4> first_places_, first_velocities_;
    std::deque<Gpu> gpus_;
};

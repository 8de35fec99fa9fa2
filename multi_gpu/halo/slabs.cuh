// The board's rows, split over the GPUs: a slab of adjacent rows on each, with a halo of its neighbours' rows above and below.
#pragma once

#include "common/device/device.h"
#include "halo.h"
#include "play.cuh"

#include <deque>
#include <functional>
#include <vector>

// What of a step is done: both, but to measure each alone.
struct Parts {
    bool work = true, exchange = true;
};

// Rows first - depth to first + rows + depth - 1, round the torus.
inline std::vector<Word> rows_with_halo(const PackedBoard& board, std::size_t first, std::size_t rows,
                                        std::size_t depth)
{
    const std::size_t words = board.words_per_row();
    std::vector<Word> all;
    all.reserve((rows + 2 * depth) * words);
    for (std::size_t r = 0; r < rows + 2 * depth; ++r) {
        const std::size_t y = (first + board.height * depth - depth + r) % board.height;
        const auto row = board.words.begin() + static_cast<std::ptrdiff_t>(y * words);
        all.insert(all.end(), row, row + static_cast<std::ptrdiff_t>(words));
    }
    return all;
}

// One GPU's rows. Its arrays hold halo, rows, halo: (depth + rows + depth, words per row).
struct Slab {
    const int device;  // the current one while the slab is made
    const std::size_t first, rows, words, depth;
    const std::vector<Word> start;            // on the host
    const DeviceArray<Word> boards[3];        // the start, which stays, and two that take turns
    Slab *above = nullptr, *below = nullptr;  // the slabs that hold the rows next to these

    Slab(const PackedBoard& board, int device, std::size_t first, std::size_t rows, std::size_t depth,
         Run& run)
        : device(device),
          first(first),
          rows(rows),
          words(board.words_per_row()),
          depth(depth),
          start(rows_with_halo(board, first, rows, depth)),
          boards{run.upload(start), run.array<Word>(start.size()), run.array<Word>(start.size())}
    {
    }

    // After so many steps: row r, the first and the last `depth` rows, which the neighbours need, and their halos.
    Word* row(int steps, std::size_t r) const { return halo_above(steps) + (depth + r) * words; }
    Word* top(int steps) const { return row(steps, 0); }
    Word* bottom(int steps) const { return row(steps, rows - depth); }
    Word* halo_above(int steps) const { return boards[steps == 0 ? 0 : 1 + steps % 2].data(); }
    Word* halo_below(int steps) const { return row(steps, rows); }
    std::size_t edge_bytes() const { return depth * words * sizeof(Word); }

    // So that the halos hold something in runs without an exchange, too.
    void clear() const
    {
        boards[1].zero();
        boards[2].zero();
    }
};

class Slabs {
public:
    // More GPUs than rows: some have none. Slabs of fewer than kDepth rows are played one generation at a time, since the
    // halo comes from the adjacent slab alone.
    Slabs(const Halo::Input& in, Run& run) : in_(in)
    {
        note_depth(run);
        for (int g = 0; g < count_; ++g)
            add(g, g, run);
        for (int g = 0; g < count_; ++g) {
            slabs_[g].above = &slabs_[(g + count_ - 1) % count_];
            slabs_[g].below = &slabs_[(g + 1) % count_];
        }
    }
    // Slab number `rank` alone: the others belong to other processes.
    Slabs(const Halo::Input& in, Run& run, int rank, int device) : in_(in)
    {
        note_depth(run);
        add(rank, device, run);
    }

    auto begin() { return slabs_.begin(); }
    auto end() { return slabs_.end(); }
    int count() const { return count_; }
    std::size_t first_row(int number) const { return in_.start.height * number / count_; }
    std::size_t edge_bytes() const { return slabs_.front().edge_bytes(); }

    // A step plays depth() generations; what is left over, one each.
    int steps() const { return static_cast<int>(in_.generations / depth_ + in_.generations % depth_); }
    int generations(int step) const
    {
        return step < static_cast<int>(in_.generations / depth_) ? static_cast<int>(depth_) : 1;
    }

    // Plays rows first to first + count - 1 of a slab in step `step`, in a stream of its device, the current one.
    // copy: a second place for the result.
    void play(const Slab& slab, int step, std::size_t first, std::size_t count, cudaStream_t stream,
              Word* copy = nullptr) const
    {
        if (count > 0)
            Play(in_.start.width, count, generations(step), multiprocessors_)(
                {slab.row(step, first), slab.row(step + 1, first), static_cast<unsigned>(count), copy},
                stream);
    }
    // The same for all rows.
    void play(const Slab& slab, int step, cudaStream_t stream) const
    {
        play(slab, step, 0, slab.rows, stream);
    }
    // The largest one.
    Launch launch() const
    {
        return Play(in_.start.width, slabs_.back().rows, generations(0), multiprocessors_).launch();
    }

    PackedBoard download(Run& run)
    {
        PackedBoard board{in_.start.width, in_.start.height, std::vector<Word>(in_.start.words.size())};
        for (const Slab& slab : slabs_) {
            const std::vector<Word> rows = run.download(slab.boards[1 + steps() % 2]);
            std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(slab.depth * slab.words),
                        slab.rows * slab.words,
                        board.words.begin() + static_cast<std::ptrdiff_t>(slab.first * slab.words));
        }
        return board;
    }

    // In a timed run, after the download: the same steps on one GPU, without the exchange, and the exchange alone.
    void measure(Run& run, const std::function<void(Parts)>& steps) const
    {
        if (!run.is_timed())
            return;
        for (const Slab& slab : slabs_)
            slab.clear();
        Scaling scaling{.gpus = in_.gpus, .weak = in_.weak};
        scaling.one_gpu = time_one_gpu(run);
        scaling.without_exchange = run.time_alone([&] { steps({.exchange = false}); });
        scaling.exchange_alone = run.time_alone([&] { steps({.work = false}); });
        scaling.bytes_per_step = count() > 1 ? 2.0 * slabs_.front().edge_bytes() : 0;
        run.scaling(scaling);
    }

private:
    void note_depth(Run& run) const
    {
        if (depth_ < kDepth)
            run.note("A launch plays one generation, not " + std::to_string(kDepth) +
                     ": a slab has fewer than " + std::to_string(kDepth) + " rows.");
    }
    void add(int number, int device, Run& run)
    {
        const OnDevice on(device);
        slabs_.emplace_back(in_.start, device, first_row(number), first_row(number + 1) - first_row(number),
                            depth_, run);
    }
    // One launch after another, as gol_v7 does it.
    double time_one_gpu(Run& run) const
    {
        const std::size_t height = in_.start.height / (in_.weak ? in_.gpus : 1);
        const Slab whole(in_.start, slabs_.front().device, 0, height, depth_, run);
        whole.clear();
        return run.time_alone([&] {
            for (int s = 0; s < steps(); ++s)
                play(whole, s, nullptr);
        });
    }

    const Halo::Input& in_;
    const int count_ = static_cast<int>(std::min<std::size_t>(in_.gpus, in_.start.height));
    const std::size_t depth_ = in_.start.height / count_ >= kDepth ? kDepth : 1;
    const std::size_t multiprocessors_ = current_device().multiprocessors;
    std::deque<Slab> slabs_;
};

// A T on each slab's device.
template <class T>
std::vector<T> one_for_each(Slabs& slabs)
{
    std::vector<T> all;
    for (const Slab& slab : slabs) {
        const OnDevice on(slab.device);
        all.emplace_back();
    }
    return all;
}

// halo: Conway's Game of Life on a torus whose rows are split over several GPUs.
#pragma once

#include "common/ladder.h"
#include "multi_gpu/gpus.h"
#include "packed_board.h"

#include <string>
#include <vector>

struct Halo {
    struct Input {
        PackedBoard start;
        std::size_t generations = 1;
        int gpus = 1;
        bool weak = false;
        std::string description;
    };
    using Output = PackedBoard;  // after the last generation
    using Version = Output (*)(const Input& in, Run& run);

    static constexpr TopicInfo info{.name = "halo",
                                    .title = "Game of Life on several GPUs",
                                    .folder = "multi_gpu",
                                    .size = 16 * 1024,
                                    .emulator_size = 128,
                                    .rate = Rate::operations,
                                    .operations = "cell",
                                    .copies = true,
                                    .several_gpus = true};

    void add_options(OptionList& options);
    MemoryNeed memory(const Options& options) const;
    Input make_input(const Options& options) const;
    Output run(const Version& version, const Input& in, Run& run) const;
    Output cpu(const Input& in) const { return play_on_cpu(in.start, in.generations, false); }
    Output without_cpu(const Input& in) const { return play_on_cpu(in.start, in.generations, true); }
    // Bit by bit.
    Verdict check(const Output& got, const Output& want, const Input& in) const;
    Work work(const Input& in) const;
    void hide(Input& in, HiddenArrays& arrays) const
    {
        // Where a row's last word has unused bits, not any word will do.
        const bool free = in.start.width % kCells == 0;
        arrays.movable(in.start.words, free ? HiddenArrays::Values::free : HiddenArrays::Values::related);
    }
    Figures figures(const Output& board) const;
    std::vector<std::string> remarks(const Output& got, const Input& in) const;
    void selftests(SelfTests<Halo>& tests) const;

private:
    std::size_t width(const Options& options) const { return width_ ? width_ : options.size; }
    std::size_t height(const Options& options) const;

    GpuOptions gpus_;
    std::size_t width_ = 0, height_ = 0;  // 0: as --size says
    std::size_t generations_ = kEmulator ? 19 : 64;
};

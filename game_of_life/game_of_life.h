// gol: Conway's Game of Life on a torus.
#pragma once

#include "board.h"
#include "common/ladder.h"
#include "reference.h"

struct GameOfLife {
    struct Input {
        Board start;
        std::size_t generations = 1;  // at least 1
        std::string description;
    };
    using Output = Board;  // after the last generation
    using Version = Output (*)(const Input& in, Run& run);

    static constexpr TopicInfo info{.name = "gol",
                                    .title = "Conway's Game of Life on a torus",
                                    .folder = "game_of_life",
                                    .size = 1024,
                                    .emulator_size = 64,
                                    .rate = Rate::operations,
                                    .operations = "cell"};

    void add_options(OptionList& options);
    MemoryNeed memory(const Options& options) const;
    Input make_input(const Options& options) const;
    Output cpu(const Input& in) const;
    Output without_cpu(const Input& in) const { return play_packed(in.start, in.generations); }
    Verdict check(const Output& got, const Output& want, const Input& in) const;
    Work work(const Input& in) const;
    std::vector<Shown> shown_inputs(const Input& in) const;
    void hide(Input& in, HiddenArrays& arrays) const
    {
        arrays.movable(in.start.cells);
        arrays.movable(in.start.words);
    }
    Figures figures(const Output& board) const;
    std::vector<std::string> remarks(const Output& got, const Input& in) const;
    void selftests(SelfTests<GameOfLife>& tests) const;
    void write_output(const Output& board, const Input& in, Version version) const;

private:
    MemoryNeed memory_of(std::size_t width, std::size_t height) const;
    std::size_t width(const Options& options) const { return width_ ? width_ : options.size; }
    std::size_t height(const Options& options) const { return height_ ? height_ : options.size; }

    std::size_t width_ = 0, height_ = 0;  // 0: as --size says
    std::size_t generations_ = kEmulator ? 16 : 1024;
    std::string start_ = "lecture";
    std::string input_file_;
    std::vector<std::string> output_files_;
    bool show_ = false;
    // What the two sequential references took, 0: not measured.
    mutable double seconds_by_ifs_ = 0, seconds_by_table_ = 0;
};

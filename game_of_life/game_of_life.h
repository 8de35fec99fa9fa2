// gol: Conway's Game of Life on a torus.
#pragma once

#include "board.h"
#include "common/ladder.h"

#include <optional>
#include <string>
#include <vector>

struct GameOfLife {
    struct Input {
        Board start;
        std::size_t generations = 0;
        std::string description;
        // What check_without_cpu() compares with; made when it is first needed.
        mutable std::optional<Board> wanted = std::nullopt;
    };
    using Output = Board;
    // The board after so many generations, at least 1.
    using Version = Board (*)(const Board& start, std::size_t generations, Run& run);

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
    std::string describe(const Input& in) const { return in.description; }
    Output cpu(const Input& in) const;
    Output run(Version version, const Input& in, Run& run) const;
    Verdict check(const Output& got, const Output& want, const Input& in, const Chain& chain) const;
    Verdict check_without_cpu(const Output& got, const Input& in, const Chain& chain) const;
    Work work(const Input& in) const;
    Figures figures(const Output& board) const;
    std::vector<std::string> remarks(const Output& got, const Input& in) const;
    std::vector<SelfTest<Input>> selftests(int block) const;
    void write_output(const Output& board) const;

private:
    std::size_t width(const Options& options) const { return width_ ? width_ : options.size; }
    std::size_t height(const Options& options) const { return height_ ? height_ : options.size; }

    std::size_t width_ = 0, height_ = 0;  // 0: as --size says
    std::size_t generations_ = kEmulator ? 16 : 1024;
    std::string start_ = "lecture";
    std::string input_file_;
    std::vector<std::string> output_files_;
    bool show_ = false;

    // What --show plays: the last run.
    mutable Version last_version_ = nullptr;
    mutable const Input* last_input_ = nullptr;
    // How long the two references took; unset: not measured.
    mutable std::optional<double> seconds_by_ifs_, seconds_by_table_;
};

// As many blocks as cover all cells, one thread to a cell. Throws UsageError for a board that is higher than
// a grid can be.
dim3 grid_over(const Board& board, dim3 block);

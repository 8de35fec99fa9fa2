// hist: the 256-bin histogram of an 8-bit image.
#pragma once

#include "common/ladder.h"

#include <cstdint>
#include <string>
#include <vector>

inline constexpr int kBins = 256;

struct Histogram {
    struct Input {
        std::vector<std::uint8_t> pixels;  // row by row; how long the rows are is irrelevant
        std::string description;
    };
    using Output = std::vector<unsigned>;  // kBins counts

    static constexpr TopicInfo info{.name = "hist",
                                    .title = "256-bin histogram of an 8-bit image",
                                    .folder = "histogram",
                                    .size = 10240 * 10240,
                                    .emulator_size = 512 * 512};

    void add_options(OptionList& options);
    MemoryNeed memory(const Options& options) const
    {
        const double n =
            input_file_.empty() ? double(options.size) : 0;  // a file is read with a limit of its own
        return {.host = n, .device = n + kBins * sizeof(unsigned)};
    }
    Input make_input(const Options& options) const;
    Output cpu(const Input& in) const;
    Output without_cpu(const Input& in) const;  // the same on all cores
    Verdict check(const Output& got, const Output& want, const Input&) const;
    Work work(const Input& in) const  // each pixel is read once; the 256 counts are written once
    {
        const double n = double(in.pixels.size());
        return {.bytes = n + kBins * sizeof(unsigned), .operations = n};
    }
    std::vector<Shown> shown_inputs(const Input& in) const;
    void hide(Input& in, HiddenArrays& arrays) const { arrays.whole(in.pixels); }
    Figures figures(const Output& histogram) const;
    void selftests(SelfTests<Histogram>& tests) const;
    void write_output(const Output& histogram) const;

private:
    std::string dist_ = "uniform", input_file_;
    std::vector<std::string> output_files_;
};

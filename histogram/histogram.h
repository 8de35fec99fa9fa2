// hist: the 256-bin histogram of an 8-bit image.
#pragma once

#include "common/ladder.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

inline constexpr int kBins = 256;

struct Histogram {
    // pixels: row by row; a histogram does not care how long the rows are.
    using Pixels = std::vector<std::uint8_t>;
    using Output = std::vector<unsigned>;  // kBins counts

    struct Input {
        Pixels pixels;
        std::string description;
    };
    using Version = Output (*)(const Pixels& pixels, Run& run);

    static constexpr TopicInfo info{.name = "hist",
                                    .title = "256-bin histogram of an 8-bit image",
                                    .folder = "histogram",
                                    .size = 10240 * 10240,
                                    .emulator_size = 512 * 512};

    void add_options(OptionList& options);
    MemoryNeed memory(const Options& options) const;
    Input make_input(const Options& options) const;
    std::string describe(const Input& in) const { return in.description; }
    Output cpu(const Input& in) const;
    Output run(Version version, const Input& in, Run& run) const { return version(in.pixels, run); }
    Verdict check(const Output& got, const Output& want, const Input& in, const Chain& chain) const;
    Verdict check_without_cpu(const Output& got, const Input& in, const Chain& chain) const;
    Work work(const Input& in) const;
    Figures figures(const Output& histogram) const;
    std::vector<SelfTest<Input>> selftests(int block) const;
    void write_output(const Output& histogram) const;

private:
    std::string dist_ = "uniform";
    std::string input_file_;
    std::vector<std::string> output_files_;
};

// conv2d: the convolution of a picture with a square mask.
#pragma once

#include "common/ladder.h"
#include "filters.h"
#include "picture.h"

#include <string>
#include <vector>

inline constexpr int kMostMaskWidth = 127;  // 127 x 127 weights just fit into constant memory, 64 KiB

struct Conv2d {
    struct Input {
        Picture picture;
        Mask mask;
        std::string description;

        MaskView mask_view() const
        {
            return {.width = mask.width, .height = mask.width, .weights = mask.weights.data()};
        }
    };
    using Samples = std::vector<float>;  // laid out as the picture's
    using Output = Picture;
    // out[y][x] = sum over i, j of weights[i][j] * in[y + i - width / 2][x + j - width / 2], channel by
    // channel, where in is zero outside.
    using Version = Samples (*)(const Picture& picture, const Mask& mask, Run& run);

    static constexpr TopicInfo info{.name = "conv2d",
                                    .title = "convolution of a picture with a square mask",
                                    .folder = "convolution",
                                    .size = 4096,
                                    .emulator_size = 128};

    void add_options(OptionList& options);
    MemoryNeed memory(const Options& options) const;
    Input make_input(const Options& options) const;
    std::string describe(const Input& in) const { return in.description; }
    Output cpu(const Input& in) const;
    Output run(Version version, const Input& in, Run& run) const;
    Verdict check(const Output& got, const Output& want, const Input& in, const Chain& chain) const;
    Verdict check_without_cpu(const Output& got, const Input& in, const Chain& chain) const;
    Work work(const Input& in) const;
    Figures figures(const Output& out) const;
    std::vector<SelfTest<Input>> selftests(int block) const;
    void write_output(const Output& out) const;

private:
    // Throws UsageError if a side is too long.
    Picture size_of_made_up_picture(const Options& options) const;

    int mask_width_ = 5;
    std::string filter_ = "gauss";
    std::string width_, height_;  // --width, --height: as --size is written; empty: the same as --size
    std::string input_file_;
    std::vector<std::string> output_files_;
};

// The grid that covers a picture with blocks of tile_width x tile_height pixels, one layer per channel.
// Throws UsageError if the picture is higher than a grid can be.
dim3 grid_over(const Picture& picture, int tile_width, int tile_height);

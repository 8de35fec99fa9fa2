// conv2d: the convolution of a picture with a square mask.
//   out[y][x] = sum over i, j of weights[i][j] * in[y + i - width / 2][x + j - width / 2]
// channel by channel, where width is the mask's and in is zero outside.
#pragma once

#include "convolution/convolution.h"
#include "filters.h"
#include "picture.h"

inline constexpr int kMostMaskWidth = 127;  // 127 x 127 weights just fit into constant memory, 64 KiB

struct Conv2dInput {
    Picture picture;
    Mask mask;
    std::string description;

    Field field() const { return picture.field(); }
    MaskView mask_view() const
    {
        return {.width = mask.width, .height = mask.width, .weights = mask.weights.data()};
    }
};

struct Conv2d : Convolution<Conv2dInput> {
    static constexpr TopicInfo info{.name = "conv2d",
                                    .title = "convolution of a picture with a square mask",
                                    .folder = "convolution",
                                    .size = 4096,
                                    .emulator_size = 128};

    void add_options(OptionList& options);
    MemoryNeed memory(const Options& options) const;
    Input make_input(const Options& options) const;
    std::vector<Shown> shown_inputs(const Input& in) const;
    void hide(Input& in, HiddenArrays& arrays) const { arrays.movable(in.picture.samples); }
    void selftests(SelfTests<Conv2d>& tests) const;
    void write_output(const Output& out, const Input& in) const;

private:
    int mask_width_ = 5;
    std::string filter_ = "gauss", input_file_;
    std::size_t width_ = 0, height_ = 0;  // 0: as --size
    std::vector<std::string> output_files_;
};

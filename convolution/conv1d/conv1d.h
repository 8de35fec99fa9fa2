// conv1d: the convolution of a row of numbers with a mask.
//   out[i] = sum over j of mask[j] * in[i + j - mask.size() / 2], where in is zero outside
#pragma once

#include "convolution/convolution.h"

inline constexpr int kMostMask = 1023;  // weights

struct Conv1dInput {
    std::vector<float> numbers, mask;  // mask: an odd number of weights
    std::string description;

    Field field() const { return {.width = numbers.size(), .samples = numbers.data()}; }
    MaskView mask_view() const { return {.width = static_cast<int>(mask.size()), .weights = mask.data()}; }
};

struct Conv1d : Convolution<Conv1dInput> {
    static constexpr TopicInfo info{.name = "conv1d",
                                    .title = "convolution of n numbers with a mask",
                                    .folder = "convolution",
                                    .size = 1 << 24,
                                    .emulator_size = 1 << 14,
                                    .host_bytes = 3 * sizeof(float),
                                    .device_bytes = 2 * sizeof(float)};

    void add_options(OptionList& options);
    Input make_input(const Options& options) const;
    std::vector<Shown> shown_inputs(const Input& in) const;
    void hide(Input& in, HiddenArrays& arrays) const { arrays.movable(in.numbers); }
    void selftests(SelfTests<Conv1d>& tests) const;

private:
    int mask_width_ = 5;
};

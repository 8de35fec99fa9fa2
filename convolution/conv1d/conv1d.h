// conv1d: the convolution of a row of numbers with a mask.
#pragma once

#include "common/ladder.h"
#include "convolution/reference.h"

#include <string>
#include <vector>

inline constexpr int kMostMask = 1023;  // weights

struct Conv1d {
    using Numbers = std::vector<float>;
    using Mask = std::vector<float>;  // an odd number of weights

    struct Input {
        Numbers numbers;
        Mask mask;
        std::string description;

        Field field() const { return {.width = numbers.size(), .samples = numbers.data()}; }
        MaskView mask_view() const
        {
            return {.width = static_cast<int>(mask.size()), .height = 1, .weights = mask.data()};
        }
    };
    using Output = Numbers;
    // out[i] = sum over j of mask[j] * in[i + j - mask.size() / 2], where in is zero outside.
    using Version = Output (*)(const Numbers& in, const Mask& mask, Run& run);

    static constexpr TopicInfo info{.name = "conv1d",
                                    .title = "convolution of n numbers with a mask",
                                    .folder = "convolution",
                                    .size = 1 << 24,
                                    .emulator_size = 1 << 14};

    void add_options(OptionList& options);
    MemoryNeed memory(const Options& options) const;
    Input make_input(const Options& options) const;
    std::string describe(const Input& in) const { return in.description; }
    Output cpu(const Input& in) const;
    Output run(Version version, const Input& in, Run& run) const
    {
        return version(in.numbers, in.mask, run);
    }
    Verdict check(const Output& got, const Output& want, const Input& in, const Chain& chain) const;
    Verdict check_without_cpu(const Output& got, const Input& in, const Chain& chain) const;
    Work work(const Input& in) const;
    Figures figures(const Output& out) const;
    std::vector<SelfTest<Input>> selftests(int block) const;

private:
    int mask_width_ = 5;
};

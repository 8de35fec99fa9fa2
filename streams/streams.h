// stream: dst[i] += src[i], `repeat` times over; copied to the GPU, computed there, and copied back.
#pragma once

#include "common/ladder.h"

#include <string>
#include <vector>

struct Streaming {
    struct Input {
        std::vector<float> src, dst;  // n each
        int repeat;                   // additions per element
        int streams;                  // for the versions that have several
        std::string description;
    };
    using Output = std::vector<float>;  // dst afterwards

    static constexpr TopicInfo info{
        .name = "stream",
        .title = "copy and compute at once",
        .folder = "streams",
        .size = 1 << 26,
        .emulator_size = 1 << 14,
        .rate = Rate::operations,
        .operations = "add",
        .limit = "bound",
        .copies = true,
        // src, dst, the CPU's result, and pinned copies for the version and for its bound
        .host_bytes = 9 * sizeof(float),
        .device_bytes = 2 * sizeof(float)};

    void add_options(OptionList& options);
    Input make_input(const Options& options) const;
    std::size_t results(const Input& in) const { return in.dst.size(); }
    void cpu(const Input& in, std::size_t begin, std::size_t end, Output& result) const;
    // Bit by bit: the order of the additions to one element is the same everywhere.
    Verdict check(const Output& got, const Output& want, const Input& in) const;
    Work work(const Input& in) const;
    std::vector<Shown> shown_inputs(const Input& in) const;
    void hide(Input& in, HiddenArrays& arrays) const { arrays.movable(in.src), arrays.movable(in.dst); }
    Figures figures(const Output& dst) const;
    std::vector<std::string> remarks(const Output& got, const Input& in) const;
    void selftests(SelfTests<Streaming>& tests) const;

private:
    int repeat_ = 100, streams_ = 16;
};

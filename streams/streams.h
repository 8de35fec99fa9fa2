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

    using Version = Output (*)(const Input& in, Run& run);

    static constexpr TopicInfo info{.name = "stream",
                                    .title = "copy and compute at once",
                                    .folder = "streams",
                                    .size = 1 << 26,
                                    .emulator_size = 1 << 14,
                                    .rate = Rate::operations,
                                    .operations = "add",
                                    .limit = "bound",
                                    .copies = true};

    void add_options(OptionList& options);
    MemoryNeed memory(const Options& options) const;
    Input make_input(const Options& options) const;
    std::string describe(const Input& in) const { return in.description; }
    Output cpu(const Input& in) const;
    // Bit by bit: the order of the additions to one element is the same everywhere.
    Verdict check(const Output& got, const Output& want, const Input& in, const Chain& chain) const;
    Verdict check_without_cpu(const Output& got, const Input& in, const Chain& chain) const;
    Work work(const Input& in) const;
    Figures figures(const Output& dst) const;
    std::vector<std::string> remarks(const Output& got, const Input& in) const;
    std::vector<SelfTest<Input>> selftests(int block) const;

private:
    int repeat_ = 100;
    int streams_ = 16;
};

// saxpy: y = a x + y. The versions do different things to y, to show what a warp's accesses cost.
#pragma once

#include "common/ladder.h"

#include <string>
#include <vector>

struct Saxpy {
    struct Input {
        float a;
        std::vector<float> x, y;  // of n numbers each
        std::string description;
    };
    using Output = std::vector<float>;  // y afterwards

    // What a version does.
    enum class Task {
        AddAll,              // y = a x + y
        AddEven,             // the same, but only elements 0, 2, 4, ... of y change
        AddEvenSubtractOdd,  // y = a x + y where i is even, y = a x - y where it is odd
        AddThenSubtract,     // y = a x + y where i < n / 2, y = a x - y from there on
    };
    struct Version {
        Output (*function)(const Input& in, Run& run);
        Task task;
    };

    static constexpr TopicInfo info{.name = "saxpy",
                                    .title = "y = a x + y",
                                    .folder = "coalescing",
                                    .size = 1 << 26,
                                    .emulator_size = 1 << 16};

    void add_options(OptionList&) {}
    MemoryNeed memory(const Options& options) const;
    Input make_input(const Options& options) const;
    std::string describe(const Input& in) const { return in.description; }
    void cpu(const Version& version, const Input& in, Output& y) const;
    Output run(const Version& version, const Input& in, Run& run) const
    {
        return version.function(in, run);
    }
    Verdict check(const Output& got, const Output& want, const Input& in, const Chain& chain) const;
    Verdict check_without_cpu(const Version& version, const Output& got, const Input& in,
                              const Chain& chain) const;
    Work work(const Input& in) const;
    Figures figures(const Output& y) const;
    std::vector<SelfTest<Input>> selftests(int block) const;
};

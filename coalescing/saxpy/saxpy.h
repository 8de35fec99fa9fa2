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
                                    .emulator_size = 1 << 16,
                                    .host_bytes = 4 * sizeof(float),     // x, y, and the result twice
                                    .device_bytes = 3 * sizeof(float)};  // x, y, and y before

    Input make_input(const Options& options) const;
    std::size_t results(const Input& in) const { return in.y.size(); }
    void cpu(const Version& version, const Input& in, std::size_t begin, std::size_t end, Output& y) const;
    Output run(const Version& version, const Input& in, Run& run) const { return version.function(in, run); }
    Verdict check(const Output& got, const Output& want, const Input&) const;
    Work work(const Input& in) const  // x and y are read, y is written
    {
        return {.bytes = 3.0 * sizeof(float) * in.y.size(), .operations = 2.0 * in.y.size()};
    }
    std::vector<Shown> shown_inputs(const Input& in) const;
    void hide(Input& in, HiddenArrays& arrays) const { arrays.movable(in.x), arrays.movable(in.y); }
    Figures figures(const Output& y) const;
    void selftests(SelfTests<Saxpy>& tests) const;
};

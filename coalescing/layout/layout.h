// layout: n points move by the same step. A point has a place (x, y, z), and a weight w, which stays.
#pragma once

#include "common/ladder.h"

#include <string>
#include <vector>

struct Point {
    float x, y, z, w;
};

struct Layout {
    struct Input {
        std::vector<Point> points;
        std::string description;
    };
    using Output = std::vector<Point>;
    using Version = Output (*)(const Input& in, Run& run);

    // What a point moves by.
    static constexpr float kStepX = 0.25f, kStepY = -0.5f, kStepZ = 0.3f;

    static constexpr TopicInfo info{.name = "layout",
                                    .title = "move n points (x, y, z, w)",
                                    .folder = "coalescing",
                                    .size = 1 << 25,
                                    .emulator_size = 1 << 14};

    void add_options(OptionList&) {}
    MemoryNeed memory(const Options& options) const;
    Input make_input(const Options& options) const;
    std::string describe(const Input& in) const { return in.description; }
    void cpu(const Input& in, Output& moved) const;
    Verdict check(const Output& got, const Output& want, const Input& in, const Chain& chain) const;
    Verdict check_without_cpu(const Output& got, const Input& in, const Chain& chain) const;
    Work work(const Input& in) const;
    Figures figures(const Output& moved) const;
    std::vector<SelfTest<Input>> selftests(int block) const;
};

// vecadd: c = a + b.
#pragma once

#include "common/ladder.h"

#include <string>
#include <vector>

struct Vecadd {
    struct Input {
        std::vector<float> a, b;  // of n numbers each
        std::string description;
    };
    using Output = std::vector<float>;

    static constexpr TopicInfo info{.name = "vecadd",
                                    .title = "c = a + b",
                                    .folder = "coalescing",
                                    .size = 50000,
                                    .emulator_size = 50000,
                                    .host_bytes = 4 * sizeof(float),  // a, b, and c twice
                                    .device_bytes = 3 * sizeof(float)};

    Input make_input(const Options& options) const;
    std::size_t results(const Input& in) const { return in.a.size(); }
    void cpu(const Input& in, std::size_t begin, std::size_t end, Output& c) const;
    // A single addition is rounded correctly by every processor: the results are equal bit by bit.
    Verdict check(const Output& got, const Output& want, const Input&) const;
    Work work(const Input& in) const
    {
        return {.bytes = 3.0 * sizeof(float) * in.a.size(), .operations = 1.0 * in.a.size()};
    }
    std::vector<Shown> shown_inputs(const Input& in) const;
    void hide(Input& in, HiddenArrays& arrays) const { arrays.movable(in.a), arrays.movable(in.b); }
    Figures figures(const Output& c) const;
    void selftests(SelfTests<Vecadd>& tests) const;
};

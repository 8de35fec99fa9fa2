// count: n threads each add one to one counter.
#pragma once

#include "common/ladder.h"

#include <string>

struct Counter {
    struct Input {
        std::size_t n;
        std::string type;  // of the counter
        std::string description;
    };
    using Output = double;  // exact for each of the types: make_input() sees to it

    // A version counts in int; v3 in all three types.
    struct Version {
        int (*count)(std::size_t n, Run& run);
        float (*count_float)(std::size_t n, Run& run) = nullptr;
        double (*count_double)(std::size_t n, Run& run) = nullptr;
    };
    static constexpr TopicInfo info{.name = "count",
                                    .title = "n threads each add one to one counter",
                                    .folder = "counter",
                                    .size = 1 << 24,
                                    .emulator_size = 1 << 16,
                                    .rate = Rate::operations,
                                    .operations = "adds"};

    void add_options(OptionList& options);
    Input make_input(const Options& options) const;
    Output cpu(const Input& in) const;
    Output run(const Version& version, const Input& in, Run& run) const;
    Verdict check(Output got, const Input& in) const;
    Work work(const Input& in) const { return {.bytes = 8, .operations = double(in.n)}; }
    Figures figures(Output count) const;
    void selftests(SelfTests<Counter>& tests) const;

private:
    std::string type_ = "int";
};

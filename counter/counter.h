// count: n threads each add one to one counter.
#pragma once

#include "common/ladder.h"

#include <cstdint>
#include <string>
#include <vector>

struct Counter {
    enum class Type { Int, Float, Double };

    struct Input {
        std::size_t n;
        Type type;
    };
    using Output = double;  // exact for each of the types: see most_countable()

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
    MemoryNeed memory(const Options& options) const;
    Input make_input(const Options& options) const;
    std::string describe(const Input& in) const;
    Output cpu(const Input& in) const;
    Output run(const Version& version, const Input& in, Run& run) const;
    Verdict check(Output got, Output want, const Input& in, const Chain& chain) const;
    Verdict check_without_cpu(Output got, const Input& in, const Chain& chain) const;
    Work work(const Input& in) const;
    Figures figures(Output count) const;
    std::vector<SelfTest<Input>> selftests(int block) const;

private:
    Type type_ = Type::Int;
};

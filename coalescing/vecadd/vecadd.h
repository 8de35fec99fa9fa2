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
    using Version = Output (*)(const Input& in, Run& run);

    static constexpr TopicInfo info{.name = "vecadd",
                                    .title = "c = a + b",
                                    .folder = "coalescing",
                                    .size = 50000,
                                    .emulator_size = 50000};

    void add_options(OptionList&) {}
    MemoryNeed memory(const Options& options) const;
    Input make_input(const Options& options) const;
    std::string describe(const Input& in) const { return in.description; }
    void cpu(const Input& in, Output& c) const;
    Verdict check(const Output& got, const Output& want, const Input& in, const Chain& chain) const;
    Verdict check_without_cpu(const Output& got, const Input& in, const Chain& chain) const;
    Work work(const Input& in) const;
    Figures figures(const Output& c) const;
    std::vector<SelfTest<Input>> selftests(int block) const;
};

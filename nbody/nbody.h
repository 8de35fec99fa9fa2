// nbody: all bodies attract each other.
#pragma once

#include "bodies.h"
#include "common/ladder.h"
#include "gravity.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

struct NBody {
    // The bodies that a check holds a step against, and the exact pulls at them.
    struct Reference {
        std::vector<std::size_t> which;
        std::size_t heaviest = 0;  // so many, in front, are the heaviest; the others are all, or random ones
        std::vector<Pull> pulls;
    };
    struct Input {
        Bodies bodies;
        int steps = 1;
        std::string description;
        Reference reference;           // of the first step, if there are no more than two
        std::optional<double> energy;  // at the start; none if that takes too long

        int size() const { return static_cast<int>(bodies.size()); }
    };
    // The state before the last step, and the state after it. The CPU's reference may do less than the GPU: its
    // first bodies and one step only.
    struct Output {
        Bodies before, after;
        int steps = 0;
    };
    using Version = Output (*)(const Input&, Run&);

    static constexpr TopicInfo info{.name = "nbody",
                                    .title = "all-pairs gravity",
                                    .folder = "nbody",
                                    .size = 128 * 1024,
                                    .emulator_size = 512,
                                    .rate = Rate::operations,
                                    .operations = "FLOP",
                                    .unit = "interaction",
                                    .operations_per_unit = 20};

    void add_options(OptionList& options);
    MemoryNeed memory(const Options& options) const;
    Input make_input(const Options& options) const;
    std::string describe(const Input& in) const { return in.description; }
    Output cpu(const Input& in) const;
    double cpu_share(const Input& in) const;
    Verdict check(const Output& got, const Output& want, const Input& in, const Chain& chain) const;
    Verdict check_without_cpu(const Output& got, const Input& in, const Chain& chain) const;
    Work work(const Input& in) const;
    Figures figures(const Output& out) const;
    std::vector<std::string> remarks(const Output& got, const Input& in) const;
    std::vector<SelfTest<Input>> selftests(int block) const;
    void write_output(const Output& out) const;

private:
    std::string dist_ = "uniform";
    int steps_ = 2;
    std::string input_file_;
    std::vector<std::string> output_files_;
};

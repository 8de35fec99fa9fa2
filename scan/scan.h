// scan: the prefix sums of n numbers, inclusive (out[i] = v[0] + ... + v[i]) or exclusive (out[i] = v[0] +
// ... + v[i - 1], out[0] = 0).
#pragma once

#include "common/ladder.h"

#include <string>
#include <variant>
#include <vector>

struct Scan {
    // The int sums wrap modulo 2^32. Unsigned arithmetic is defined to do so, int arithmetic is not: the
    // versions add unsigned numbers, and only the printed results are read as ints.
    using Ints = std::vector<unsigned>;
    using Floats = std::vector<float>;
    using Output = std::variant<Ints, Floats>;
    struct Input {
        Output numbers;
        bool exclusive;
        std::string description;
    };
    using Version =
        OneOf<Ints(const Ints& v, bool exclusive, Run&), Floats(const Floats& v, bool exclusive, Run&)>;

    static constexpr TopicInfo info{.name = "scan",
                                    .title = "prefix sums of n numbers",
                                    .folder = "scan",
                                    .size = 1 << 24,
                                    .emulator_size = 1 << 15,
                                    .host_bytes = 3 * sizeof(float),
                                    .device_bytes = 2 * sizeof(float)};

    void add_options(OptionList& options);
    Input make_input(const Options& options) const;
    Output cpu(const Input& in) const;
    Output without_cpu(const Input& in) const { return cpu(in); }  // takes about as long as to make the input
    Output run(const Version& version, const Input& in, Run& run) const;
    Verdict check(const Output& got, const Output& want, const Input& in, const Chain& chain) const;
    Work work(const Input& in) const;
    std::vector<Shown> shown_inputs(const Input& in) const;
    void hide(Input& in, HiddenArrays& arrays) const;
    Figures figures(const Output& sums) const;
    std::vector<std::string> remarks(const Output& got, const Input& in) const;
    void selftests(SelfTests<Scan>& tests) const;

private:
    std::string type_ = "int";
    std::string dist_ = "uniform";
    bool exclusive_ = false;
};

// reduce: the sum of n numbers.
#pragma once

#include "common/ladder.h"

#include <numeric>
#include <string>
#include <variant>
#include <vector>

struct Reduction {
    // The int sum wraps modulo 2^32. Unsigned arithmetic is defined to do so, int arithmetic is not: the
    // versions add unsigned numbers, and only the printed result is read as an int.
    struct Input {
        double n;  // how many numbers
        std::variant<std::vector<unsigned>, std::vector<float>, std::vector<double>> numbers;
        std::string description;
    };
    using Output = std::variant<unsigned, float, double>;
    using Version = OneOf<unsigned(const std::vector<unsigned>&, Run&),
                          float(const std::vector<float>&, Run&), double(const std::vector<double>&, Run&)>;

    // What a sum is held against.
    struct Exact : ExactSum {
        unsigned wrapped = 0;  // the sum of ints
    };

    static constexpr TopicInfo info{.name = "reduce",
                                    .title = "sum of n numbers",
                                    .folder = "reduction",
                                    .size = 4 << 20,
                                    .emulator_size = 1 << 16};

    void add_options(OptionList& options);
    MemoryNeed memory(const Options& options) const;
    Input make_input(const Options& options) const;
    Output cpu(const Input& in) const;
    Exact exact(const Input& in) const;
    Output run(const Version& version, const Input& in, Run& run) const;
    Verdict check(const Output& got, const Exact& want, const Input& in, const Chain& chain) const;
    Work work(const Input& in) const;
    std::vector<Shown> shown_inputs(const Input& in) const;
    void hide(Input& in, HiddenArrays& arrays) const;
    Figures figures(const Output& sum) const;
    std::vector<std::string> remarks(const Output& got, const Input& in) const;
    void selftests(SelfTests<Reduction>& tests) const;

private:
    std::string type_ = "int", dist_ = "lecture";
};

// Stage 2 of v1 to v3, and the sequential reference: adds from the first to the last.
template <class T>
T sum_on_cpu(const std::vector<T>& v)
{
    return std::accumulate(v.begin(), v.end(), T{0});
}

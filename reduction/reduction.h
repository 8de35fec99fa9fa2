// reduce: the sum of n numbers.
#pragma once

#include "common/ladder.h"

#include <cstdint>
#include <numeric>
#include <string>
#include <variant>
#include <vector>

struct Reduction {
    // The int sum wraps modulo 2^32. That is what unsigned arithmetic is defined to do, and int is not: so
    // the versions add unsigned numbers, and only the printed result is read as an int.
    template <class T>
    using Numbers = std::vector<T>;

    struct Input {
        std::variant<Numbers<unsigned>, Numbers<float>, Numbers<double>> numbers;
        std::string description;
        // For float and double: the sum in higher precision, and the sum of the absolute values (for the
        // error bound).
        double exact = 0, absolute = 0;
    };
    using Output = std::variant<unsigned, float, double>;

    struct Version {
        unsigned (*sum_int)(const Numbers<unsigned>& v, Stopwatch& clock);
        float (*sum_float)(const Numbers<float>& v, Stopwatch& clock);
        double (*sum_double)(const Numbers<double>& v, Stopwatch& clock);
    };

    static constexpr TopicInfo info{.name = "reduce",
                                    .title = "sum of n numbers",
                                    .folder = "reduction",
                                    .size = 4 << 20,
                                    .emulator_size = 1 << 16};

    void add_options(CLI::App& app);
    MemoryNeed memory(const Options& options) const;
    Input make_input(const Options& options) const;
    std::string describe(const Input& in) const { return in.description; }
    Output cpu(const Input& in) const;
    Output run(const Version& version, const Input& in, Stopwatch& clock) const;
    Verdict check(const Output& got, const Output& want, const Input& in, const Stopwatch& clock) const;
    Verdict check_without_cpu(const Output& got, const Input& in, const Stopwatch& clock) const;
    Work work(const Input& in) const;
    Ladder::Figures figures(const Output& sum) const;
    std::vector<std::string> remarks(const Output& got, const Input& in) const;
    std::vector<SelfTest<Input>> selftests(int block) const;

private:
    std::string type_ = "int";
    std::string dist_ = "lecture";
};

// Stage 2 of v1 to v3, and the sequential reference: adds from the first to the last.
template <class T>
T sum_on_cpu(const std::vector<T>& v)
{
    return std::accumulate(v.begin(), v.end(), T{0});
}

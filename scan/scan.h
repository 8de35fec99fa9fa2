// scan: the prefix sums of n numbers, inclusive (out[i] = v[0] + ... + v[i]) or exclusive (out[i] = v[0] + ... +
// v[i - 1], out[0] = 0).
#pragma once

#include "common/ladder.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

struct Scan {
    // The int sums wrap modulo 2^32. That is what unsigned arithmetic is defined to do, and int is not: so the
    // versions add unsigned numbers, and only the printed results are read as ints.
    template <class T>
    struct Problem {
        std::vector<T> numbers;
        bool exclusive;
    };

    struct Input {
        std::variant<Problem<unsigned>, Problem<float>> problem;
        std::string description;
    };
    using Output = std::variant<std::vector<unsigned>, std::vector<float>>;

    struct Version {
        std::vector<unsigned> (*scan_int)(const Problem<unsigned>& in, Run& run);
        std::vector<float> (*scan_float)(const Problem<float>& in, Run& run);
    };

    static constexpr TopicInfo info{.name = "scan",
                                    .title = "prefix sums of n numbers",
                                    .folder = "scan",
                                    .size = 1 << 24,
                                    .emulator_size = 1 << 15};

    void add_options(OptionList& options);
    MemoryNeed memory(const Options& options) const;
    Input make_input(const Options& options) const;
    std::string describe(const Input& in) const { return in.description; }
    Output cpu(const Input& in) const;
    Output run(const Version& version, const Input& in, Run& run) const;
    Verdict check(const Output& got, const Output& want, const Input& in, const Chain& chain) const;
    Verdict check_without_cpu(const Output& got, const Input& in, const Chain& chain) const;
    Work work(const Input& in) const;
    Figures figures(const Output& sums) const;
    std::vector<std::string> remarks(const Output& got, const Input& in) const;
    std::vector<SelfTest<Input>> selftests(int block) const;

private:
    std::string type_ = "int";
    std::string dist_ = "uniform";
    bool exclusive_ = false;
};

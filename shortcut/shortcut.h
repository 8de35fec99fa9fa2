// shortcut: r[i][j] = min over k of d[i][k] + d[k][j], the (min, +) product of a matrix with itself. If
// d[i][j] is the price of the direct train from i to j, r[i][j] is that of the cheapest journey with one
// change.
//
// Every float is a weight: negative ones, and +infinity where there is no train. A result is the minimum of
// IEEE 754-2019: NaN if one of its n sums is NaN. So a NaN at d[a][b] reaches row a and column b of r and
// nothing else; and where +infinity meets -infinity, the sum, and so the result, is NaN.
#pragma once

#include "common/ladder.h"
#include "minimum.h"

#include <string>
#include <vector>

struct Shortcut {
    struct Input {
        std::size_t n = 0;
        std::vector<float> d;  // n x n, row by row
        std::string description;
    };
    using Output = std::vector<float>;  // r, likewise

    static constexpr TopicInfo info{.name = "shortcut",
                                    .title = "(min, +) product of a matrix with itself",
                                    .folder = "shortcut",
                                    .size = 4000,
                                    .emulator_size = 64,
                                    .rate = Rate::operations,
                                    .operations = "step"};

    void add_options(OptionList& options);
    MemoryNeed memory(const Options& options) const;
    Input make_input(const Options& options) const;
    Output cpu(const Input& in) const;
    Output without_cpu(const Input& in) const;  // the same in tiles, on all cores and their vector units
    Output run(const VersionOf<Shortcut>& version, const Input& in, Run& run) const;
    Verdict check(const Output& got, const Output& want, const Input& in) const;
    Work work(const Input& in) const;
    std::vector<Shown> shown_inputs(const Input& in) const;
    void hide(Input& in, HiddenArrays& arrays) const { arrays.movable(in.d); }
    Figures figures(const Output& r) const;
    void selftests(SelfTests<Shortcut>& tests) const;

private:
    std::string dist_ = "uniform";
};

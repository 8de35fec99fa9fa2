// shortcut: r[i][j] = min over k of d[i][k] + d[k][j], the (min, +) product of a matrix with itself: what the best
// way from i to j costs that changes trains once, if d[i][j] is the direct train's price.
//
// Every float is a weight: negative ones, and +infinity where there is no train. A result is the minimum of IEEE
// 754-2019: NaN if one of its n sums is NaN. So a NaN at d[a][b] reaches row a and column b of r and nothing
// else; and where +infinity meets -infinity, the sum, and so the result, is NaN.
#pragma once

#include "common/ladder.h"
#include "minimum.h"

#include <cstddef>
#include <string>
#include <vector>

struct Shortcut {
    using Matrix = std::vector<float>;  // n x n, row by row

    struct Input {
        std::size_t n = 0;
        Matrix d;
        std::string description;
        mutable Matrix wanted;  // what check_without_cpu() works out at its first call, for the next ones
    };
    using Output = Matrix;
    using Version = Output (*)(const Matrix& d, std::size_t n, Run& run);

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
    std::string describe(const Input& in) const { return in.description; }
    Output cpu(const Input& in) const;
    Output run(Version version, const Input& in, Run& run) const;
    Verdict check(const Output& got, const Output& want, const Input& in, const Chain& chain) const;
    Verdict check_without_cpu(const Output& got, const Input& in, const Chain& chain) const;
    Work work(const Input& in) const;
    Figures figures(const Output& r) const;
    std::vector<SelfTest<Input>> selftests(int block) const;

private:
    std::string dist_ = "uniform";
};

// The same product with all cores and their vector units, in tiles: for checks at sizes where the triple loop takes
// minutes. d is n x n.
Shortcut::Matrix product_on_all_cores(const Shortcut::Matrix& d, std::size_t n);

// The blocks that cover n x n results, each width x height of them. Throws UsageError if a grid cannot be as high.
dim3 grid_of(std::size_t n, unsigned width, unsigned height);

// For versions whose block has a fixed shape: throws UsageError if --block asks for another number of threads.
void require_block(const Run& run, int threads);

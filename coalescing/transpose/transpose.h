// transpose: B = A^T, row-major fp32.
#pragma once

#include "common/ladder.h"

#include <string>
#include <vector>

struct Transpose {
    struct Input {
        std::size_t rows, columns;  // of A
        std::vector<float> a;
        std::string description;
    };
    using Output = std::vector<float>;  // B, (columns, rows)

    static constexpr TopicInfo info{.name = "transpose",
                                    .title = "transpose of a matrix",
                                    .folder = "coalescing",
                                    .size = 8192,
                                    .emulator_size = 256};

    void add_options(OptionList& options);
    MemoryNeed memory(const Options& options) const;
    Input make_input(const Options& options) const;
    std::size_t results(const Input& in) const { return in.a.size(); }
    void cpu(const Input& in, std::size_t begin, std::size_t end, Output& b) const;
    Verdict check(const Output& got, const Output& want, const Input& in) const;
    Work work(const Input& in) const { return {.bytes = 2.0 * sizeof(float) * in.a.size()}; }
    std::vector<Shown> shown_inputs(const Input& in) const;
    void hide(Input& in, HiddenArrays& arrays) const { arrays.whole(in.a); }
    Figures figures(const Output& b) const;
    void selftests(SelfTests<Transpose>& tests) const;

private:
    std::size_t rows(const Options& options) const { return rows_ ? rows_ : options.size; }

    std::size_t rows_ = 0;  // --rows; 0: as many as columns
};

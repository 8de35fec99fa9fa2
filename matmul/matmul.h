// matmul: C = A B, row-major fp32.
#pragma once

#include "common/ladder.h"
#include "product_check.h"

#include <string>
#include <vector>

struct Matmul {
    struct Input : Factors {
        std::string description;
    };
    using Output = std::vector<float>;  // C, (m, n)

    static constexpr TopicInfo info{.name = "matmul",
                                    .title = "product of two matrices",
                                    .folder = "matmul",
                                    .size = 1024,
                                    .emulator_size = 128,
                                    .rate = Rate::operations,
                                    .errors = true};

    void add_options(OptionList& options);
    MemoryNeed memory(const Options& options) const;
    Input make_input(const Options& options) const;
    Output cpu(const Input& in) const;
    ExactProduct exact(const Input& in) const { return exact_product(in); }
    FreivaldsTest without_cpu(const Input& in) const;
    Verdict check(const Output& got, const ExactProduct& want, const Input& in) const;
    Verdict check(const Output& got, const FreivaldsTest& test, const Input& in) const;
    Work work(const Input& in) const;
    std::vector<Shown> shown_inputs(const Input& in) const;
    void hide(Input& in, HiddenArrays& arrays) const { arrays.movable(in.a), arrays.movable(in.b); }
    Figures figures(const Output& c) const;
    void selftests(SelfTests<Matmul>& tests) const;

private:
    std::size_t rows(const Options& options) const { return m_ ? m_ : options.size; }
    std::size_t inner(const Options& options) const { return k_ ? k_ : options.size; }

    std::size_t m_ = 0, k_ = 0;  // --rows, --inner; 0: as n
};

// spmv: y = A x, for a sparse matrix A of float.
#pragma once

#include "check.h"
#include "common/ladder.h"
#include "csr.h"

struct Spmv {
    struct Input {
        Csr a;                 // (rows, columns)
        std::vector<float> x;  // columns; random, in [-1, 1)
        std::string description;
    };
    using Output = std::vector<float>;  // y, rows

    static constexpr TopicInfo info{.name = "spmv",
                                    .title = "sparse matrix times vector",
                                    .folder = "spmv",
                                    .size = 1 << 20,
                                    .emulator_size = 1 << 10};

    void add_options(OptionList& options);
    MemoryNeed memory(const Options& options) const;
    Input make_input(const Options& options) const;
    void cpu(const Input& in, Output& y) const;
    std::vector<ExactRow> exact(const Input& in) const { return exact_rows(in.a, in.x); }
    Verdict check(const Output& got, const std::vector<ExactRow>& exact, const Input& in,
                  const Chain& chain) const
    {
        return check_rows(got, in.a, exact, chain);
    }
    // Values, columns, row starts, x and y, each once. All versions are held against this, whatever their
    // format moves.
    Work work(const Input& in) const;
    std::vector<Shown> shown_inputs(const Input& in) const;
    // The host may convert the matrix to another format.
    void hide(Input& in, HiddenArrays& arrays) const { arrays.movable(in.a.value), arrays.movable(in.x); }
    Figures figures(const Output& y) const;
    void selftests(SelfTests<Spmv>& tests) const;

private:
    std::size_t rows(const Options& options) const { return rows_ ? rows_ : options.size; }

    std::string matrix_ = "laplace2d";
    std::string file_;
    std::size_t rows_ = 0;  // 0: --size
};

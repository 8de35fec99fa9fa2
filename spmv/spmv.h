// spmv: y = A x, for a sparse matrix A of float.
#pragma once

#include "check.h"
#include "common/ladder.h"
#include "csr.h"

#include <string>
#include <vector>

struct Spmv {
    struct Input {
        Csr a;                 // (rows, columns)
        std::vector<float> x;  // columns; random, in [-1, 1)
        std::string description;
        std::vector<ExactRow> exact;  // for the check
    };
    using Output = std::vector<float>;  // y, rows

    using Version = Output (*)(const Input& in, Run& run);

    static constexpr TopicInfo info{.name = "spmv",
                                    .title = "sparse matrix times vector",
                                    .folder = "spmv",
                                    .size = 1 << 20,
                                    .emulator_size = 1 << 10};

    void add_options(OptionList& options);
    MemoryNeed memory(const Options& options) const;
    Input make_input(const Options& options) const;
    std::string describe(const Input& in) const { return in.description; }
    Output cpu(const Input& in) const;
    Verdict check(const Output& got, const Output& want, const Input& in, const Chain& chain) const;
    Verdict check_without_cpu(const Output& got, const Input& in, const Chain& chain) const;
    // Values, columns, row starts, x and y, each once. All versions are held against this, whatever their format moves.
    Work work(const Input& in) const;
    Figures figures(const Output& y) const;
    std::vector<SelfTest<Input>> selftests(int block) const;

private:
    std::string matrix_ = "laplace2d";
    std::string file_;
    std::size_t rows_ = 0;  // 0: --size
};

// Seconds that changing the matrix's format takes on the host; run.note() gets them, since the harness times only
// what is done for every product.
class ConversionTimer {
public:
    explicit ConversionTimer(Run& run);
    void stop();

private:
    Run& clock_;
    double start_;
};

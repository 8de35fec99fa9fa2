// matmul_bf16: C = A B, row-major, A and B in bf16, sums in fp32, C in fp32 or bf16.
#pragma once

#include "common/ladder.h"
#include "matmul/product_check.h"

#include <cuda_bf16.h>

#include <string>
#include <vector>

using Bf16 = __nv_bfloat16;

struct MatmulBf16 {
    // Factors::a and b are the same numbers as floats, for the CPU.
    struct Input : Factors {
        std::vector<Bf16> bf16_a, bf16_b;  // what the GPU gets
        bool bf16_out = false;             // --out
        std::string description;
    };
    using Output = std::vector<float>;  // C, (m, n), also where the GPU computes it in bf16

    // A version computes C in either type.
    struct Version {
        std::vector<float> (*to_fp32)(const Input&, Run&);
        std::vector<Bf16> (*to_bf16)(const Input&, Run&);
    };
    Output run(const Version& version, const Input& in, Run& run) const;

    static constexpr TopicInfo info{.name = "matmul_bf16",
                                    .title = "product of two matrices of bf16, on tensor cores",
                                    .folder = "matmul",
                                    .size = 4096,
                                    .emulator_size = 256,  // the width of v5's tile
                                    .rate = Rate::tensor_operations,
                                    .errors = true};

    void add_options(OptionList& options);
    MemoryNeed memory(const Options& options) const;
    Input make_input(const Options& options) const;
    Output cpu(const Input& in) const;
    ExactProduct exact(const Input& in) const { return exact_product(in); }
    FreivaldsTest without_cpu(const Input& in) const { return FreivaldsTest(in, rounding_of(in)); }
    Verdict check(const Output& got, const ExactProduct& want, const Input& in) const
    {
        return check_product(got, want, in, rounding_of(in));
    }
    Verdict check(const Output& got, const FreivaldsTest& test, const Input& in) const
    {
        return test.check(got, in);
    }
    Work work(const Input& in) const;
    std::vector<Shown> shown_inputs(const Input& in) const;
    void hide(Input& in, HiddenArrays& arrays) const;
    Figures figures(const Output& c) const;
    void selftests(SelfTests<MatmulBf16>& tests) const;

private:
    std::size_t rows(const Options& options) const { return m_ ? m_ : options.size; }
    std::size_t inner(const Options& options) const { return k_ ? k_ : options.size; }
    static Rounding rounding_of(const Input& in);

    std::size_t m_ = 0, k_ = 0;  // --rows, --inner; 0: as n
    std::string out_ = "fp32";   // --out
};

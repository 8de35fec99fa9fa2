// matmul: C = A B, row-major fp32.
#pragma once

#include "common/ladder.h"
#include "product_check.h"

#include <memory>
#include <string>
#include <vector>

struct Matmul {
    struct Input {
        Factors factors;
        std::string description;
        // What the checks hold results against; made by the first check that needs it.
        mutable std::shared_ptr<const ExactProduct> exact = nullptr;
        mutable std::shared_ptr<const FreivaldsTest> freivalds = nullptr;
    };
    using Output = std::vector<float>;  // C, (m, n)
    using Version = Output (*)(const Factors& factors, Run& run);

    static constexpr TopicInfo info{.name = "matmul",
                                    .title = "product of two matrices",
                                    .folder = "matmul",
                                    .size = 1024,
                                    .emulator_size = 128,
                                    .rate = Rate::operations};

    void add_options(OptionList& options);
    MemoryNeed memory(const Options& options) const;
    Input make_input(const Options& options) const;
    std::string describe(const Input& in) const { return in.description; }
    Output cpu(const Input& in) const;
    Output run(Version version, const Input& in, Run& run) const
    {
        return version(in.factors, run);
    }
    Verdict check(const Output& got, const Output& want, const Input& in, const Chain& chain) const;
    Verdict check_without_cpu(const Output& got, const Input& in, const Chain& chain) const;
    Work work(const Input& in) const;
    Figures figures(const Output& c) const;
    std::vector<SelfTest<Input>> selftests(int block) const;

private:
    std::size_t m_ = 0, k_ = 0;  // -m, -k; 0: as n
};

// The grid for C, (m, n), cut into tiles of rows x columns elements. x counts the tiles across; y and z together
// count those downwards, as y alone ends at 65535.
dim3 grid_of_tiles(std::size_t m, std::size_t n, int rows, int columns);

// Throws UsageError if --block asks for another number of threads than this version's tile needs.
void require_block(const Run& run, int threads);

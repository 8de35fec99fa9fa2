#include "cases.h"

#include <gtest/gtest.h>

using emu::Access;
using emu::Space;

namespace {

// The case reports this at the line "here: <mark>".
void expect_at(const std::string& name, const std::string& mark, const std::string& what,
               const std::string& part)
{
    const cases::Outcome outcome = cases::run(name);
    std::string all;
    for (const emu::Report& report : outcome.reports) {
        all += report.text;
        if (report.what.rfind(what, 0) == 0 && report.line == cases::line_of(outcome, mark) &&
            report.text.find(part) != std::string::npos)
            return;
    }
    ADD_FAILURE() << name << ": no report \"" << what << "\" with \"" << part << "\", but\n" << all;
}

}  // namespace

TEST(Tensor, InstructionsAreCountedPerLineAndLaunch)
{
    const cases::Outcome outcome = cases::run("tensor_counts");
    EXPECT_EQ(outcome.errors, 0u);
    const emu::KernelCounters& kernel = outcome.counters.at(0);
    EXPECT_EQ(kernel.tensor_instructions(), 4u);  // of two warps, two each
    ASSERT_EQ(kernel.tensor_lines.size(), 1u);
    EXPECT_EQ(kernel.tensor_lines[0].line, cases::line_of(outcome, "multiply"));
    EXPECT_EQ(kernel.collectives, 0u);
    const emu::LineCounters loads = kernel.total(Space::global, Access::load);
    EXPECT_EQ(loads.requests, 8u);  // 4 of 4 bytes a lane, as nvcc makes of it
    EXPECT_EQ(loads.sectors, 64u);
    EXPECT_EQ(kernel.total(Space::global, Access::store).requests, 8u);  // 4 of 8 bytes
}

TEST(Tensor, SharedLoadsAreThoseOfLdmatrix)
{
    const cases::Outcome outcome = cases::run("tensor_shared_counts");
    EXPECT_EQ(outcome.errors, 0u);
    const emu::LineCounters loads = outcome.counters.at(0).total(Space::shared, Access::load);
    EXPECT_EQ(loads.requests, 1u);
    EXPECT_EQ(loads.bytes, 0);  // a sum of lines
    EXPECT_EQ(loads.ideal_wavefronts, 4u);
    EXPECT_EQ(loads.wavefronts, 32u);  // 8 rows, 128 bytes apart
}

TEST(Tensor, LanesMustNotBeMissing)
{
    const std::string missing = "Invalid load_matrix_sync: it is not executed by all 32 lanes";
    expect_at("tensor_lanes_returned", "load", missing, "lanes 16 to 31: returned before");
    expect_at("tensor_lanes_elsewhere", "load", missing, "lanes 8 to 31: waiting at __syncthreads()");
    expect_at("tensor_small_block", "load", missing,
              "lanes 20 to 31: the last warp of the block is not full");
}

TEST(Tensor, MatricesMustBeAligned)
{
    expect_at("tensor_wrong_pitch", "load", "Invalid load_matrix_sync: the pitch does not fit",
              "12 elements, 24 bytes");
    expect_at("tensor_misaligned_row", "row", "Invalid ldmatrix: a row is misaligned", "row 1 of matrix 0");
    expect_at("tensor_other_pointers", "load", "Invalid arguments: the lanes of a warp call load_matrix_sync",
              "lane 1 and lane 0");
}

TEST(Tensor, MatrixLoadsAreChecked)
{
    expect_at("tensor_unwritten_rows", "unwritten", "Uninitialized __shared__ memory read of size 4 bytes",
              "");
}

TEST(AsyncCopy, MustBeWaitedFor)
{
    const cases::Outcome outcome = cases::run("tensor_early_read");
    expect_at("tensor_early_read", "early", "Asynchronous copy not waited for: __shared__ read",
              "tensor_cases.cu:" + std::to_string(cases::line_of(outcome, "copy")));
    cases::expect_silent("tensor_read_in_time");
}

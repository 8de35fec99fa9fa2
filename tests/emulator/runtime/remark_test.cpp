#include "cases.h"

#include <gtest/gtest.h>

using cases::expect_remark;
using cases::expect_silent;
using cases::line_of;

namespace {

void expect_remark_at(const std::string& name, const std::string& mark, const std::string& what)
{
    const auto outcome = cases::run(name);
    EXPECT_EQ(outcome.errors, 0u) << name;
    ASSERT_EQ(outcome.remarks.size(), 1u) << name;
    EXPECT_EQ(outcome.remarks[0].what, what);
    EXPECT_EQ(outcome.remarks[0].line, line_of(outcome, mark)) << outcome.remarks[0].text;
}

}  // namespace

TEST(Remarks, RowsOfWhichTheWidthIsInElements)
{
    for (const char* name : {"upload_of_elements", "download_of_elements"})
        expect_remark(name, "cudaMemcpy2D copies only 24 of the 96 bytes of each row");
    expect_remark("array_upload", "cudaMemcpy2DToArray copies only 24 of the 96 bytes of each row");
    for (const char* name : {"copies_of_rows", "copies_of_rows_in_four_parts", "upload_of_a_part_of_rows",
                             "download_of_the_part_that_was_written"})
        expect_silent(name);
}

TEST(Remarks, ElementsThatCudaMemsetWasToSet)
{
    for (const char* name : {"ints_of_one", "floats_of_one"})
        expect_remark_at(name, "kernel_reads_filled",
                         "The kernel reads an element that is 0x01010101, not 1");
    expect_remark_at("ints_of_the_largest", "kernel_reads_filled",
                     "The kernel reads an element that is 0xffffffff, not 2147483647");
    expect_remark("download_of_ones", "The host copies an element that is 0x01010101, not 1");
    expect_silent("fills_of_bytes");
}

TEST(Remarks, ACounterOfBlocksThatWasNotReset)
{
    expect_remark("blocks_not_counted_anew", "No block is the last one: this counter was not reset");
    expect_silent("blocks_counted_anew");
    expect_silent("blocks_counted_over_two_launches");
}

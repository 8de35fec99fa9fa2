#include "cases.h"

#include <gtest/gtest.h>

using cases::expect_remark;
using cases::expect_report;
using cases::expect_silent;

TEST(Unwritten, PoisonIsNotWritten)
{
    const auto outcome =
        expect_report("bins_without_zeros", "Uninitialized __global__ memory read of size 4 bytes",
                      {"Nothing was ever stored in element 0 of the array that ", "cudaMemset()"});
    EXPECT_EQ(outcome.reports.size(), 1u);
    expect_silent("bins_with_zeros");
}

TEST(Unwritten, ACopyOfNBytesLeavesThreeQuarters)
{
    expect_report("upload_of_n_bytes", "Uninitialized __global__ memory read of size 4 bytes",
                  {"element 64 of the array that ", "n * sizeof(element)"});
    expect_silent("upload_of_n_elements");
}

// The kernel has left its array: that the next one is not written is no mistake of its own.
TEST(Unwritten, AnAccessOutOfBoundsIsToldOnce)
{
    const auto outcome = expect_report("reads_far_past_the_end", "Invalid __global__ read of size 4 bytes");
    EXPECT_EQ(outcome.reports.size(), 1u) << outcome.reports.back().text;
    expect_silent("reads_that_reach_the_end");
}

TEST(Unwritten, CopiesToTheHostGiveARemark)
{
    expect_remark("download_of_unwritten_elements",
                  "104 of 256 elements were never written: the first is element 152 of the array that ");
    expect_remark("download_of_poison",
                  "1 of 256 elements was never written: the first is element 255 of the array that ");
    EXPECT_EQ(cases::results(), (std::vector<long>{254, -1}));
    expect_remark("download_of_unwritten_bytes",
                  "416 of 1024 bytes were never written: the first is byte 608 of the memory that ");
    expect_remark("download_of_unwritten_rows", "32 of 128 bytes were never written: ");
}

TEST(Unwritten, PaddingIsNeverWritten)
{
    expect_silent("copies_of_structs_with_padding");
    expect_report("a_float4_of_which_a_part_was_written",
                  "Uninitialized __global__ memory read of size 16 bytes");
    expect_report("copies_of_structs_that_nobody_wrote", "Uninitialized __global__ memory read of size ");
    expect_silent("download_of_padded_structs_of_unknown_size");
    expect_remark("download_without_the_last_element",
                  "4 of 1024 bytes were never written: the first is byte 1020 of the memory that ");
}

TEST(Unwritten, RightCopiesToTheHostAreSilent)
{
    for (const char* name :
         {"download_of_written_rows", "download_of_what_was_written", "download_of_padded_structs"})
        expect_silent(name);
}

TEST(Unwritten, TheLinesThatStoreIntoAnArrayAreKnown)
{
    const auto outcome = cases::run("stores_into_one_of_two_arrays");
    EXPECT_EQ(cases::results(), (std::vector<long>{1, 0, cases::line_of(outcome, "upload_of_n_bytes")}));
}

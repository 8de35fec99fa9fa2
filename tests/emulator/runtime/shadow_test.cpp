#include "cases.h"
#include "memory/clock.h"

#include <gtest/gtest.h>

using cases::expect_report;
using cases::expect_silent;
using cases::results;

TEST(Shadow, TakesFourTimesTheMemory)
{
    constexpr double kBytes = 4 << 20, kSlack = 256 << 10;  // slack: what the test itself needs
    for (const char* name : {"memory_of_uploaded_array", "memory_of_cleared_array"}) {
        expect_silent(name);
        ASSERT_EQ(results().size(), 2u);
        EXPECT_LE(double(results()[0]), (1 + 4) * kBytes + kSlack) << name;
        EXPECT_GE(double(results()[0]), (1 + 4) * kBytes - kSlack) << name << ": measures nothing?";
        EXPECT_LE(double(results()[1]), kSlack) << name << ": cudaFree() gives all of it back";
    }
}

TEST(Shadow, CopiesTellWhichBytesAreWritten)
{
    expect_silent("copies_of_written_bytes");
    expect_report("copy_of_an_unwritten_byte", "Uninitialized __global__ memory read of size 1 bytes");
    EXPECT_EQ(cases::run("copies_of_unwritten_bytes").errors, 6u * 6 * (1 + 2 + 3 + 4 + 31));
    expect_silent("bytes_around_a_copy");
}

namespace {

// The clock of synchronisations starts anew after nearly 2^28 of them. Here it does so after a few of a program's.
class Clock : public testing::TestWithParam<int> {
protected:
    ~Clock() override { emu::now = before_; }

    static void put_near_end() { emu::now = emu::kLastStamp - uint32_t(GetParam()); }
    static bool has_started_anew() { return emu::now < 1u << 20; }

private:
    uint32_t before_ = emu::now;
};

}  // namespace

TEST_P(Clock, MakesNothingUpWhenItStartsAnew)
{
    int anew = 0;
    for (const char* name :
         {"several_steps_with_barriers", "read_after_write_and_barrier", "warp_with_syncwarp", "last_block",
          "all_threads_publish_to_last_block", "decoupled_look_back", "blocks_wait_for_later_blocks",
          "grid_barriers", "lock_per_thread", "flag_between_warps", "read_of_global_written_by_a_kernel",
          "shared_memory_written_by_its_block", "copies_of_written_bytes"}) {
        put_near_end();
        expect_silent(name);
        anew += has_started_anew();
    }
    EXPECT_GE(anew, GetParam() == 0 ? 13 : 5);
}

TEST_P(Clock, StillFindsErrorsAfterwards)
{
    const std::string kRace = "Race reported between ";
    for (const char* name : {"read_after_write", "write_across_blocks", "warp_without_syncwarp",
                             "last_block_without_fence", "count_on_a_device_variable"}) {
        emu::now = emu::kLastStamp;
        expect_report(name, kRace);
        EXPECT_TRUE(has_started_anew()) << name;
    }
    put_near_end();
    expect_report("word_with_an_unwritten_byte", "Uninitialized __global__ memory read of size 4 bytes");
    put_near_end();
    expect_report("shared_memory_is_fresh_in_each_block", "Uninitialized __shared__ memory read");
}

INSTANTIATE_TEST_SUITE_P(After, Clock, testing::Values(0, 1, 2, 3, 4, 5, 7, 11, 20, 33, 57, 100));

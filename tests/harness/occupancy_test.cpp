#include "common/device/occupancy.h"

#include <gtest/gtest.h>

#include <string>

using namespace ladders;

namespace {

// A multiprocessor of compute capability 9.0.
constexpr MultiprocessorLimits kSm90{
    .threads = 2048, .blocks = 32, .registers = 65536, .shared_bytes = 233472, .shared_reserved_bytes = 1024};

Occupancy of(int block, int registers, int shared_bytes)
{
    return occupancy_of({.block = block, .registers = registers, .shared_bytes = shared_bytes}, kSm90);
}

TEST(Occupancy, SmallBlocksAreLimitedByTheNumberOfBlocks)
{
    EXPECT_DOUBLE_EQ(of(32, 32, 0).share, 0.5);
    EXPECT_EQ(std::string(of(32, 32, 0).limited_by), "blocks");
}

TEST(Occupancy, ThreeQuartersOfTheThreadsAreLeftIfTwoBlocksOf768FitAndAThirdDoesNot)
{
    EXPECT_DOUBLE_EQ(of(768, 32, 0).share, 0.75);
}

// 64 registers x 32 lanes = 2048 per warp: 8 warps of each scheduler's 16384.
TEST(Occupancy, SixtyFourRegistersHalveIt)
{
    EXPECT_DOUBLE_EQ(of(256, 64, 0).share, 0.5);
    EXPECT_EQ(std::string(of(256, 64, 0).limited_by), "registers");
}

// 33 registers x 32 = 1056, rounded up to 1280: 12 warps of each scheduler.
TEST(Occupancy, RegistersAreGivenInPortionsOf256PerWarp)
{
    EXPECT_EQ(of(128, 33, 0).warps, 48);
}

TEST(Occupancy, SharedMemoryLimitsTheBlocks)
{
    EXPECT_EQ(of(256, 32, 32768).blocks, 6);  // 6 x (32 + 1) KiB of 228 KiB
    EXPECT_EQ(std::string(of(256, 32, 32768).limited_by), "shared memory");
}

TEST(Occupancy, IsZeroIfABlockDoesNotFit)
{
    EXPECT_EQ(of(1024, 128, 0).blocks, 0);
}

}  // namespace

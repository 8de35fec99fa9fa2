#include "lessons.h"

namespace {

constexpr double kBf16Side = 256, kDepth = 64;
constexpr double kMultiplications = (kBf16Side / 16) * (kBf16Side / 16) * (kDepth / 16);  // of 16 x 16 x 16
constexpr double kStaging =
    kBf16Side * kBf16Side / 32;  // shared loads that bring the sums to C, of warps, in v1 to v4

const LadderRun& counted_bf16()
{
    static const LadderRun run("matmul_bf16 -m 256 -n 256 -k 64");
    return run;
}

double bytes_loaded(const std::string& version)
{
    return 512 * counted_bf16().of(version, "global_loads", "lanes") / 32;  // of 16-byte copies
}

TEST(Bf16Lessons, OneInstructionOfAWarpIs2048MultiplyAdds)
{
    for (const char* version : {"v1", "v2", "v3", "v4", "v5"})
        EXPECT_EQ(counted_bf16().of(version, "tensor_instructions"),
                  kBf16Side * kBf16Side * kDepth / (16 * 8 * 16))
            << version;
}

TEST(Bf16Lessons, V1LoadsBothTilesForEachMultiplication)
{
    EXPECT_EQ(counted_bf16().of("v1", "global_loads", "requests"), 8 * kMultiplications);  // 4 of A, 4 of B
    EXPECT_EQ(counted_bf16().sectors_per_request("v1", "global_loads"), 8);  // half of each is used
}

TEST(Bf16Lessons, V2LoadsEachTileOnceForFourWarps)
{
    EXPECT_EQ(bytes_loaded("v2"), 1024 * kMultiplications / 4);
    EXPECT_EQ(counted_bf16().of("v2", "global_loads", "sectors"),
              counted_bf16().of("v1", "global_loads", "sectors") / 8);
    EXPECT_EQ(counted_bf16().of("v2", "shared_loads", "requests"), 8 * kMultiplications + kStaging);
    EXPECT_EQ(counted_bf16().conflicts("v2", "shared_loads"), 1);
}

TEST(Bf16Lessons, V3Loads8FragmentsFor16Multiplications)
{
    EXPECT_EQ(counted_bf16().of("v3", "shared_loads", "requests"), 4 * 8 * kMultiplications / 16 + kStaging);
    EXPECT_EQ(bytes_loaded("v3"), bytes_loaded("v2") / 2);      // blocks of 128 x 128 in place of 64 x 64
    EXPECT_EQ(counted_bf16().of("v3", "barriers"), 4 * 2 * 2);  // two for each of two tiles, in 4 blocks
}

TEST(Bf16Lessons, V4CopiesTheSameAndWaitsAtOneBarrierPerTile)
{
    EXPECT_EQ(bytes_loaded("v4"), bytes_loaded("v3"));
    EXPECT_EQ(counted_bf16().of("v4", "shared_loads", "requests"),
              counted_bf16().of("v3", "shared_loads", "requests"));
    EXPECT_EQ(counted_bf16().of("v4", "barriers"), 4 * (2 + 1));  // the last one before the sums are stored
}

TEST(Bf16Lessons, V5LoadsFourMatricesByOneInstructionAndHasNoConflicts)
{
    // 8 instructions of 4 matrices for 16 multiplications.
    EXPECT_EQ(counted_bf16().of("v5", "shared_loads", "requests"), kMultiplications / 2);
    EXPECT_EQ(counted_bf16().of("v5", "shared_loads", "wavefronts"), 4 * kMultiplications / 2);
    EXPECT_EQ(counted_bf16().conflicts("v5", "shared_loads"), 1);
    EXPECT_EQ(counted_bf16().conflicts("v5", "shared_stores"), 1);
    EXPECT_GT(counted_bf16().conflicts("v4", "shared_stores"), 1);
}

TEST(Bf16Lessons, UnalignedRowsAreCopiedFirst)
{
    const LadderRun run("matmul_bf16 -m 64 -n 64 -k 60");
    for (const char* version : {"v1", "v2", "v5"})
        EXPECT_EQ(run.status(version), "ok") << version;
    // C, and A with rows of 64; B stays as it is.
    EXPECT_EQ(run.of("v2", "global_stores", "lanes"), 64 * 64 + 64 * 64);
}

}  // namespace

#include "lessons.h"

namespace {

constexpr double kSide = 128, kWarps = kSide * kSide / 32;
constexpr double kSteps = kWarps * kSide;             // multiply-adds, of warps
constexpr double kTilesOf64x8 = 4 * (kSide / 8) * 2;  // of v7 and v8, for each warp of the 4 blocks

const LadderRun& counted()
{
    static const LadderRun run("matmul");
    return run;
}

double shared_loads_per_step(const std::string& version)
{
    return counted().of(version, "shared_loads", "requests") / kSteps;
}

double wavefronts_per_step(const std::string& version)
{
    return counted().of(version, "shared_loads", "wavefronts") / kSteps;
}

TEST(Lessons, V1RefusesMoreThanOneBlockByName)
{
    expect_refused("matmul_v1 -n 33", 2, "v1 computes at most 32 x 32");
    EXPECT_EQ(counted().status("v1"), "refused");
    EXPECT_NE(counted().detail("v1").find("v1 computes at most 32 x 32"), std::string::npos);
    EXPECT_EQ(LadderRun("matmul_v1 -n 32").status("v1"), "ok");
}

TEST(Lessons, V2Moves32SectorsForALoadOfA)
{
    EXPECT_EQ(counted().of("v2", "global_loads", "requests"), 2 * kSteps);
    EXPECT_EQ(counted().of("v2", "global_loads", "sectors"), (32 + 1) * kSteps);  // of A, of B
    EXPECT_EQ(counted().of("v2", "global_stores", "sectors"), 32 * kWarps);
}

TEST(Lessons, V3Moves4SectorsForALoadOfB)
{
    EXPECT_EQ(counted().of("v3", "global_loads", "requests"), 2 * kSteps);
    EXPECT_EQ(counted().of("v3", "global_loads", "sectors"), (1 + 4) * kSteps);
    EXPECT_EQ(counted().of("v3", "global_stores", "sectors"), 4 * kWarps);
}

TEST(Lessons, V4LoadsFromGlobalMemoryFallByTheTileWidth)
{
    EXPECT_EQ(counted().of("v4", "global_loads", "requests"),
              counted().of("v3", "global_loads", "requests") / 32);
    EXPECT_EQ(counted().of("v4", "global_loads", "sectors"),
              4 * counted().of("v4", "global_loads", "requests"));
    EXPECT_EQ(shared_loads_per_step("v4"), 2);
    EXPECT_EQ(counted().conflicts("v4", "shared_loads"), 1);
    EXPECT_EQ(counted().of("v4", "barriers"), 16 * 2 * (kSide / 32));  // two per block and tile
}

TEST(Lessons, V5Needs9SharedLoadsFor8MultiplyAdds)
{
    EXPECT_EQ(shared_loads_per_step("v5"), 9.0 / 8);
    EXPECT_EQ(counted().of("v5", "global_loads", "requests"),
              counted().of("v4", "global_loads", "requests") / 2);
}

TEST(Lessons, V6Does64MultiplyAddsFrom16SharedLoads)
{
    EXPECT_EQ(shared_loads_per_step("v6"), 16.0 / 64);
    EXPECT_EQ(counted().of("v6", "global_loads", "requests"), counted().of("v5", "global_loads", "requests"));
    EXPECT_EQ(counted().conflicts("v6", "shared_loads"), 1);
}

TEST(Lessons, V7NeedsAQuarterOfTheRequests)
{
    for (const char* accesses : {"global_loads", "global_stores", "shared_loads"})
        EXPECT_EQ(counted().of("v7", accesses, "requests"), counted().of("v6", accesses, "requests") / 4)
            << accesses;
    EXPECT_EQ(shared_loads_per_step("v7"), 4.0 / 64);
    // For the same bytes of A and B; half of each sector of C is stored at a time.
    EXPECT_EQ(counted().of("v7", "global_loads", "sectors"), counted().of("v6", "global_loads", "sectors"));
    EXPECT_EQ(counted().of("v7", "global_stores", "sectors"),
              2 * counted().of("v6", "global_stores", "sectors"));
    EXPECT_EQ(counted().of("v7", "barriers"), counted().of("v6", "barriers"));
}

TEST(Lessons, V7HasBankConflicts)
{
    // Of the tiles' 4 loads for 64 multiply-adds, the 2 of B take 8 wavefronts each, and the 2 of A take 2.
    EXPECT_EQ(wavefronts_per_step("v7"), (2 * 8 + 2 * 2) / 64.0);
    EXPECT_GT(counted().conflicts("v7", "shared_loads"), 1.6);
    // Per tile and warp, 2 x 4 stores of A in 2 wavefronts where 1 would do, and 2 of B in 4.
    EXPECT_EQ(counted().of("v7", "shared_stores", "wavefronts"), kTilesOf64x8 * (8 * 2 + 2 * 4));
    EXPECT_EQ(counted().of("v7", "shared_stores", "ideal_wavefronts"), kTilesOf64x8 * (8 * 1 + 2 * 4));
}

TEST(Lessons, V8Needs8WavefrontsFor64MultiplyAdds)
{
    EXPECT_EQ(wavefronts_per_step("v6"), 16.0 / 64);
    EXPECT_EQ(wavefronts_per_step("v8"), 8.0 / 64);
    EXPECT_EQ(counted().conflicts("v8", "shared_loads"), 1);
    EXPECT_EQ(counted().conflicts("v8", "shared_stores"), 1);
    for (const char* accesses : {"global_loads", "global_stores", "shared_loads", "shared_stores"})
        EXPECT_EQ(counted().of("v8", accesses, "requests"), counted().of("v7", accesses, "requests"))
            << accesses;
    EXPECT_EQ(counted().of("v8", "global_stores", "sectors"), counted().of("v6", "global_stores", "sectors"));
    EXPECT_EQ(counted().of("v8", "barriers"), counted().of("v7", "barriers"));
}

TEST(Lessons, V9NeedsOneBarrierPerTile)
{
    EXPECT_EQ(counted().of("v8", "barriers"), 4 * 2 * (kSide / 8));  // two per block and tile
    EXPECT_EQ(counted().of("v9", "barriers"), 2 * (kSide / 16));
    EXPECT_EQ(counted().of("v9", "global_loads", "sectors"),
              16 * counted().of("v9", "global_loads", "requests"));
    EXPECT_EQ(counted().of("v9", "global_stores", "requests"), kWarps);  // one by one: see there
    EXPECT_EQ(shared_loads_per_step("v9"), 4.0 / 64);
    EXPECT_EQ(wavefronts_per_step("v9"), 8.0 / 64);
    EXPECT_EQ(counted().conflicts("v9", "shared_loads"), 1);
    EXPECT_EQ(counted().conflicts("v9", "shared_stores"), 1);
}

TEST(Lessons, V10TransposesAOnce)
{
    // Blocks of 64 x 128 here, 16 deep. The first kernel has 4 blocks of 8 warps, which load their part of A once.
    constexpr double kPatches = 4, kWarpsPerPatch = 8, kBlocks = 2;
    EXPECT_EQ(counted().of("v10", "barriers"), kPatches + kBlocks * (1 + kSide / 16));
    EXPECT_EQ(counted().of("v10", "shared_loads", "requests"),
              kSteps * 4 / 64 + kPatches * kWarpsPerPatch * 4);
    EXPECT_EQ(counted().conflicts("v10", "shared_loads"), 1);
    EXPECT_EQ(counted().conflicts("v10", "shared_stores"), 1);
    // The first kernel reads A once and multiply() every tile, both by 16 bytes per lane, as v9 does.
    EXPECT_EQ(counted().of("v10", "global_loads", "requests"),
              kSide * kSide / (4 * 32) + counted().of("v9", "global_loads", "requests"));
    EXPECT_EQ(counted().of("v10", "global_atomics", "lanes"), 0);
}

TEST(Lessons, V11DividesTheLastTiles)
{
    // 17 tiles of 128 x 128, and 16 blocks at a time: the last tile's 2 steps go to 2 blocks of 16. They add 52 rows.
    const LadderRun run("matmul_v11 -m 2100 -n 5 -k 40");
    EXPECT_EQ(run.status("v11"), "ok");
    EXPECT_EQ(run.of("v11", "global_atomics", "lanes"), 2 * 52 * 5);
    // Nothing is divided where there is no wave before the last one.
    EXPECT_EQ(counted().of("v11", "global_atomics", "lanes"), 0);
    EXPECT_EQ(counted().of("v11", "global_loads", "requests"),
              counted().of("v10", "global_loads", "requests"));
}

TEST(Lessons, NoVersionIsReported)
{
    // Tiles that are not full, rows of whole float4, and the last one so wide that v10 and v11 take their large tiles.
    for (const char* sizes : {"-m 33 -n 70 -k 41", "-m 64 -n 132 -k 20", "-m 3 -n 901 -k 9"}) {
        const LadderRun run(std::string("matmul ") + sizes);
        for (const char* version : {"v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11"}) {
            EXPECT_EQ(run.status(version), "ok") << sizes << ' ' << version;
            EXPECT_TRUE(run.reports(version).empty()) << sizes << ' ' << run.reports(version);
        }
    }
}

TEST(Lessons, V12Takes3TensorInstructionsFor16x8x8MultiplyAdds)
{
    EXPECT_EQ(counted().of("v12", "tensor_instructions"), 3 * kSide * kSide * kSide / (16 * 8 * 8));
    // A warp reads 64 x 8 of A and 8 x 32 of B for 64 x 32 x 8 multiply-adds, each element once, and splits it.
    EXPECT_EQ(shared_loads_per_step("v12"), (64.0 * 8 + 8 * 32) / (64 * 32 * 8));
    EXPECT_EQ(counted().conflicts("v12", "shared_loads"), 1);
    EXPECT_EQ(counted().of("v12", "barriers"), 2 * (kSide / 16));
    EXPECT_EQ(counted().sectors_per_request("v12", "global_stores"), 8);  // of 256 bytes
}

double error_of(const std::string& version)
{
    const nlohmann::json json = run_json_once("matmul");
    for (const auto& result : json.at("versions"))
        if (result.at("version") == version)
            return result.at("error");
    return -1;
}

TEST(Lessons, V12IsAsExactAsFp32)
{
    ASSERT_GT(error_of("v9"), 0);
    EXPECT_GT(error_of("v12"), 0);
    EXPECT_LT(error_of("v12"), error_of("v9"));
}

}  // namespace

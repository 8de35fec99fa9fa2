#include "lessons.h"

namespace {

constexpr double kSide = 128, kWarps = kSide * kSide / 32;
constexpr double kSteps = kWarps * kSide;  // multiply-adds, of warps

const LadderRun& counted()
{
    static const LadderRun run("matmul -n 128");
    return run;
}

double shared_loads_per_step(const std::string& version)
{
    return counted().of(version, "shared_loads", "requests") / kSteps;
}

TEST(Lessons, V1RefusesMoreThanOneBlockByName)
{
    const auto json = run_json_once("matmul -n 33");
    EXPECT_EQ(json["versions"][0]["status"], "refused");
    EXPECT_NE(json["versions"][0]["detail"].get<std::string>().find("v1 computes at most 32 x 32"),
              std::string::npos);
    EXPECT_EQ(run_json_once("matmul -n 32")["versions"][0]["status"], "ok");
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

TEST(Lessons, V7LoadsAndStores16BytesWithoutBankConflicts)
{
    EXPECT_EQ(counted().of("v7", "global_loads", "sectors"),
              16 * counted().of("v7", "global_loads", "requests"));
    EXPECT_EQ(counted().of("v7", "global_stores", "requests"), kWarps / 4);
    EXPECT_EQ(shared_loads_per_step("v7"), 4.0 / 64);
    EXPECT_EQ(counted().conflicts("v7", "shared_loads"), 1);
    // 16 values in 8 wavefronts where v6 needs 16: lanes that share addresses make up for the width.
    EXPECT_EQ(counted().of("v7", "shared_loads", "wavefronts"),
              counted().of("v6", "shared_loads", "wavefronts") / 2);
    EXPECT_EQ(counted().conflicts("v7", "shared_stores"), 1);
    EXPECT_EQ(counted().of("v7", "barriers"), 2 * (kSide / 16));  // one per block and tile
}

TEST(Lessons, NoVersionIsReported)
{
    for (const char* sizes : {"-m 33 -n 70 -k 41", "-m 64 -n 132 -k 20", "-m 3 -n 1541 -k 9", "-n 1"}) {
        const LadderRun run(std::string("matmul ") + sizes);
        for (const char* version : {"v2", "v3", "v4", "v5", "v6", "v7"}) {
            EXPECT_EQ(run.status(version), "ok") << sizes << ' ' << version;
            EXPECT_TRUE(run.reports(version).empty()) << sizes << ' ' << run.reports(version);
        }
    }
}

}  // namespace

#include "lessons.h"

#include <algorithm>
#include <map>

namespace {

constexpr double kRows = 1024;

const LadderRun& counted(const std::string& matrix)
{
    static std::map<std::string, LadderRun> runs;
    const auto found = runs.find(matrix);
    return found != runs.end() ? found->second
                               : runs.emplace(matrix, "spmv --matrix " + matrix).first->second;
}

double sectors_per_load(const LadderRun& run, const std::string& version)
{
    return run.of(version, "global_loads", "sectors") / run.of(version, "global_loads", "requests");
}

TEST(Lessons, V1ReadsFrom32Places)
{
    // Rows of 16 entries lie 64 bytes apart, and x is read anywhere.
    EXPECT_GT(sectors_per_load(counted("uniform"), "v1"), 25);
    EXPECT_LT(sectors_per_load(counted("uniform"), "v3"), 11);
}

TEST(Lessons, V1WaitsForTheLongestRow)
{
    EXPECT_GT(counted("uniform").of("v1", "active_threads_per_warp"), 30);
    EXPECT_LT(counted("powerlaw").of("v1", "active_threads_per_warp"), 10);
}

TEST(Lessons, V2CoalescesButLeavesLanesIdleInShortRows)
{
    EXPECT_LT(sectors_per_load(counted("banded"), "v2"), 2);
    EXPECT_LT(counted("laplace2d").lanes_per_request("v2", "global_loads"), 20);
    EXPECT_GT(counted("laplace2d").of("v2", "global_loads", "requests"),
              8 * counted("laplace2d").of("v1", "global_loads", "requests"));
}

TEST(Lessons, V2SharesLongRowsOutInTurnsAndAddsUpWithoutAtomics)
{
    // Were each lane given a piece of its own, these would be 5.4 and 2.2.
    EXPECT_LT(sectors_per_load(counted("powerlaw"), "v2"), 4.2);
    EXPECT_LT(sectors_per_load(counted("dense_row"), "v2"), 1.8);
    for (const std::string matrix : {"laplace2d", "uniform", "banded", "powerlaw", "dense_row"})
        EXPECT_EQ(counted(matrix).of("v2", "global_atomics", "requests"), 0) << matrix;
}

TEST(Lessons, V3PadsEveryRowToTheLongest)
{
    // One load of a column per place; a dense row makes 1024 places of each row.
    EXPECT_LT(counted("uniform").of("v3", "global_loads", "requests"),
              counted("uniform").of("v1", "global_loads", "requests"));
    EXPECT_GT(counted("dense_row").of("v3", "global_loads", "requests"), kRows / 32 * kRows);
    EXPECT_GT(counted("dense_row").of("v3", "global_loads", "requests"),
              50 * counted("dense_row").of("v4", "global_loads", "requests"));
}

TEST(Lessons, V4HasAnAtomicPerEntryAndPerfectBalance)
{
    for (const std::string matrix : {"uniform", "powerlaw", "dense_row"}) {
        EXPECT_EQ(counted(matrix).of("v4", "global_loads", "lanes"),
                  4 * counted(matrix).of("v4", "global_atomics", "lanes"));
        EXPECT_GT(counted(matrix).of("v4", "active_threads_per_warp"), 31.9);
    }
    EXPECT_EQ(counted("uniform").of("v4", "global_atomics", "lanes"), 16 * kRows);
    EXPECT_GT(counted("uniform").same_address_degree("v4", "global_atomics"), 15);
}

TEST(Lessons, V5LeavesOnlyTheLongRowsToAtomics)
{
    EXPECT_EQ(counted("laplace2d").of("v5", "global_atomics", "lanes"), 0);
    EXPECT_EQ(counted("dense_row").of("v5", "global_atomics", "lanes"), kRows - 4);
    EXPECT_LT(counted("powerlaw").of("v5", "global_loads", "requests"),
              counted("powerlaw").of("v3", "global_loads", "requests") / 5);
}

TEST(Lessons, V6HasHardlyAnyPaddingAndAtomics)
{
    for (const std::string matrix : {"laplace2d", "uniform", "banded", "powerlaw", "dense_row"}) {
        EXPECT_GT(counted(matrix).of("v6", "active_threads_per_warp"), 31);
        EXPECT_LT(counted(matrix).of("v6", "global_atomics", "lanes"),
                  std::max(1.0, counted(matrix).of("v5", "global_atomics", "lanes") / 50));
    }
    EXPECT_LT(counted("powerlaw").of("v6", "global_loads", "requests"),
              counted("powerlaw").of("v5", "global_loads", "requests"));
}

TEST(Lessons, NoVersionIsReported)
{
    for (const std::string matrix : {"laplace2d", "uniform", "banded", "powerlaw", "dense_row"})
        for (const char* version : {"v1", "v2", "v3", "v4", "v5", "v6"}) {
            EXPECT_EQ(counted(matrix).status(version), "ok") << matrix;
            EXPECT_TRUE(counted(matrix).reports(version).empty())
                << matrix << counted(matrix).reports(version);
        }
}

}  // namespace

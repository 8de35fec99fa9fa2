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

TEST(SpmvLessons, V1ReadsFrom32Places)
{
    // Rows of 16 entries lie 64 bytes apart, and x is read anywhere.
    EXPECT_GT(sectors_per_load(counted("uniform"), "v1"), 25);
    EXPECT_LT(sectors_per_load(counted("uniform"), "v3"), 11);
}

TEST(SpmvLessons, V1WaitsForTheLongestRow)
{
    EXPECT_GT(counted("uniform").of("v1", "active_threads_per_warp"), 30);
    EXPECT_LT(counted("powerlaw").of("v1", "active_threads_per_warp"), 10);
}

TEST(SpmvLessons, V2CoalescesButLeavesLanesIdleInShortRows)
{
    EXPECT_LT(sectors_per_load(counted("banded"), "v2"), 2);
    EXPECT_LT(counted("laplace2d").lanes_per_request("v2", "global_loads"), 20);
    EXPECT_GT(counted("laplace2d").of("v2", "global_loads", "requests"),
              8 * counted("laplace2d").of("v1", "global_loads", "requests"));
}

TEST(SpmvLessons, V2SharesLongRowsOutInTurnsAndAddsUpWithoutAtomics)
{
    // Were each lane given a piece of its own, these would be 5.4 and 2.2.
    EXPECT_LT(sectors_per_load(counted("powerlaw"), "v2"), 4.2);
    EXPECT_LT(sectors_per_load(counted("dense_row"), "v2"), 1.8);
    for (const std::string matrix : {"laplace2d", "uniform", "banded", "powerlaw", "dense_row"})
        EXPECT_EQ(counted(matrix).of("v2", "global_atomics", "requests"), 0) << matrix;
}

TEST(SpmvLessons, V3PadsEveryRowToTheLongest)
{
    // One load of a column per place; a dense row makes 1024 places of each row.
    EXPECT_LT(counted("uniform").of("v3", "global_loads", "requests"),
              counted("uniform").of("v1", "global_loads", "requests"));
    EXPECT_GT(counted("dense_row").of("v3", "global_loads", "requests"), kRows / 32 * kRows);
    EXPECT_GT(counted("dense_row").of("v3", "global_loads", "requests"),
              50 * counted("dense_row").of("v4", "global_loads", "requests"));
}

TEST(SpmvLessons, V4HasAnAtomicPerEntryAndPerfectBalance)
{
    for (const std::string matrix : {"uniform", "powerlaw", "dense_row"}) {
        EXPECT_EQ(counted(matrix).of("v4", "global_loads", "lanes"),
                  4 * counted(matrix).of("v4", "global_atomics", "lanes"));
        EXPECT_GT(counted(matrix).of("v4", "active_threads_per_warp"), 31.9);
    }
    EXPECT_EQ(counted("uniform").of("v4", "global_atomics", "lanes"), 16 * kRows);
    EXPECT_GT(counted("uniform").same_address_degree("v4", "global_atomics"), 15);
}

TEST(SpmvLessons, V5LeavesOnlyTheLongRowsToAtomics)
{
    EXPECT_EQ(counted("laplace2d").of("v5", "global_atomics", "lanes"), 0);
    EXPECT_EQ(counted("dense_row").of("v5", "global_atomics", "lanes"), kRows - 4);
    EXPECT_LT(counted("powerlaw").of("v5", "global_loads", "requests"),
              counted("powerlaw").of("v3", "global_loads", "requests") / 5);
}

TEST(SpmvLessons, V6HasHardlyAnyPaddingAndAtomics)
{
    for (const std::string matrix : {"laplace2d", "uniform", "banded", "powerlaw", "dense_row"}) {
        EXPECT_GT(counted(matrix).of("v6", "active_threads_per_warp"), 31);
        EXPECT_LT(counted(matrix).of("v6", "global_atomics", "lanes"),
                  std::max(1.0, counted(matrix).of("v5", "global_atomics", "lanes") / 50));
    }
    EXPECT_LT(counted("powerlaw").of("v6", "global_loads", "requests"),
              counted("powerlaw").of("v5", "global_loads", "requests"));
}

TEST(SpmvLessons, NoVersionIsReported)
{
    for (const std::string matrix : {"laplace2d", "uniform", "banded", "powerlaw", "dense_row"})
        for (const char* version : {"v1", "v2", "v3", "v4", "v5", "v6"}) {
            EXPECT_EQ(counted(matrix).status(version), "ok") << matrix;
            EXPECT_TRUE(counted(matrix).reports(version).empty())
                << matrix << counted(matrix).reports(version);
        }
}

TEST(SpmvV3, RefusesADenseRowWithBothFigures)
{
    const Outcome got = run("spmv_v3 --matrix dense_row -n 4Mi --no-cpu");
    EXPECT_EQ(got.code, 5);
    EXPECT_NE(got.err.find("ELL pads every row to the longest, 4194304 entries: 140737488355328 bytes of"),
              std::string::npos)
        << got.err;
    EXPECT_NE(got.err.find(" are needed, "), std::string::npos) << got.err;
    EXPECT_NE(got.err.find(" are free"), std::string::npos) << got.err;
}

TEST(SpmvInput, IsAMatrixMarketFile)
{
    const std::string path =
        write_file("matrix.mtx",
                   "%%MatrixMarket matrix coordinate real symmetric\n3 3 4\n1 1 2\n2 1 -1\n2 2 2\n2 2 1\n");
    const Outcome got = run("spmv -i " + path);
    EXPECT_EQ(got.code, 0) << got.err;
    EXPECT_NE(got.out.find("3 x 3, 4 entries, longest row 2"), std::string::npos) << got.out;

    write_file("matrix.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 1\n4 1 2\n");
    const Outcome wrong = run("spmv_v2 -i " + path);
    EXPECT_EQ(wrong.code, 3);
    EXPECT_EQ(wrong.err,
              "spmv_v2: " + path + ": line 3: the row must be a whole number from 1 to 3, not '4'\n");
}

TEST(SpmvInput, MustNotOverflowInItsSums)
{
    const std::string header = "%%MatrixMarket matrix coordinate real general\n";
    const std::string path = write_file("huge.mtx", header + "2 2 3\n1 1 1\n2 1 3e38\n2 2 -3e38\n");
    const std::string twice = write_file("twice.mtx", header + "1 1 2\n1 1 3e38\n1 1 3e38\n");
    expect_refused("spmv_v2 -i " + path, 3,
                   path + ": row 2: the absolute values of its entries add up to 6e+38");
    expect_refused("spmv_v2 -i " + twice, 3,
                   twice + ": row 1: the absolute values of its entries add up to inf");
}

TEST(SpmvInput, NeedsASquareNumberForLaplace2d)
{
    const Outcome got = run("spmv_v1 --rows 1000");
    EXPECT_EQ(got.code, 2);
    EXPECT_EQ(got.err, "spmv_v1: --rows 1000: laplace2d needs a square number, as 1024 is\n");
}

}  // namespace

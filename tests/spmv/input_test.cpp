// Matrices from files, and the options that choose one.
#include "run_program.h"

#include <gtest/gtest.h>

#include <string>

namespace {

TEST(Input, ForV3RefusesADenseRowWithBothFigures)
{
    const Outcome got = run("spmv_v3 --matrix dense_row -n 4Mi --no-cpu");
    EXPECT_EQ(got.code, 5);
    EXPECT_NE(got.err.find("ELL pads every row to the longest, 4194304 entries: 140737488355328 bytes of"),
              std::string::npos)
        << got.err;
    EXPECT_NE(got.err.find(" are needed, "), std::string::npos) << got.err;
    EXPECT_NE(got.err.find(" are free"), std::string::npos) << got.err;
}

TEST(Input, IsAMatrixMarketFile)
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

TEST(Input, MustNotOverflowInItsSums)
{
    const std::string header = "%%MatrixMarket matrix coordinate real general\n";
    const std::string path = write_file("huge.mtx", header + "2 2 3\n1 1 1\n2 1 3e38\n2 2 -3e38\n");
    const std::string twice = write_file("twice.mtx", header + "1 1 2\n1 1 3e38\n1 1 3e38\n");
    expect_refused("spmv_v2 -i " + path, 3,
                   path + ": row 2: the absolute values of its entries add up to 6e+38");
    expect_refused("spmv_v2 -i " + twice, 3,
                   twice + ": row 1: the absolute values of its entries add up to inf");
}

TEST(Input, NeedsASquareNumberForLaplace2d)
{
    const Outcome got = run("spmv_v1 --rows 1000");
    EXPECT_EQ(got.code, 2);
    EXPECT_EQ(got.err, "spmv_v1: --rows 1000: laplace2d needs a square number, as 1024 is\n");
}

}  // namespace

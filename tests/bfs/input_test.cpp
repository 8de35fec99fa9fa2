// Graphs from files, and the options that choose one.
#include "run_program.h"

#include <gtest/gtest.h>

#include <string>

namespace {

TEST(Input, IsAListOfEdgesWithNumbersOfItsOwn)
{
    const std::string path = write_file("graph.txt", "# SNAP\n900 17\n17 4000000000\n5 5\n");
    const Outcome got = run("bfs -i " + path + " --source 900");
    EXPECT_EQ(got.code, 0) << got.err;
    EXPECT_NE(got.out.find("4 vertices, 3 edges, largest degree 2, source 900"), std::string::npos)
        << got.out;
    const Outcome one = run("bfs_v5 -i " + path + " --source 4000000000 --directed");
    EXPECT_EQ(one.code, 0) << one.err;
    EXPECT_NE(one.out.find("Vertices reached (GPU) = 1\n"), std::string::npos) << one.out;

    const Outcome none = run("bfs_v2 -i " + path + " --source 18");
    EXPECT_EQ(none.code, 2);
    EXPECT_EQ(none.err, "bfs_v2: --source 18: " + path + " has no vertex of that number\n");
}

TEST(Input, IsAMatrixMarketFile)
{
    const std::string head = "%%MatrixMarket matrix coordinate pattern ";
    const std::string path = write_file("graph.mtx", head + "symmetric\n4 4 3\n2 1\n3 2\n3 3\n");
    const Outcome got = run("bfs_v1 -i " + path + " --source 1");
    EXPECT_EQ(got.code, 0) << got.err;
    EXPECT_NE(got.out.find("4 vertices, 3 edges, largest degree 3, source 1"), std::string::npos) << got.out;
    EXPECT_NE(got.out.find("Last level (GPU) = 2\n"), std::string::npos) << got.out;

    write_file("graph.mtx", head + "general\n2 3 1\n1 1\n");
    const Outcome wrong = run("bfs_v1 -i " + path);
    EXPECT_EQ(wrong.code, 3);
    EXPECT_EQ(wrong.err, "bfs_v1: " + path + ": a graph's matrix has as many rows as columns, not 2 and 3\n");
}

TEST(Input, ADamagedMatrixMarketFileIsNoListOfEdges)
{
    const std::string rest = "atrixMarket matrix coordinate pattern general\n4 4 2\n1 2\n2 3\n";
    const auto error_of = [](const std::string& path) {
        const Outcome got = run("bfs_v1 -i " + path);
        EXPECT_EQ(got.code, 3) << got.out;
        return got.err;
    };
    const std::string fault = ": line 1: a Matrix Market file begins with %%MatrixMarket\n";
    for (const std::string start : {"\n%%M", "%M", "% a comment\n%%m", "%%%%M"}) {
        const std::string path = write_file("damaged.el", start + rest);
        EXPECT_EQ(error_of(path), "bfs_v1: " + path + fault) << start;
    }
    const std::string list = write_file("list.MTX", "1 2\n2 3\n");
    EXPECT_EQ(error_of(list), "bfs_v1: " + list + fault);
    const std::string empty = write_file("empty.mtx", "");
    EXPECT_EQ(error_of(empty), "bfs_v1: " + empty + ": the file is empty\n");
    // What some editors put before the text is no damage.
    EXPECT_EQ(run("bfs_v1 -i " + write_file("marked.mtx", "\xef\xbb\xbf%%M" + rest)).code, 0);
    EXPECT_EQ(run("bfs_v1 -i " + write_file("marked.el",
                                            "\xef\xbb\xbf"
                                            "1 2\n"))
                  .code,
              0);
}

TEST(Input, AFileThatClaimsBillionsOfVerticesTakesNoMemory)
{
    if (!EMULATOR)
        GTEST_SKIP() << "a GPU may have the memory";
    const std::string path = write_file(
        "huge.mtx", "%%MatrixMarket matrix coordinate pattern general\n1000000000 1000000000 1\n4 1\n");
    for (const std::string program : {"bfs_v1", "spmv_v1"}) {
        const Outcome got = run(program + " -i " + path);
        EXPECT_EQ(got.code, 5);
        EXPECT_EQ(got.error_lines(), 1) << got.err;
        EXPECT_EQ(got.err.find(program + ": " + path + ": "), 0u) << got.err;
    }
}

TEST(Input, IsRefusedWithItsLine)
{
    const std::string path = write_file("bad.el", "1 2\n2\n");
    const Outcome got = run("bfs_v3 -i " + path);
    EXPECT_EQ(got.code, 3);
    EXPECT_EQ(got.err, "bfs_v3: " + path + ": line 2: the second vertex is missing\n");
}

TEST(Options, AreRefusedByName)
{
    const auto refusal = [](const std::string& options) {
        const Outcome got = run("bfs_v1 " + options);
        EXPECT_EQ(got.code, 2) << options;
        return got.err;
    };
    EXPECT_EQ(refusal("--scale 8 --source 256"),
              "bfs_v1: --source 256: kron has no vertex of that number, only 0 to 255\n");
    EXPECT_EQ(refusal("--scale 8 --source -1"),
              "bfs_v1: --source -1: kron has no vertex of that number, only 0 to 255\n");
    EXPECT_EQ(refusal("--source 99999999999999999999"),
              "bfs_v1: --source 99999999999999999999: a whole number from -9223372036854775808 to "
              "9223372036854775807 is expected\n");
    EXPECT_EQ(refusal("-i ''"), "bfs_v1: --input: a file name is missing (see --help)\n");
    for (const std::string other : {"-n 7", "--scale 5", "--degree 3", "--graph star"})
        EXPECT_NE(refusal("-i graph.el " + other).find("excludes"), std::string::npos) << other;
    EXPECT_EQ(refusal("-n 100"), "bfs_v1: --size 100: kron needs a power of two, which --scale gives\n");
    EXPECT_EQ(
        refusal("--scale 27 --degree 16"),
        "bfs_v1: the neighbours of all vertices would be 4294967296: at most 2147483647 can be counted\n");
    EXPECT_EQ(refusal("--graph path -n 2Gi"), "bfs_v1: --size 2147483648: at most 1073741824 vertices\n");
}

TEST(Sources, AreDifferentVerticesWithEdges)
{
    // The vertices 1 and 2, which an edge joins; 3 has a self-loop alone, and 4 no edge.
    const std::string path =
        write_file("few.mtx", "%%MatrixMarket matrix coordinate pattern general\n4 4 2\n1 2\n3 3\n");
    const Outcome all = run("bfs_v2 -i " + path + " --sources 9");
    EXPECT_EQ(all.code, 0) << all.err;
    EXPECT_NE(all.out.find("2 random sources, all that have edges, seed 1\n"), std::string::npos) << all.out;
    EXPECT_NE(all.out.find("Check: ok\n"), std::string::npos) << all.out;
    const Outcome one = run("bfs_v2 -i " + path + " --sources 1 --directed");
    EXPECT_EQ(one.code, 0) << one.err;
    EXPECT_NE(one.out.find("largest degree 1, 1 random source, seed 1\n"), std::string::npos) << one.out;
}

TEST(Sources, AreDrawnBySeed)
{
    if (!EMULATOR)
        GTEST_SKIP() << "the counts show it, which a GPU does not give";
    const auto counts = [](const std::string& options) {
        const Outcome got = run("bfs_v2 --graph path -n 99 --sources 1 --no-cpu " + options);
        EXPECT_EQ(got.code, 0) << got.err;
        return got.out.substr(got.out.find("Counts"));
    };
    EXPECT_EQ(counts("--seed 3"), counts("--seed 3"));
    EXPECT_NE(counts("--seed 3"), counts("--seed 4"));
}

TEST(Sources, AreSearchedFromByTheWholeLadder)
{
    const Outcome table = run("bfs --graph uniform -n 60 --sources 3");
    EXPECT_EQ(table.code, 0) << table.err;
    EXPECT_NE(table.out.find("3 cases"), std::string::npos) << table.out;
    const Outcome json = run("bfs --graph uniform -n 60 --sources 3 --no-cpu --json -");
    EXPECT_EQ(json.code, 0) << json.err;
    EXPECT_NE(json.out.find("\"cases\": 3"), std::string::npos) << json.out;
    EXPECT_EQ(json.out.find("\"status\": \"WRONG\""), std::string::npos) << json.out;
    if (!EMULATOR) {
        for (const char* key : {"\"slowest_seconds\"", "\"case\": \"source "})
            EXPECT_NE(json.out.find(key), std::string::npos) << json.out;
    }
}

TEST(Sources, AreRefusedWithReasons)
{
    const std::string path =
        write_file("loops.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n2 2\n");
    const Outcome none = run("bfs_v1 -i " + path + " --sources 2");
    EXPECT_EQ(none.code, 2);
    EXPECT_EQ(none.err, "bfs_v1: --sources 2: in " + path + " no vertex has an edge to another one\n");
    EXPECT_EQ(run("bfs_v1 --sources 2 --source 0").code, 2);
    EXPECT_EQ(run("bfs_v1 --sources 2 --trace out.json").code, 2);
    EXPECT_EQ(run("bfs_v1 --sources 0").code, 2);
}

}  // namespace

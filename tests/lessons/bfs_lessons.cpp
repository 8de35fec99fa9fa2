#include "lessons.h"

#include <algorithm>
#include <map>

namespace {

constexpr double kVertices = 256, kNeighbours = 2 * 16 * kVertices;

const LadderRun& counted(const std::string& options)
{
    static std::map<std::string, LadderRun> runs;
    const auto found = runs.find(options);
    return found != runs.end() ? found->second : runs.emplace(options, "bfs " + options).first->second;
}

const LadderRun& kron()
{
    return counted("--graph kron");
}

double sectors_per_lane(const LadderRun& run, const std::string& version)
{
    return run.of(version, "global_loads", "sectors") / run.of(version, "global_loads", "lanes");
}

double loads(const LadderRun& run, const std::string& version)
{
    return run.of(version, "global_loads", "requests");
}

TEST(BfsLessons, V1DoesWorkForEveryVertexInEveryRound)
{
    // A path of 100 vertices, from the second: 99 levels, and as many rounds.
    const LadderRun& path = counted("--graph path -n 100");
    EXPECT_GT(path.of("v1", "global_loads", "lanes"), 100 * 99);
    EXPECT_LT(path.of("v1", "global_loads", "lanes"), 100 * 100 + 6 * 100);  // each vertex's edges once
    EXPECT_LT(path.of("v2", "global_loads", "lanes"), 100 * 10);
    EXPECT_GT(loads(counted("--graph grid -n 900"), "v1"), 10 * loads(counted("--graph grid -n 900"), "v2"));
    EXPECT_EQ(path.of("v1", "global_atomics", "lanes"), 0);
}

TEST(BfsLessons, V2HasOneAtomicOnTheTailPerVertexFound)
{
    // Each leaf of a star is found by the hub alone: one compare-and-swap, and one addition to the tail.
    const double leaves = 4999;
    EXPECT_EQ(counted("--graph star -n 5000").of("v2", "global_atomics", "lanes"), 2 * leaves);
    EXPECT_EQ(counted("--graph star -n 5000").same_address_degree("v2", "global_atomics"), 1);
    EXPECT_GT(counted("--graph uniform").same_address_degree("v2", "global_atomics"), 2);
}

TEST(BfsLessons, V3HasOneAtomicOnTheTailPerBlock)
{
    // All neighbours of the hub but the 2048 that the block's queue holds still take one each; then the block takes one.
    const double leaves = 4999, queue = 2048;
    EXPECT_EQ(counted("--graph star -n 5000").of("v3", "global_atomics", "lanes"),
              leaves + (leaves - queue) + 1);
    // One block in each level here, which finds something in each level but the last.
    const LadderRun& uniform = counted("--graph uniform");
    const double found = kVertices - 1, levels = 3;
    EXPECT_EQ(uniform.of("v3", "shared_atomics", "lanes"), found);
    EXPECT_EQ(uniform.of("v2", "global_atomics", "lanes") - uniform.of("v3", "global_atomics", "lanes"),
              found - levels);
}

TEST(BfsLessons, V4KeepsAllLanesBusyAndCoalesces)
{
    EXPECT_LT(kron().of("v3", "active_threads_per_warp"), 7);
    EXPECT_GT(kron().of("v4", "active_threads_per_warp"), 25);
    EXPECT_LT(sectors_per_lane(kron(), "v4"), sectors_per_lane(kron(), "v3") / 2);
    EXPECT_LT(loads(kron(), "v4"), loads(kron(), "v3") / 3);
    const LadderRun& star = counted("--graph star -n 5000");  // whose hub has 4999 edges side by side
    EXPECT_LT(star.of("v4", "global_loads", "sectors"), 1.1 * loads(star, "v4"));
}

TEST(BfsLessons, V4LeavesLanesIdleWhereVerticesHaveFewEdges)
{
    const LadderRun& grid = counted("--graph grid -n 900");
    EXPECT_GT(loads(grid, "v4"), 2 * loads(grid, "v3"));
    EXPECT_LT(grid.of("v4", "active_threads_per_warp"), grid.of("v3", "active_threads_per_warp"));
}

TEST(BfsLessons, V5IsBalancedOnEveryGraph)
{
    for (const std::string graph : {"kron", "uniform", "grid -n 900", "star -n 5000"}) {
        const LadderRun& run = counted("--graph " + graph);
        EXPECT_GT(run.of("v5", "active_threads_per_warp"), 30) << graph;
        EXPECT_GT(run.of("v5", "active_threads_per_warp"), run.of("v4", "active_threads_per_warp")) << graph;
        EXPECT_LT(loads(run, "v5"), loads(run, "v4")) << graph;
    }
    EXPECT_LT(loads(counted("--graph grid -n 900"), "v5"), loads(counted("--graph grid -n 900"), "v4") / 3);
    // It looks before it tries an atomic operation: few find more than one taker.
    EXPECT_LT(counted("--graph uniform").of("v5", "global_atomics", "lanes"), 1.5 * kVertices);
}

TEST(BfsLessons, V6LeavesMostEdgesUnseen)
{
    const auto lanes = [](const LadderRun& run, const char* version) {
        return run.of(version, "global_loads", "lanes");
    };
    EXPECT_GT(lanes(kron(), "v5"), 2 * kNeighbours);
    EXPECT_LT(lanes(kron(), "v6"), kNeighbours);
    // All but the source are found without one.
    EXPECT_GT(kron().of("v5", "global_atomics", "lanes"), kVertices);
    EXPECT_LT(kron().of("v6", "global_atomics", "lanes"), 10);
    EXPECT_EQ(lanes(counted("--graph kron --directed"), "v6"),
              lanes(counted("--graph kron --directed"), "v5"));
}

TEST(BfsLessons, V6TurnsRoundForLargeFrontiersOnly)
{
    for (const std::string graph : {"grid -n 900", "star -n 5000", "path -n 100"}) {
        const LadderRun& run = counted("--graph " + graph);
        EXPECT_EQ(loads(run, "v6"), loads(run, "v5")) << graph;
        EXPECT_EQ(run.of("v6", "global_atomics", "lanes"), run.of("v5", "global_atomics", "lanes")) << graph;
    }
}

TEST(BfsLessons, V7KeepsSmallFrontiersInSharedMemory)
{
    // 98 levels with a vertex each: v5 writes the vertex's level, its entry, and who begins the next share; v7 the level.
    const LadderRun& path = counted("--graph path -n 100");
    const double levels = 98;
    EXPECT_GT(path.of("v5", "global_stores", "lanes"), 3 * levels);
    EXPECT_LT(path.of("v7", "global_stores", "lanes"), levels + 10);
    EXPECT_EQ(path.of("v5", "barriers"), 3 * (levels + 1));
    EXPECT_LT(path.of("v7", "barriers"), levels + 10);
}

TEST(BfsLessons, NoVersionIsReported)
{
    for (const std::string graph :
         {"kron", "uniform", "grid -n 900", "star -n 5000", "path -n 100", "kron --directed"})
        for (const char* version : {"v1", "v2", "v3", "v4", "v5", "v6", "v7"}) {
            const LadderRun& run = counted("--graph " + graph);
            EXPECT_EQ(run.status(version), "ok") << graph;
            EXPECT_TRUE(run.reports(version).empty()) << graph << run.reports(version);
        }
}

TEST(BfsInput, IsAListOfEdgesWithNumbersOfItsOwn)
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

TEST(BfsInput, IsAMatrixMarketFile)
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

TEST(BfsInput, ADamagedMatrixMarketFileIsNoListOfEdges)
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

TEST(BfsInput, AFileThatClaimsBillionsOfVerticesTakesNoMemory)
{
    const std::string path = write_file(
        "huge.mtx", "%%MatrixMarket matrix coordinate pattern general\n1000000000 1000000000 1\n4 1\n");
    for (const std::string program : {"bfs_v1", "spmv_v1"}) {
        const Outcome got = run(program + " -i " + path);
        EXPECT_EQ(got.code, 5);
        EXPECT_EQ(got.error_lines(), 1) << got.err;
        EXPECT_EQ(got.err.find(program + ": " + path + ": "), 0u) << got.err;
    }
}

TEST(BfsInput, IsRefusedWithItsLine)
{
    const std::string path = write_file("bad.el", "1 2\n2\n");
    const Outcome got = run("bfs_v3 -i " + path);
    EXPECT_EQ(got.code, 3);
    EXPECT_EQ(got.err, "bfs_v3: " + path + ": line 2: the second vertex is missing\n");
}

TEST(BfsOptions, AreRefusedByName)
{
    const auto refusal = [](const std::string& options) {
        const Outcome got = run("bfs_v1 " + options);
        EXPECT_EQ(got.code, 2) << options;
        return got.err;
    };
    EXPECT_EQ(refusal("--source 256"),
              "bfs_v1: --source 256: kron has no vertex of that number, only 0 to 255\n");
    EXPECT_EQ(refusal("--source -1"),
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

}  // namespace

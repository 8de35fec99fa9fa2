#include "lessons.h"

#include <algorithm>
#include <map>

namespace {

constexpr double kVertices = 256, kNeighbours = 2 * 16 * kVertices;

const LadderRun& counted(std::string options)
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

TEST(Lessons, V1DoesWorkForEveryVertexInEveryRound)
{
    // A path of 100 vertices, from the second: 99 levels, and as many rounds.
    const LadderRun& path = counted("--graph path -n 100");
    EXPECT_GT(path.of("v1", "global_loads", "lanes"), 100 * 99);
    EXPECT_LT(path.of("v1", "global_loads", "lanes"), 100 * 100 + 6 * 100);  // each vertex's edges once
    EXPECT_LT(path.of("v2", "global_loads", "lanes"), 100 * 10);
    EXPECT_GT(loads(counted("--graph grid -n 900"), "v1"), 10 * loads(counted("--graph grid -n 900"), "v2"));
    EXPECT_EQ(path.of("v1", "global_atomics", "lanes"), 0);
}

TEST(Lessons, V2HasOneAtomicOnTheTailPerVertexFound)
{
    // Each leaf of a star is found by the hub alone: one compare-and-swap, and one addition to the tail.
    const double leaves = 4999;
    EXPECT_EQ(counted("--graph star -n 5000").of("v2", "global_atomics", "lanes"), 2 * leaves);
    EXPECT_EQ(counted("--graph star -n 5000").same_address_degree("v2", "global_atomics"), 1);
    EXPECT_GT(counted("--graph uniform").same_address_degree("v2", "global_atomics"), 2);
}

TEST(Lessons, V3HasOneAtomicOnTheTailPerBlock)
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

TEST(Lessons, V4KeepsAllLanesBusyAndCoalesces)
{
    EXPECT_LT(kron().of("v3", "active_threads_per_warp"), 7);
    EXPECT_GT(kron().of("v4", "active_threads_per_warp"), 25);
    EXPECT_LT(sectors_per_lane(kron(), "v4"), sectors_per_lane(kron(), "v3") / 2);
    EXPECT_LT(loads(kron(), "v4"), loads(kron(), "v3") / 3);
    const LadderRun& star = counted("--graph star -n 5000");  // whose hub has 4999 edges side by side
    EXPECT_LT(star.of("v4", "global_loads", "sectors"), 1.1 * loads(star, "v4"));
}

TEST(Lessons, V4LeavesLanesIdleWhereVerticesHaveFewEdges)
{
    const LadderRun& grid = counted("--graph grid -n 900");
    EXPECT_GT(loads(grid, "v4"), 2 * loads(grid, "v3"));
    EXPECT_LT(grid.of("v4", "active_threads_per_warp"), grid.of("v3", "active_threads_per_warp"));
}

TEST(Lessons, V5IsBalancedOnEveryGraph)
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

TEST(Lessons, V6LeavesMostEdgesUnseen)
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

TEST(Lessons, V6TurnsRoundForLargeFrontiersOnly)
{
    for (const std::string graph : {"grid -n 900", "star -n 5000", "path -n 100"}) {
        const LadderRun& run = counted("--graph " + graph);
        EXPECT_EQ(loads(run, "v6"), loads(run, "v5")) << graph;
        EXPECT_EQ(run.of("v6", "global_atomics", "lanes"), run.of("v5", "global_atomics", "lanes")) << graph;
    }
}

TEST(Lessons, V7KeepsSmallFrontiersInSharedMemory)
{
    // 98 levels with a vertex each: v5 writes the vertex's level, its entry, and who begins the next share; v7 the level.
    const LadderRun& path = counted("--graph path -n 100");
    const double levels = 98;
    EXPECT_GT(path.of("v5", "global_stores", "lanes"), 3 * levels);
    // It also clears the 100 levels, which v5 leaves to cudaMemset().
    EXPECT_LT(path.of("v7", "global_stores", "lanes"), 100 + levels + 15);
    EXPECT_EQ(path.of("v5", "barriers"), 3 * (levels + 1));
    EXPECT_LT(path.of("v7", "barriers"), levels + 15);
}

TEST(Lessons, V8AsksOneNeighbourMostly)
{
    // Bottom-up reads fewer sectors, although the array of hubs is read, too.
    const LadderRun v7("bfs_v7 --scale 11"), v8("bfs_v8 --scale 11");
    EXPECT_LT(v8.of("v8", "global_loads", "sectors"), 0.9 * v7.of("v7", "global_loads", "sectors"));
    // Without bottom-up it does what v7 does.
    for (const std::string graph : {"grid -n 900", "path -n 100"}) {
        const LadderRun& other = counted("--graph " + graph);
        EXPECT_EQ(loads(other, "v8"), loads(other, "v7")) << graph;
    }
}

TEST(Lessons, V9KeepsMiddleFrontiersInTheCluster)
{
    // Levels of up to 240 edges are too many for a block of 32 threads, but not for a cluster: only levels are stored.
    const std::string grid = " --graph grid -n 3600 --block 32";
    const LadderRun v8("bfs_v8" + grid), v9("bfs_v9" + grid);
    EXPECT_LT(v9.of("v9", "global_stores", "lanes"), 0.8 * v8.of("v8", "global_stores", "lanes"));
    EXPECT_LT(v9.of("v9", "global_stores", "lanes"), 2 * 3600 + 600);
}

TEST(Lessons, NoVersionIsReported)
{
    for (const std::string graph :
         {"kron", "uniform", "grid -n 900", "star -n 5000", "path -n 100", "kron --directed"})
        for (const char* version : {"v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9"}) {
            const LadderRun& run = counted("--graph " + graph);
            EXPECT_EQ(run.status(version), "ok") << graph;
            EXPECT_TRUE(run.reports(version).empty()) << graph << run.reports(version);
        }
}

}  // namespace

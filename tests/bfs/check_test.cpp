// The graphs of bfs, and the check of levels that does without the reference.
#include "bfs/levels.h"
#include "common/support/errors.h"

#include <climits>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

using ladders::Edge;

namespace {

std::vector<int> levels(const Graph& graph, int source)
{
    std::vector<int> level;
    levels_by_queue(graph, source, level);
    return level;
}

TEST(Graph, HasEachUndirectedEdgeFromBothEnds)
{
    const Graph graph = graph_from(4, {{2, 0}, {0, 1}, {2, 0}, {3, 3}}, false);
    EXPECT_EQ(graph.row_start, (std::vector<unsigned>{0, 3, 4, 6, 8}));
    EXPECT_EQ(graph.neighbour, (std::vector<int>{1, 2, 2, 0, 0, 0, 3, 3}));
    EXPECT_EQ(graph.edges(), 4u);
    EXPECT_EQ(graph.vertex_of_largest_degree(), 0);
    const Graph directed = graph_from(4, {{2, 0}, {0, 1}, {2, 0}, {3, 3}}, true);
    EXPECT_EQ(directed.row_start, (std::vector<unsigned>{0, 1, 1, 3, 4}));
    EXPECT_EQ(directed.neighbour, (std::vector<int>{1, 0, 0, 3}));
    EXPECT_EQ(directed.edges(), 4u);
}

TEST(Levels, ThatAreMissingAreShownAsUnreached)
{
    const ladders::Verdict verdict = compare_levels({0, kUnreached, kUnreached}, {0, 1, 1});
    EXPECT_FALSE(verdict.right);
    EXPECT_EQ(verdict.detail,
              "vertex 1: unreached in place of level 1; vertex 2: unreached in place of level 1");
    ASSERT_TRUE(verdict.mismatch);
    EXPECT_EQ(verdict.mismatch->got_cells, (std::vector<std::string>{"0", "unreached", "unreached"}));
    EXPECT_EQ(verdict.mismatch->values, std::vector<std::string>{"Every wrong element is unreached."});
    EXPECT_TRUE(compare_levels({0, 1}, {0, 1}).right);
    EXPECT_EQ(compare_levels({0}, {0, 1}).detail, "1 levels in place of 2");
}

TEST(Graph, IsMadeAsNamed)
{
    EXPECT_EQ(levels(make_graph("path", 5, 0, false, 1), 1), (std::vector<int>{1, 0, 1, 2, 3}));
    EXPECT_EQ(levels(make_graph("star", 4, 0, false, 1), 3), (std::vector<int>{1, 2, 2, 0}));
    EXPECT_EQ(levels(make_graph("grid", 11, 0, false, 1), 0),
              (std::vector<int>{0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4}));
    EXPECT_EQ(make_graph("uniform", 1000, 7, false, 1).edges(), 7000u);
    EXPECT_EQ(levels(make_graph("path", 3, 0, true, 1), 2), (std::vector<int>{kUnreached, kUnreached, 0}));
}

TEST(Graph, IsTheSameForTheSameSeed)
{
    for (const char* name : {"kron", "uniform"}) {
        EXPECT_EQ(make_graph(name, 4096, 16, false, 3).neighbour,
                  make_graph(name, 4096, 16, false, 3).neighbour);
        EXPECT_NE(make_graph(name, 4096, 16, false, 3).neighbour,
                  make_graph(name, 4096, 16, false, 4).neighbour);
    }
}

// In R-MAT the bits of an edge's ends are independent: each is 1 with probability B + D = C + D = .24. So the share of
// the ends at vertices with k ones among 12 is binomial, whatever the labels: compare the sorted degrees with it.
TEST(Graph, KronHasTheDegreesOfGraph500)
{
    constexpr int kScale = 12;
    constexpr std::size_t kVertices = 1 << kScale, kEdges = kVertices * 256;
    const Graph graph = make_graph("kron", kVertices, 256, false, 1);
    std::vector<unsigned> degrees(kVertices);
    for (std::size_t v = 0; v < kVertices; ++v)
        degrees[v] = graph.degree(static_cast<int>(v));
    std::sort(degrees.rbegin(), degrees.rend());
    const auto expected = [](int ones) {
        return 2.0 * kEdges * std::pow(0.24, ones) * std::pow(0.76, kScale - ones);
    };
    EXPECT_NEAR(degrees[0], expected(0), 6 * std::sqrt(expected(0)));
    const double first_twelve = std::accumulate(degrees.begin() + 1, degrees.begin() + 1 + kScale, 0.0);
    EXPECT_NEAR(first_twelve, kScale * expected(1), 6 * std::sqrt(kScale * expected(1)));
    // The labels are shuffled: the vertex with the most edges is not vertex 0.
    EXPECT_NE(graph.vertex_of_largest_degree(), 0);
}

TEST(Graph, IsRefusedWhereItCannotBeCounted)
{
    EXPECT_THROW(make_graph("kron", 100, 16, false, 1), ladders::UsageError);
    EXPECT_THROW(make_graph("uniform", kMostVertices, 16, false, 1), ladders::UsageError);
    EXPECT_THROW(graph_from(std::size_t{kMostVertices} + 1, {}, false), ladders::UsageError);
}

TEST(CheckLevels, FindsEverySingleWrongLevel)
{
    std::mt19937 random(5);
    int tried = 0;
    for (int round = 0; round < 120; ++round) {
        const int n = 2 + static_cast<int>(random() % 12);
        std::vector<Edge> edges(random() % 20);
        for (Edge& edge : edges)
            edge = {static_cast<int>(random() % n), static_cast<int>(random() % n)};
        const Graph graph = graph_from(n, edges, round % 2);
        const int source = static_cast<int>(random() % n);
        const std::vector<int> right = levels(graph, source);
        EXPECT_TRUE(check_levels(graph, source, right).right);
        for (int v = 0; v < n; ++v)
            for (const int wrong : {right[v] - 1, right[v] + 1, 0, 1, -1, n, kUnreached, INT_MAX, INT_MIN}) {
                std::vector<int> level = right;
                level[v] = wrong;
                if (level == right)
                    continue;
                EXPECT_FALSE(check_levels(graph, source, level).right) << round << ' ' << v << ' ' << wrong;
                ++tried;
            }
    }
    EXPECT_GT(tried, 5000);
}

TEST(CheckLevels, FindsLevelsThatAreWrongTogether)
{
    // A part that no path leads to, with levels that fit one another: round a cycle there is no first one.
    const Graph apart = graph_from(5, {{0, 1}, {2, 3}, {3, 4}, {4, 2}}, true);
    EXPECT_FALSE(check_levels(apart, 0, {0, 1, 1, 2, 3}).right);
    // All one level too far.
    const Graph path = make_graph("path", 4, 0, false, 1);
    EXPECT_FALSE(check_levels(path, 0, {0, 2, 3, 4}).right);
    EXPECT_FALSE(check_levels(path, 0, {1, 2, 3, 4}).right);
    EXPECT_FALSE(check_levels(path, 0, {0, 1, 2}).right);
    EXPECT_FALSE(check_levels(path, 0, {0, kUnreached, kUnreached, kUnreached}).right);
    EXPECT_EQ(check_levels(path, 0, {0, 1, 2, 2}).detail,
              "vertex 3 has level 2, but no edge from the level before");
}

}  // namespace

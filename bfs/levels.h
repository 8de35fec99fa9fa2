// The levels of a graph: the sequential reference, and a check that does without it.
#pragma once

#include "common/support/check.h"
#include "graph.h"

#include <string>
#include <vector>

// The level of a vertex that no path leads to: larger than any level. Each of its bytes is kUnreachedByte, so
// that cudaMemset can write it.
inline constexpr int kUnreachedByte = 0x7f;
inline constexpr int kUnreached = 0x7f7f7f7f;

std::string level_text(int level);  // "level 3" or "unreached"

// The distance of each vertex from the source, in edges: breadth first, with one queue.
void levels_by_queue(const Graph& graph, int source, std::vector<int>& level);

// Whether got has the levels in want; a vertex without one is shown as "unreached".
ladders::Verdict compare_levels(const std::vector<int>& got, const std::vector<int>& want);

// Levels are right if and only if: no edge leads more than one level further (so no level is too large, by
// induction along a shortest path); and every vertex that is reached, save the source, has an edge from the
// level before (so no level is too small: these edges make a path of that length back to level 0, which is
// the source's alone). Looks at each edge once, on all cores.
ladders::Verdict check_levels(const Graph& graph, int source, const std::vector<int>& got);

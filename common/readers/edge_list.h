// Graphs from edge lists: the .el files of graph benchmarks and the .txt files of SNAP (J. Leskovec and A. Krevl, SNAP
// Datasets, 2014).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ladders {

struct Edge {
    std::int32_t from, to;
    bool operator==(const Edge&) const = default;
};

// What the file lists, in its order: duplicates and self-loops too. The file may number its vertices as it likes, from 0
// to 2^63 - 1; here they are counted from 0 without gaps, in the order of the file's numbers.
struct EdgeList {
    std::vector<std::int64_t> ids;  // of each vertex in the file, ascending
    std::vector<Edge> edges;
};

// A line holds the two numbers of an edge, and may hold a third, a weight, which is not kept. Blank lines and lines that
// begin with # or % are skipped, whatever they say. Throws InputError with the line of the fault.
EdgeList read_edge_list(const std::string& path);

// The same from the file's text. name: for errors.
EdgeList parse_edge_list(const std::string& name, std::string_view text);

}  // namespace ladders

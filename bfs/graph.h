// Graphs in compressed sparse rows, and where they come from.
#pragma once

#include "common/readers/edge_list.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// The neighbours of vertex v are at [row_start[v], row_start[v + 1]) of neighbour, ascending. An undirected
// graph has each edge twice, once from either end; so a self-loop stands twice in the list of its vertex.
// Duplicates stay.
struct Graph {
    std::vector<unsigned> row_start;    // vertices + 1
    std::vector<int> neighbour;         // each below the number of vertices
    std::vector<std::int64_t> file_id;  // of each vertex, ascending; empty: the vertices are numbered from 0
    bool directed = false;

    int vertices() const { return static_cast<int>(row_start.size()) - 1; }
    unsigned degree(int v) const { return row_start[v + 1] - row_start[v]; }
    // As the input counts them, each once.
    std::size_t edges() const { return neighbour.size() / (directed ? 1 : 2); }
    // The first of those with the largest degree.
    int vertex_of_largest_degree() const;
    // By the file's numbers, if there is one; -1: no such vertex.
    int vertex_of_id(std::int64_t id) const;
    // Of each vertex the first of its neighbours with the largest degree; -1: it has none.
    std::vector<int> neighbours_of_largest_degree() const;
    std::int64_t id_of_vertex(int v) const { return file_id.empty() ? v : file_id[v]; }
};

inline constexpr int kMostVertices = 1 << 30;
inline constexpr std::size_t kMostNeighbours = 0x7fffffff;  // entries of all lists together

// Throws UsageError beyond these limits.
void require_size(std::size_t vertices, std::size_t neighbours);

// An undirected edge is stored from both ends. Throws as require_size().
Graph graph_from(std::size_t vertices, const std::vector<ladders::Edge>& edges, bool directed);

// Reads a Matrix Market file, if its name or its beginning says that it is one, or an edge list. An entry in
// row i and column j is the edge from i to j; its value does not count. `before` is called with the numbers
// of vertices and edges before there is memory for them; it may throw.
Graph read_graph(const std::string& path, bool directed,
                 const std::function<void(std::size_t vertices, std::size_t edges)>& before = {});

// The names for --graph:
// kron     R-MAT with the parameters of Graph500: few vertices have most of the edges; needs a power of two
// uniform  both ends of each edge are random
// grid     a square grid (its last row may be shorter): each vertex has four neighbours
// path     one vertex after the other
// star     vertex 0 is joined to all others
const std::vector<std::string>& graph_names();

// How many edges make_graph will make; degree counts for kron and uniform: edges per vertex.
std::size_t edges_of(const std::string& name, std::size_t vertices, std::size_t degree);

// The same for the same seed. Throws UsageError for a size that the kind cannot have.
Graph make_graph(const std::string& name, std::size_t vertices, std::size_t degree, bool directed,
                 std::uint64_t seed);

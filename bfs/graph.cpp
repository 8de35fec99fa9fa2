#include "graph.h"

#include "common/harness/blindfold.h"
#include "common/readers/matrix_market.h"
#include "common/readers/text_file.h"
#include "common/readers/text_lines.h"
#include "common/support/errors.h"
#include "common/support/parallel.h"
#include "common/support/split_random.h"
#include "common/support/text.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <numeric>
#include <span>
#include <utility>

using ladders::Edge;
using ladders::parallel_pieces;

namespace {

template <class F>
void parallel_for(std::size_t n, F each)
{
    parallel_pieces(n, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            each(i);
        return 0;
    });
}

// The edges as (vertex, neighbour), an undirected one from both ends, in groups of vertices with near numbers. A group's lists stay in a
// core's cache while they are filled; without groups each neighbour would be stored at a random place in memory.
class GroupedEnds {
public:
    GroupedEnds(std::size_t vertices, const std::vector<Edge>& edges, bool directed)
        : shift_(std::max(0, static_cast<int>(std::bit_width(vertices)) - kGroupBits)),
          groups_((vertices >> shift_) + 1)
    {
        const std::size_t pieces = ladders::count_pieces(edges.size());
        const auto each_end = [&](std::size_t begin, std::size_t end, auto take) {
            for (std::size_t e = begin; e < end; ++e) {
                take(edges[e]);
                if (!directed)
                    take(Edge{edges[e].to, edges[e].from});
            }
        };
        // place[p * groups + g]: how many ends piece p has in group g; then where it stores the next of them.
        std::vector<std::size_t> place(pieces * groups_, 0);
        ladders::for_each_piece(edges.size(), [&](std::size_t p, std::size_t begin, std::size_t end) {
            each_end(begin, end, [&](const Edge& one) { ++place[p * groups_ + group_of(one.from)]; });
        });
        begin_.resize(groups_ + 1);
        std::size_t sum = 0;
        for (std::size_t g = 0; g < groups_; ++g) {
            begin_[g] = sum;
            for (std::size_t p = 0; p < pieces; ++p)
                sum += std::exchange(place[p * groups_ + g], sum);
        }
        begin_[groups_] = sum;
        ends_ = std::make_unique_for_overwrite<Edge[]>(sum);
        ladders::for_each_piece(edges.size(), [&](std::size_t p, std::size_t begin, std::size_t end) {
            each_end(begin, end,
                     [&](const Edge& one) { ends_[place[p * groups_ + group_of(one.from)]++] = one; });
        });
    }

    std::size_t groups() const { return groups_; }
    std::size_t first_vertex(std::size_t g) const { return g << shift_; }
    std::span<const Edge> ends(std::size_t g) const { return {&ends_[begin_[g]], begin_[g + 1] - begin_[g]}; }
    std::size_t begin(std::size_t g) const { return begin_[g]; }

private:
    static constexpr int kGroupBits = 10;  // about a thousand groups
    std::size_t group_of(int v) const { return static_cast<std::size_t>(v) >> shift_; }

    int shift_;
    std::size_t groups_;
    std::vector<std::size_t> begin_;
    std::unique_ptr<Edge[]> ends_;
};

std::vector<int> random_order(std::size_t n, std::uint64_t seed)
{
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    ladders::SplitRandom random(~seed, 0);
    for (std::size_t i = n; i > 1; --i)
        std::swap(order[i - 1], order[random.below(i)]);
    return order;
}

// Each edge falls into one quarter of the adjacency matrix, then into a quarter of that, and so on (D.
// Chakrabarti, Y. Zhan and C. Faloutsos, R-MAT: A Recursive Model for Graph Mining, 2004), with the
// probabilities of Graph500: .57, .19, .19 and .05. A random permutation hides which vertices have the most
// edges.
void make_kron(std::size_t vertices, std::vector<Edge>& edges, std::uint64_t seed)
{
    constexpr auto below = [](double probability) {
        return static_cast<std::uint32_t>(probability * 0x1p32);
    };
    constexpr std::uint32_t kA = below(0.57), kB = below(0.57 + 0.19), kC = below(0.57 + 0.19 + 0.19);
    const int scale = std::countr_zero(vertices);
    const std::vector<int> label = random_order(vertices, seed);
    parallel_for(edges.size(), [&](std::size_t e) {
        ladders::SplitRandom random(seed, e);
        unsigned from = 0, to = 0;
        for (int bit = 0; bit < scale; ++bit) {
            const auto r = static_cast<std::uint32_t>(random.next() >> 32);
            from = 2 * from + (r >= kB);
            to = 2 * to + ((r >= kA && r < kB) || r >= kC);
        }
        edges[e] = {label[from], label[to]};
    });
}

void make_grid(std::size_t vertices, std::vector<Edge>& edges)
{
    const auto width = static_cast<std::size_t>(std::sqrt(static_cast<double>(vertices)));
    edges.clear();
    for (std::size_t v = 0; v < vertices; ++v) {
        const int from = static_cast<int>(v);
        if (v % width + 1 < width && v + 1 < vertices)
            edges.push_back({from, from + 1});
        if (v + width < vertices)
            edges.push_back({from, static_cast<int>(v + width)});
    }
}

using SizeCheck = std::function<void(std::size_t, std::size_t)>;

// Also if it is damaged: as a list of edges it would be another graph.
bool claims_to_be_matrix_market(const std::string& path, std::string_view text)
{
    const std::string_view start = text.substr(0, text.find_first_of("0123456789"));
    return ladders::lower(path).ends_with(".mtx") ||
           ladders::lower(start).find("%matrixmarket") != std::string::npos;
}

Graph graph_from_matrix(const std::string& path, const std::string& text, bool directed,
                        const SizeCheck& before)
{
    const ladders::CoordinateMatrix matrix = ladders::parse_matrix_market(path, text);
    if (matrix.rows != matrix.columns)
        throw ladders::InputError(path + ": a graph's matrix has as many rows as columns, not " +
                                  std::to_string(matrix.rows) + " and " + std::to_string(matrix.columns));
    if (matrix.rows == 0)
        throw ladders::InputError(path + ": no vertex in the file");
    if (before)
        before(matrix.rows, matrix.entries.size());
    std::vector<Edge> edges;
    for (const auto& entry : matrix.entries)
        // Of a symmetric matrix both halves are here: an undirected edge is either one of them.
        if (directed || !matrix.was_symmetric || entry.column <= entry.row)
            edges.push_back({entry.row, entry.column});
    Graph graph = graph_from(matrix.rows, edges, directed);
    graph.file_id.resize(matrix.rows);
    std::iota(graph.file_id.begin(), graph.file_id.end(), 1);
    return graph;
}

}  // namespace

void require_size(std::size_t vertices, std::size_t neighbours)
{
    if (vertices > kMostVertices)
        throw ladders::UsageError(
            ladders::format_text("%zu vertices: at most %d can be counted", vertices, kMostVertices));
    if (neighbours > kMostNeighbours)
        throw ladders::UsageError(
            ladders::format_text("the neighbours of all vertices would be %zu: at most %zu can be counted",
                                 neighbours, kMostNeighbours));
}

int Graph::vertex_of_largest_degree() const
{
    int largest = 0;
    for (int v = 1; v < vertices(); ++v)
        if (degree(v) > degree(largest))
            largest = v;
    return largest;
}

std::vector<int> Graph::neighbours_of_largest_degree() const
{
    return ladders::derived_from(neighbour, [&](const std::vector<int>& neighbour) {
        std::vector<int> largest(vertices(), -1);
        parallel_for(vertices(), [&](std::size_t v) {
            for (unsigned k = row_start[v]; k < row_start[v + 1]; ++k)
                if (largest[v] < 0 || degree(neighbour[k]) > degree(largest[v]))
                    largest[v] = neighbour[k];
        });
        return largest;
    });
}

int Graph::vertex_of_id(std::int64_t id) const
{
    if (file_id.empty())
        return id >= 0 && id < vertices() ? static_cast<int>(id) : -1;
    const auto found = std::lower_bound(file_id.begin(), file_id.end(), id);
    return found != file_id.end() && *found == id ? static_cast<int>(found - file_id.begin()) : -1;
}

Graph graph_from(std::size_t vertices, const std::vector<Edge>& edges, bool directed)
{
    const std::size_t neighbours = edges.size() * (directed ? 1 : 2);
    require_size(vertices, neighbours);
    Graph graph;
    graph.directed = directed;
    graph.row_start.resize(vertices + 1, static_cast<unsigned>(neighbours));
    graph.neighbour.resize(neighbours);
    const GroupedEnds grouped(vertices, edges, directed);
    parallel_for(grouped.groups(), [&](std::size_t g) {
        const std::size_t first = std::min(grouped.first_vertex(g), vertices),
                          last = std::min(grouped.first_vertex(g + 1), vertices);
        // How many neighbours each vertex has; then where its list begins, and where its next neighbour goes.
        std::vector<unsigned> next(last - first + 1, 0);
        for (const Edge& one : grouped.ends(g))
            ++next[one.from - first];
        std::exclusive_scan(next.begin(), next.end(), next.begin(), static_cast<unsigned>(grouped.begin(g)));
        std::copy(next.begin(), next.end() - 1, graph.row_start.begin() + first);
        for (const Edge& one : grouped.ends(g))
            graph.neighbour[next[one.from - first]++] = one.to;
        for (std::size_t v = first; v < last; ++v)  // next[v - first] is now where v's list ends
            std::sort(graph.neighbour.begin() + graph.row_start[v],
                      graph.neighbour.begin() + next[v - first]);
    });
    return graph;
}

Graph read_graph(const std::string& path, bool directed, const SizeCheck& before)
{
    const std::string text = ladders::read_text_file(path);
    if (claims_to_be_matrix_market(path, text))
        return graph_from_matrix(path, text, directed, before);
    ladders::EdgeList list = ladders::parse_edge_list(path, text);
    if (before)
        before(list.ids.size(), list.edges.size());
    Graph graph = graph_from(list.ids.size(), list.edges, directed);
    graph.file_id = std::move(list.ids);
    return graph;
}

const std::vector<std::string>& graph_names()
{
    static const std::vector<std::string> names{"kron", "uniform", "grid", "path", "star"};
    return names;
}

std::size_t edges_of(const std::string& name, std::size_t vertices, std::size_t degree)
{
    if (name == "grid")
        return 2 * vertices;
    if (name == "path" || name == "star")
        return vertices - 1;
    return vertices * degree;
}

Graph make_graph(const std::string& name, std::size_t vertices, std::size_t degree, bool directed,
                 std::uint64_t seed)
{
    require_size(vertices, edges_of(name, vertices, degree) * (directed ? 1 : 2));
    if (name == "kron" && !std::has_single_bit(vertices))
        throw ladders::UsageError("--size " + std::to_string(vertices) +
                                  ": kron needs a power of two, which --scale gives");
    std::vector<Edge> edges(edges_of(name, vertices, degree));
    if (name == "kron")
        make_kron(vertices, edges, seed);
    else if (name == "grid")
        make_grid(vertices, edges);
    else
        parallel_for(edges.size(), [&](std::size_t e) {
            const int next = static_cast<int>(e) + 1;
            if (name == "uniform") {
                ladders::SplitRandom random(seed, e);
                const auto vertex = [&] { return static_cast<int>(random.below(vertices)); };
                edges[e].from = vertex();
                edges[e].to = vertex();
            } else {
                edges[e] = {name == "path" ? next - 1 : 0, next};
            }
        });
    return graph_from(vertices, edges, directed);
}

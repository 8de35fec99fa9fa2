#include "bfs.h"

#include "common/support/parallel.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <bit>

namespace {

Bfs::Input make(Graph graph, const std::string& name, std::optional<std::int64_t> source)
{
    Bfs::Input in{std::move(graph), 0, ""};
    const Graph& g = in.graph;
    const int largest = g.vertex_of_largest_degree();
    in.source = source ? g.vertex_of_id(*source) : largest;
    if (in.source < 0)
        throw UsageError("--source " + std::to_string(*source) + ": " + name +
                         " has no vertex of that number" +
                         (g.file_id.empty() ? ", only 0 to " + std::to_string(g.vertices() - 1) : ""));
    in.description = name + ", " + std::to_string(g.vertices()) + " vertices, " + std::to_string(g.edges()) +
                     (g.directed ? " directed" : "") + (g.edges() == 1 ? " edge" : " edges") +
                     ", largest degree " + std::to_string(g.degree(largest)) + ", source " +
                     std::to_string(g.id_of_vertex(in.source));
    return in;
}

// Of the vertices that have a level: they and their neighbours are what the search must look at.
Work work_of(const Graph& graph, const std::vector<int>* level)
{
    const auto parts = parallel_pieces(graph.vertices(), [&](std::size_t begin, std::size_t end) {
        std::pair<std::size_t, std::size_t> sum;  // vertices, their neighbours
        for (std::size_t v = begin; v < end; ++v)
            if (!level || (*level)[v] != kUnreached) {
                ++sum.first;
                sum.second += graph.degree(static_cast<int>(v));
            }
        return sum;
    });
    double vertices = 0, neighbours = 0;
    for (const auto& part : parts) {
        vertices += static_cast<double>(part.first);
        neighbours += static_cast<double>(part.second);
    }
    // The list of each vertex with its place, once; all levels, once.
    return {.bytes = 4 * (neighbours + 2 * vertices + graph.vertices()),
            .operations = neighbours / (graph.directed ? 1 : 2)};
}

}  // namespace

void Bfs::add_options(OptionList& options)
{
    auto* graph = app.add_option("--graph", graph_, "the graph; --size is its number of vertices")
                      ->check(CLI::IsMember(graph_names()))
                      ->capture_default_str();
    auto* size = app.get_option("--size");
    auto* scale =
        app.add_option("--scale", scale_, "2^scale vertices")->check(CLI::Range(1, 30))->excludes(size);
    auto* degree = app.add_option("--degree", degree_, "edges per vertex, of kron and uniform")
                       ->check(CLI::Range(std::size_t{1}, kMostNeighbours))
                       ->capture_default_str();
    app.add_option(
           "-i,--input", file_,
           "a Matrix Market file, or a list of edges (two numbers a line; lines with # or % are comments)")
        ->type_name("FILE")
        ->check(a_file_name)
        ->excludes(graph)
        ->excludes(size)
        ->excludes(scale)
        ->excludes(degree);
    app.add_flag("--directed", directed_, "edges lead one way");
    app.add_option_function<std::string>(
           "--source",
           [this](const std::string& text) {
               source_ = parse_whole("--source", text, std::int64_t{INT64_MIN}, std::int64_t{INT64_MAX});
           },
           "where to begin, as the file numbers it (default: the vertex of largest degree)")
        ->type_name("N");
}

std::size_t Bfs::vertices(const Options& options) const
{
    return scale_ ? std::size_t{1} << scale_ : options.size;
}

MemoryNeed Bfs::memory(const Options& options) const
{
    if (!file_.empty())
        return {};  // known when it is read
    const std::size_t n = vertices(options);
    if (n > kMostVertices)
        throw UsageError("--size " + std::to_string(n) + ": at most " + std::to_string(kMostVertices) +
                         " vertices");
    return memory_of(n, edges_of(graph_, n, degree_));
}

MemoryNeed Bfs::memory_of(std::size_t vertices, std::size_t edges) const
{
    const std::size_t neighbours = edges * (directed_ ? 1 : 2);
    if (neighbours > kMostNeighbours)
        throw UsageError("the neighbours of all vertices would be " + std::to_string(neighbours) +
                         ": at most " + std::to_string(kMostNeighbours) + " can be counted");
    // On the device what v1 needs.
    return {.host = edges * sizeof(Edge) + neighbours * 4 + vertices * 24,
            .device = neighbours * 4 + vertices * 8};
}

Bfs::Input Bfs::make_input(const Options& options) const
{
    if (!file_.empty())
        return make(read_graph(file_, directed_,
                               [this](std::size_t vertices, std::size_t edges) {
                                   require_memory(memory_of(vertices, edges), file_);
                               }),
                    file_, source_);
    Input in = make(make_graph(graph_, vertices(options), degree_, directed_, options.seed), graph_, source_);
    if (graph_ == "kron" || graph_ == "uniform")
        in.description += ", seed " + std::to_string(options.seed);
    return in;
}

Bfs::Output Bfs::run(const Version& version, const Input& in, Run& run) const
{
    Output level = version(in, run);
    if (level.size() == std::size_t(in.graph.vertices()))
        run.work(work_of(in.graph, &level));
    return level;
}

void Bfs::cpu(const Input& in, Output& level) const
{
    levels_by_queue(in.graph, in.source, level);
}

Verdict Bfs::check(const Output& got, const Output& want, const Input& in, const Chain& chain) const
{
    const Verdict same = compare_exactly("vertex", got, want, level_text);
    return same.right ? check_without_cpu(got, in, run) : same;
}

Verdict Bfs::check_without_cpu(const Output& got, const Input& in, const Chain&) const
{
    return check_levels(in.graph, in.source, got);
}

Work Bfs::work(const Input& in) const
{
    return work_of(in.graph, nullptr);
}

Figures Bfs::figures(const Output& level) const
{
    std::size_t reached = 0;
    int last = 0;
    for (const int one : level)
        if (one != kUnreached) {
            ++reached;
            last = std::max(last, one);
        }
    return {{"Vertices reached", std::to_string(reached)}, {"Last level", std::to_string(last)}};
}

std::vector<SelfTest<Bfs::Input>> Bfs::selftests(int block) const
{
    const std::size_t b = block ? static_cast<std::size_t>(block) : 256;
    std::vector<SelfTest<Input>> tests;
    const auto add = [&](const std::string& name, Graph graph, std::optional<std::int64_t> source = {}) {
        Input in = make(std::move(graph), name, source);
        std::string description = in.description;
        tests.push_back({std::move(description), std::move(in)});
    };
    for (const std::string& name : graph_names())
        for (const std::size_t n : {std::size_t{1}, std::size_t{2}, std::size_t{31}, std::size_t{32},
                                    std::size_t{33}, b - 1, b, b + 1, std::size_t{1021}})
            if (n > 0 && (name != "kron" || std::has_single_bit(n)) &&
                !(kEmulator && name == "path" && n > 300))
                add(name, make_graph(name, n, 3, false, n));
    for (const int scale : {3, 6, kEmulator ? 9 : 16})
        for (const bool directed : {false, true})
            add("kron", make_graph("kron", std::size_t{1} << scale, 16, directed, scale));
    // Hubs, whose neighbours do not fit into any queue of a block; from inside and from outside.
    const std::size_t leaves = kEmulator ? 5000 : 1000003;
    add("star", make_graph("star", leaves, 0, false, 1));
    add("star, from a leaf", make_graph("star", leaves, 0, false, 1), leaves - 1);
    add("directed star, from a leaf", make_graph("star", 70, 0, true, 1), 69);
    add("grid", make_graph("grid", kEmulator ? 900 : 300 * 300, 0, false, 1), 0);
    // Two large levels, then one vertex in each.
    std::vector<Edge> comet;
    const int head = kEmulator ? 700 : 20000, end = head + (kEmulator ? 60 : 400);
    for (int v = 8; v < head; ++v)
        for (int k = 0; k < 8; ++k)
            comet.push_back({k, v});
    for (int v = head; v < end; ++v)
        comet.push_back({v - 1, v});
    add("large levels and a tail", graph_from(end, comet, false), 7);
    add("nothing but a vertex", graph_from(1, {}, false));
    add("isolated source", graph_from(100, {{1, 2}, {2, 3}}, false), 0);
    add("self-loops", graph_from(3, {{0, 0}, {0, 1}, {1, 1}, {2, 2}}, false), 0);
    add("duplicates", graph_from(40, std::vector<Edge>(3000, Edge{0, 39}), false), 39);
    add("two parts", graph_from(70, {{0, 69}, {69, 5}, {33, 34}, {34, 35}}, false), 69);
    add("a cycle, one way", graph_from(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, true), 2);
    add("a longer way round", graph_from(6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 4}, {4, 5}}, false), 0);
    return tests;
}

#include "bfs.h"

#include "common/support/split_random.h"

#include <algorithm>
#include <bit>

namespace {

Bfs::Input make(Graph g, const std::string& name, std::optional<std::int64_t> source = {})
{
    const int largest = g.vertex_of_largest_degree(), from = source ? g.vertex_of_id(*source) : largest;
    if (from < 0)
        throw UsageError("--source " + std::to_string(*source) + ": " + name +
                         " has no vertex of that number" +
                         (g.file_id.empty() ? ", only 0 to " + std::to_string(g.vertices() - 1) : ""));
    const std::string description =
        format_text("%s, %d vertices, %zu%s edge%s, largest degree %u, ", name.c_str(), g.vertices(),
                    g.edges(), g.directed ? " directed" : "", g.edges() == 1 ? "" : "s", g.degree(largest));
    const std::string source_text = "source " + std::to_string(g.id_of_vertex(from));
    return {std::move(g), from, description + source_text, {}};
}

bool has_edge_to_another(const Graph& g, int v)
{
    return std::any_of(g.neighbour.begin() + g.row_start[v], g.neighbour.begin() + g.row_start[v + 1],
                       [v](int other) { return other != v; });
}

// Graph500's search keys: different vertices with an edge to another vertex; all of these if they are fewer.
void choose_sources(Bfs::Input& in, std::size_t most, const std::string& name, std::uint64_t seed)
{
    std::vector<int>& sources = in.sources;
    for (int v = 0; v < in.graph.vertices(); ++v)
        if (has_edge_to_another(in.graph, v))
            sources.push_back(v);
    if (sources.empty())
        throw UsageError(
            format_text("--sources %zu: in %s no vertex has an edge to another one", most, name.c_str()));
    const std::size_t found = sources.size(), count = std::min(most, found);
    SplitRandom random(seed, in.graph.neighbour.size());
    for (std::size_t i = 0; i < count; ++i)
        std::swap(sources[i], sources[i + random.below(found - i)]);
    sources.resize(count);
    in.source = sources.front();
    in.description.resize(in.description.rfind("source "));
    in.description += format_text("%zu random source%s", count, count == 1 ? "" : "s");
    if (count < most)
        in.description += ", all that have edges";
}

}  // namespace

void Bfs::add_options(OptionList& options)
{
    options.choice("--graph", graph_, graph_names(), "the graph; --size is its number of vertices");
    options.whole("--scale", scale_, 1, 30, "2^scale vertices");
    options.whole("--degree", degree_, 1, kMostNeighbours, "edges per vertex, of kron and uniform");
    options.input(file_,
                  "a Matrix Market file, or a list of edges (two numbers a line; "
                  "lines with # or % are comments)");
    options.flag("--directed", directed_, "edges lead one way");
    options.whole("--source", source_,
                  "where to begin, as the file numbers it (default: the vertex of largest degree)");
    options.whole(
        "--sources", sources_, 1, kMostVertices,
        "searches from so many random vertices with edges: the median and the longest time, and the "
        "harmonic mean of the rates, as Graph500 asks");
    options.exclude("--sources", {"--source", "--trace"});
    options.exclude("--scale", {"--size"});
    options.exclude("--input", {"--graph", "--size", "--scale", "--degree"});
}

MemoryNeed Bfs::memory(const Options& options) const
{
    if (!file_.empty())
        return {};  // known when it is read
    const std::size_t n = vertices(options);
    if (n > kMostVertices)
        throw UsageError(format_text("--size %zu: at most %d vertices", n, kMostVertices));
    return memory_of(n, edges_of(graph_, n, degree_));
}

MemoryNeed Bfs::memory_of(std::size_t vertices, std::size_t edges) const
{
    const std::size_t neighbours = edges * (directed_ ? 1 : 2);
    require_size(vertices, neighbours);
    const double lists = 4.0 * neighbours, n = vertices;
    // On the device what v1 needs.
    return {.host = edges * sizeof(Edge) + neighbours * sizeof(Edge) + lists + 28 * n,
            .device = lists + 8 * n};
}

Bfs::Input Bfs::make_input(const Options& options) const
{
    const auto require = [this](std::size_t n, std::size_t edges) {
        require_memory(memory_of(n, edges), file_);
    };
    const std::string name = file_.empty() ? graph_ : file_;
    Input in = make(file_.empty() ? make_graph(graph_, vertices(options), degree_, directed_, options.seed)
                                  : read_graph(file_, directed_, require),
                    name, source_);
    if (sources_ > 0)
        choose_sources(in, sources_, name, options.seed);
    if (sources_ > 0 || (file_.empty() && (graph_ == "kron" || graph_ == "uniform")))
        in.description += ", seed " + std::to_string(options.seed);
    return in;
}

Verdict Bfs::check(const Output& got, const Output& want, const Input& in) const
{
    const Verdict same = want.empty() ? Verdict{} : compare_levels(got, want);
    return same.right ? check_levels(in.graph, in.source, got) : same;
}

// Of the vertices that are reached: they and their neighbours are what the search must look at.
Work Bfs::work(const Input& in, const Output& level) const
{
    const Graph& g = in.graph;
    double reached = 0, neighbours = 0;
    for (int v = 0; v < std::min<int>(g.vertices(), level.size()); ++v)
        if (level[v] != kUnreached) {
            ++reached;
            neighbours += g.degree(v);
        }
    // The list of each with its place, once; all levels, once.
    return {.bytes = 4 * (neighbours + 2 * reached + g.vertices()),
            .operations = neighbours / (g.directed ? 1 : 2)};
}

std::vector<Shown> Bfs::shown_inputs(const Input& in) const
{
    return {shown("row starts", in.graph.row_start), shown("neighbours", in.graph.neighbour)};
}

Figures Bfs::figures(const Output& level) const
{
    const auto reached = std::count_if(level.begin(), level.end(), [](int one) { return one != kUnreached; });
    int last = 0;
    for (const int one : level)
        last = std::max(last, one == kUnreached ? 0 : one);
    return {{"Vertices reached", reached}, {"Last level", last}};
}

void Bfs::selftests(SelfTests<Bfs>& tests) const
{
    tests.add_to_plain_runs({"--graph uniform -n 131 --degree 3", "--graph star -n 70 --directed --source 69",
                             "--graph grid -n 81", "--graph star -n 2100"});
    for (const std::string& name : graph_names())
        for (const std::size_t n : tests.sizes(1100))
            if ((name != "kron" || std::has_single_bit(n)) && !(kEmulator && name == "path" && n > 300))
                tests.add_options(format_text("--graph %s -n %zu --degree 3 --seed %zu", name.c_str(), n, n));
    for (const int scale : {3, 6, kEmulator ? 9 : 16})
        for (const char* directed : {"", " --directed"})
            tests.add_options("--scale " + std::to_string(scale) + directed);
    // Hubs, whose neighbours do not fit into any queue of a block; from inside and from outside.
    const int leaves = kEmulator ? 5000 : 1000003;
    tests.add_options(format_text("--graph star -n %d", leaves));
    tests.add_options(format_text("--graph star -n %d --source %d", leaves, leaves - 1));
    tests.add_options("--graph star -n 70 --directed --source 69");
    tests.add_options(format_text("--graph grid -n %d --source 0", kEmulator ? 900 : 300 * 300));
    if (!kEmulator)
        tests.add_options(format_text("--graph grid -n %d", 2100 * 2100));  // levels that fill a cluster
    const auto add = [&](const char* name, int n, const std::vector<Edge>& edges, bool directed, int source) {
        tests.add(name, make(graph_from(n, edges, directed), name, source));
    };
    std::vector<Edge> comet;
    const int head = kEmulator ? 700 : 20000, end = head + (kEmulator ? 60 : 400);
    for (int v = 8; v < end; ++v)
        for (int k = 0; k < (v < head ? 8 : 1); ++k)
            comet.push_back({v < head ? k : v - 1, v});
    add("two large levels, then one vertex in each", end, comet, false, 7);
    // A queue that drops what does not fit loses the next level, too.
    std::vector<Edge> hub;
    const int neighbours = kEmulator ? 2500 : 500000;
    for (int v = 1; v <= neighbours; ++v) {
        hub.push_back({0, v});
        hub.push_back({v, v + neighbours});
    }
    add("a hub whose neighbours lead on", 1 + 2 * neighbours, hub, false, 0);
    add("nothing but a vertex", 1, {}, false, 0);
    add("isolated source", 100, {{1, 2}, {2, 3}}, false, 0);
    add("self-loops", 3, {{0, 0}, {0, 1}, {1, 1}, {2, 2}}, false, 0);
    add("duplicates", 40, std::vector<Edge>(3000, Edge{0, 39}), false, 39);
    add("two parts", 70, {{0, 69}, {69, 5}, {33, 34}, {34, 35}}, false, 69);
    add("a cycle, one way", 4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, true, 2);
    add("a longer way round", 6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 4}, {4, 5}}, false, 0);
}

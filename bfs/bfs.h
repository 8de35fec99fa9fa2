// bfs: the level of each vertex of a graph: its distance from a source, in edges.
#pragma once

#include "common/ladder.h"
#include "levels.h"

struct Bfs {
    struct Input {
        Graph graph;
        int source;
        std::string description;
        std::vector<int> sources;  // with --sources: where to search from, one after the other
    };
    using Output = std::vector<int>;  // the level of each vertex

    static constexpr TopicInfo info{.name = "bfs",
                                    .title = "breadth-first levels of a graph",
                                    .folder = "bfs",
                                    .size = 1 << 18,
                                    .emulator_size = 1 << 8,
                                    .rate = Rate::operations,
                                    .operations = "edge"};

    void add_options(OptionList& options);
    MemoryNeed memory(const Options& options) const;
    Input make_input(const Options& options) const;
    void cpu(const Input& in, Output& level) const { levels_by_queue(in.graph, in.source, level); }
    Output without_cpu(const Input&) const { return {}; }  // check_levels() needs no reference
    Verdict check(const Output& got, const Output& want, const Input& in) const;
    Work work(const Input& in, const Output& level) const;
    std::vector<Shown> shown_inputs(const Input& in) const;
    void hide(Input& in, HiddenArrays& arrays) const
    {
        arrays.whole(in.graph.neighbour, HiddenArrays::Values::related);
    }
    std::size_t cases(const Input& in) const { return in.sources.size(); }
    void use_case(Input& in, std::size_t i) const { in.source = in.sources.at(i); }
    std::string case_name(const Input& in) const
    {
        return "source " + std::to_string(in.graph.id_of_vertex(in.source));
    }
    Figures figures(const Output& level) const;
    void selftests(SelfTests<Bfs>& tests) const;

private:
    std::size_t vertices(const Options& options) const
    {
        return scale_ ? std::size_t{1} << scale_ : options.size;
    }
    MemoryNeed memory_of(std::size_t vertices, std::size_t edges) const;

    std::string graph_ = "kron";
    std::string file_;
    int scale_ = 0;  // 0: --size
    std::size_t degree_ = 16;
    bool directed_ = false;
    std::size_t sources_ = 0;             // 0: one, which is source_
    std::optional<std::int64_t> source_;  // none: the vertex of largest degree
};

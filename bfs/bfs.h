// bfs: the level of each vertex of a graph: its distance from a source, in edges.
#pragma once

#include "common/ladder.h"
#include "levels.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

struct Bfs {
    struct Input {
        Graph graph;
        int source;
        std::string description;
    };
    using Output = std::vector<int>;  // the level of each vertex

    using Version = Output (*)(const Input& in, Run& run);

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
    std::string describe(const Input& in) const { return in.description; }
    Output run(const Version& version, const Input& in, Run& run) const;
    void cpu(const Input& in, Output& level) const;
    Verdict check(const Output& got, const Output& want, const Input& in, const Chain& chain) const;
    Verdict check_without_cpu(const Output& got, const Input& in, const Chain& chain) const;
    // As if all vertices were reached; run() knows which ones are, and sets the work of those.
    Work work(const Input& in) const;
    Figures figures(const Output& level) const;
    std::vector<SelfTest<Input>> selftests(int block) const;

private:
    std::size_t vertices(const Options& options) const;
    MemoryNeed memory_of(std::size_t vertices, std::size_t edges) const;

    std::string graph_ = "kron";
    std::string file_;
    int scale_ = 0;  // 0: --size
    std::size_t degree_ = 16;
    bool directed_ = false;
    std::optional<std::int64_t> source_;  // none: the vertex of largest degree
};

// dump_levels <file> <source> [directed]: "vertex level" for each vertex that a path leads to, numbered as in the file.
#include "bfs/levels.h"
#include "common/support/errors.h"

#include <cstdio>
#include <cstdlib>
#include <string>

int main(int argc, char** argv)
{
    return ladders::exit_code_of_program("dump_levels", [&] {
        if (argc < 3 || argc > 4 || (argc == 4 && std::string(argv[3]) != "directed"))
            throw ladders::UsageError("usage: dump_levels <file> <source> [directed]");
        const Graph graph = read_graph(argv[1], argc == 4);
        const int source = graph.vertex_of_id(std::strtoll(argv[2], nullptr, 10));
        if (source < 0)
            throw ladders::UsageError("no such vertex");
        std::vector<int> level;
        levels_by_queue(graph, source, level);
        for (int v = 0; v < graph.vertices(); ++v)
            if (level[v] != kUnreached)
                std::printf("%lld %d\n", static_cast<long long>(graph.id_of_vertex(v)), level[v]);
        return 0;
    });
}

#include "levels.h"

#include "common/support/parallel.h"

#include <atomic>
#include <cstddef>
#include <string>

using ladders::another_size;
using ladders::Verdict;

namespace {

// What fault_of(v) says about the first faulty vertex that a core comes to; empty if none is faulty.
template <class F>
std::string first_fault(int vertices, F fault_of)
{
    const auto faults = ladders::parallel_pieces(vertices, [&](std::size_t begin, std::size_t end) {
        std::string fault;
        for (std::size_t v = begin; v < end && fault.empty(); ++v)
            fault = fault_of(static_cast<int>(v));
        return fault;
    });
    for (const std::string& fault : faults)
        if (!fault.empty())
            return fault;
    return "";
}

}  // namespace

std::string level_text(int level)
{
    return level == kUnreached ? "unreached" : "level " + std::to_string(level);
}

void levels_by_queue(const Graph& graph, int source, std::vector<int>& level)
{
    level.assign(graph.vertices(), kUnreached);
    std::vector<int> queue;
    queue.reserve(graph.vertices());
    level[source] = 0;
    queue.push_back(source);
    for (std::size_t head = 0; head < queue.size(); ++head) {
        const int u = queue[head];
        for (unsigned k = graph.row_start[u]; k < graph.row_start[u + 1]; ++k) {
            const int v = graph.neighbour[k];
            if (level[v] == kUnreached) {
                level[v] = level[u] + 1;
                queue.push_back(v);
            }
        }
    }
}

Verdict compare_levels(const std::vector<int>& got, const std::vector<int>& want)
{
    if (got.size() != want.size())
        return another_size(got.size(), want.size(), "levels");
    Compared arrays = compared(got, want);
    const auto shown_in = [](const std::vector<int>& levels) {
        return [&levels](std::size_t v, int) {
            return levels[v] == kUnreached ? level_text(kUnreached) : std::to_string(levels[v]);
        };
    };
    arrays.got.text = shown_in(got);
    arrays.want.text = shown_in(want);
    return compare_each(
        want.size(), [&](std::size_t v) { return got[v] == want[v]; },
        [&](std::size_t v) {
            return "vertex " + std::to_string(v) + ": " + level_text(got[v]) + " in place of " +
                   level_text(want[v]);
        },
        arrays);
}

Verdict check_levels(const Graph& g, int source, const std::vector<int>& got)
{
    if (got.size() != std::size_t(g.vertices()))
        return another_size(got.size(), g.vertices(), "levels");
    if (got[source] != 0)
        return Verdict::wrong("the source has " + level_text(got[source]));
    std::vector<unsigned char> has_parent(got.size(), 0);
    has_parent[source] = 1;
    std::string fault = first_fault(g.vertices(), [&](int u) -> std::string {
        if (got[u] == kUnreached)
            return "";
        if (got[u] < 0 || got[u] >= g.vertices())
            return "vertex " + std::to_string(u) + " has " + level_text(got[u]);
        for (unsigned k = g.row_start[u]; k < g.row_start[u + 1]; ++k) {
            const int v = g.neighbour[k];
            if (got[v] > got[u] + 1)
                return "an edge leads from vertex " + std::to_string(u) + ", " + level_text(got[u]) +
                       ", to vertex " + std::to_string(v) + ", " + level_text(got[v]);
            if (got[v] == got[u] + 1)
                std::atomic_ref<unsigned char>(has_parent[v]).store(1, std::memory_order_relaxed);
        }
        return "";
    });
    if (fault.empty())
        fault = first_fault(g.vertices(), [&](int v) -> std::string {
            if (got[v] == kUnreached || has_parent[v])
                return "";
            return "vertex " + std::to_string(v) + " has " + level_text(got[v]) +
                   ", but no edge from the level before";
        });
    return fault.empty() ? Verdict{} : Verdict::wrong(fault);
}

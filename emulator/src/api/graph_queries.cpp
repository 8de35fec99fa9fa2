// What a program can ask about a graph.
#include "api/errors.h"
#include "api/graph.h"
#include "api/handles.h"
#include "api/refused_arguments.h"
#include "debug_info/line_table.h"
#include "state/one_at_a_time.h"

#include <algorithm>
#include <fstream>
#include <map>

using emu::note;
using emu::sticky_error;

namespace emu {
namespace {

// As CUDA's lists: without `to`, only the count; else at most *count of them, the rest filled with null pointers.
cudaError_t give(const std::vector<CUgraphNode_st*>& found, cudaGraphNode_t* to, std::size_t* count)
{
    if (!count)
        return note(cudaErrorInvalidValue);
    if (!to) {
        *count = found.size();
        return note(sticky_error());
    }
    for (std::size_t i = 0; i < *count; ++i)
        to[i] = i < found.size() ? found[i] : nullptr;
    *count = std::min(*count, found.size());
    return note(sticky_error());
}

}  // namespace
}  // namespace emu

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count)
{
    const emu::OneAtATime one_at_a_time;
    if (!emu::is_usable(graph))
        return note(cudaErrorInvalidValue);
    std::vector<CUgraphNode_st*> found;
    for (const auto& node : graph->nodes)
        found.push_back(node.get());
    return emu::give(found, nodes, count);
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count)
{
    const emu::OneAtATime one_at_a_time;
    if (!emu::is_usable(graph))
        return note(cudaErrorInvalidValue);
    std::vector<CUgraphNode_st*> found;
    for (const auto& node : graph->nodes)
        if (node->dependencies.empty())
            found.push_back(node.get());
    return emu::give(found, nodes, count);
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              std::size_t* count)
{
    const emu::OneAtATime one_at_a_time;
    if (!emu::is_usable(graph) || !count || (from == nullptr) != (to == nullptr))
        return note(cudaErrorInvalidValue);
    std::vector<CUgraphNode_st*> sources, targets;
    for (const auto& node : graph->nodes)
        for (CUgraphNode_st* dependency : node->dependencies) {
            sources.push_back(dependency);
            targets.push_back(node.get());
        }
    std::size_t again = *count;
    emu::give(sources, from, &again);
    return emu::give(targets, to, count);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type)
{
    const emu::OneAtATime one_at_a_time;
    if (!type || !emu::is_usable(node, "cudaGraphNodeGetType"))
        return note(cudaErrorInvalidValue);
    *type = node->work.type;
    return note(sticky_error());
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* dependencies,
                                         std::size_t* count)
{
    const emu::OneAtATime one_at_a_time;
    if (!emu::is_usable(node, "cudaGraphNodeGetDependencies"))
        return note(cudaErrorInvalidValue);
    return emu::give(node->dependencies, dependencies, count);
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* dependents,
                                           std::size_t* count)
{
    const emu::OneAtATime one_at_a_time;
    if (!emu::is_usable(node, "cudaGraphNodeGetDependentNodes"))
        return note(cudaErrorInvalidValue);
    std::vector<CUgraphNode_st*> found;
    for (const auto& each : node->graph->nodes)
        if (std::count(each->dependencies.begin(), each->dependencies.end(), node) > 0)
            found.push_back(each.get());
    return emu::give(found, dependents, count);
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t original)
{
    const emu::OneAtATime one_at_a_time;
    if (!clone || !emu::is_usable(original))
        return note(cudaErrorInvalidValue);
    const std::shared_ptr<CUgraph_st> copy = emu::copy_graph(*original);
    *clone = new CUgraph_st;
    (*clone)->nodes.swap(copy->nodes);
    for (const auto& node : (*clone)->nodes)
        node->graph = *clone;
    emu::note_created(emu::Handle::graph, *clone);
    return note(sticky_error());
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* found, cudaGraphNode_t original, cudaGraph_t clone)
{
    const emu::OneAtATime one_at_a_time;
    if (!found || !emu::is_usable(clone))
        return note(cudaErrorInvalidValue);
    for (const auto& node : clone->nodes)
        if (node->original == original) {
            *found = node.get();
            return note(sticky_error());
        }
    return emu::refuse_arguments(
        cudaErrorInvalidValue, "cudaGraphNodeFindInClone",
        "the second graph has no copy of this node: is it the clone of the node's graph?");
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* params)
{
    const emu::OneAtATime one_at_a_time;
    if (!params || !emu::is_usable(node, "cudaGraphKernelNodeGetParams") ||
        node->work.type != cudaGraphNodeTypeKernel)
        return note(cudaErrorInvalidValue);
    if (!node->work.kernel.func)
        return emu::refuse_arguments(
            cudaErrorNotSupported, "cudaGraphKernelNodeGetParams",
            "a stream capture has made this node: the emulator does not know its arguments. "
            "cudaGraphKernelNodeSetParams() sets all of them");
    *params = node->work.kernel;
    return note(sticky_error());
}

// For Graphviz: dot -Tpng graph.dot -o graph.png
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned)
{
    const emu::OneAtATime one_at_a_time;
    if (!path || !emu::is_usable(graph))
        return note(cudaErrorInvalidValue);
    std::ofstream file(path);
    std::map<const CUgraphNode_st*, std::size_t> numbers;
    file << "digraph graph_0 {\n";
    for (const auto& node : graph->nodes) {
        const std::size_t number = numbers.size();
        numbers[node.get()] = number;
        const emu::SourceLine place = node->calls.line();
        file << "  node_" << number << " [shape=box, label=\"" << number << ": " << node->work.name;
        if (!place.file.empty())
            file << "\\n" << emu::base_name(place.file) << ":" << place.line;
        file << "\"];\n";
    }
    for (const auto& node : graph->nodes)
        for (const CUgraphNode_st* dependency : node->dependencies)
            file << "  node_" << numbers[dependency] << " -> node_" << numbers[node.get()] << ";\n";
    file << "}\n";
    return file ? note(sticky_error()) : note(cudaErrorOperatingSystem);
}

#include "api/graph.h"

#include "api/errors.h"
#include "api/handles.h"
#include "api/refused_arguments.h"
#include "state/devices.h"

#include <algorithm>
#include <map>
#include <set>

namespace emu {
namespace {

// All nodes of graphs that the program can name.
std::set<const CUgraphNode_st*>& known_nodes()
{
    static auto& known = *new std::set<const CUgraphNode_st*>;
    return known;
}

// As a graph repeats it, whichever device is current then.
Work on_current_device(Work work)
{
    if (device_count() == 1 || !work)
        return work;
    return [work = std::move(work), device = current_device()] {
        const OnDevice there(device);
        return work();
    };
}

}  // namespace

bool is_usable(cudaGraph_t graph)
{
    return graph && is_usable(Handle::graph, graph);
}

bool is_usable(cudaGraphNode_t node, const char* function)
{
    if (known_nodes().count(node))
        return true;
    refuse_arguments(cudaErrorInvalidValue, function,
                     "the node does not exist: was it made, and has it or its graph been destroyed?");
    return false;
}

CUgraphNode_st* add_node(CUgraph_st& graph, NodeWork work, std::vector<CUgraphNode_st*> dependencies)
{
    auto node = std::make_unique<CUgraphNode_st>();
    node->graph = &graph;
    node->work = std::move(work);
    node->work.work = on_current_device(std::move(node->work.work));
    node->dependencies = std::move(dependencies);
    node->calls = host_calls();
    known_nodes().insert(node.get());
    graph.nodes.push_back(std::move(node));
    return graph.nodes.back().get();
}

void forget_node(const CUgraphNode_st* node)
{
    known_nodes().erase(node);
}

std::shared_ptr<CUgraph_st> copy_graph(const CUgraph_st& graph)
{
    auto copy = std::make_shared<CUgraph_st>();
    std::map<const CUgraphNode_st*, CUgraphNode_st*> copies;
    for (const auto& node : graph.nodes) {
        auto& mine = copy->nodes.emplace_back(std::make_unique<CUgraphNode_st>(*node));
        mine->graph = copy.get();
        mine->original = node.get();
        if (node->work.child)
            mine->work.child = copy_graph(*node->work.child);
        copies[node.get()] = mine.get();
        known_nodes().insert(mine.get());
    }
    for (const auto& node : copy->nodes)
        for (CUgraphNode_st*& dependency : node->dependencies)
            dependency = copies.at(dependency);
    return copy;
}

std::vector<CUgraphNode_st*> in_order(const CUgraph_st& graph)
{
    std::vector<CUgraphNode_st*> order;
    std::set<const CUgraphNode_st*> done;
    for (bool found = true; found;) {
        found = false;
        for (const auto& node : graph.nodes) {
            const auto is_done = [&](const CUgraphNode_st* each) { return done.count(each) > 0; };
            if (is_done(node.get()) ||
                !std::all_of(node->dependencies.begin(), node->dependencies.end(), is_done))
                continue;
            order.push_back(node.get());
            done.insert(node.get());
            found = true;
        }
    }
    return order;
}

QueuedWork size_of(const CUgraph_st& graph)
{
    QueuedWork size{0, 0};
    std::map<const CUgraphNode_st*, Depth> depths;
    for (const CUgraphNode_st* node : in_order(graph)) {
        const int operations = node->enabled ? node->work.operations : 0;
        const QueuedWork own = node->work.child ? size_of(*node->work.child)
                                                : QueuedWork{uint64_t(operations), Depth(operations)};
        Depth depth = 0;
        for (const CUgraphNode_st* dependency : node->dependencies)
            depth = std::max(depth, depths[dependency]);
        depths[node] = depth + own.chain;
        size.operations += own.operations;
        size.chain = std::max(size.chain, depths[node]);
    }
    return size;
}

}  // namespace emu

CUgraph_st::~CUgraph_st()
{
    for (const auto& node : nodes)
        emu::forget_node(node.get());
}

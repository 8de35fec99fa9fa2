// Executable graphs.
#include "api/capture.h"
#include "api/errors.h"
#include "api/graph.h"
#include "api/handles.h"
#include "checks/relatives.h"
#include "checks/stream_order.h"
#include "state/one_at_a_time.h"

#include <algorithm>
#include <map>

using emu::note;
using emu::sticky_error;

namespace emu {
namespace {

cudaStream_t running_stream = nullptr;

// The nodes, those of child graphs among them, in an order that the edges allow.
struct Step {
    const CUgraphNode_st* node;
    std::vector<bool> before;  // steps that come before by the edges
    bool is_last = true;       // all earlier steps do
};

// after: steps that come before the graph. Adds its steps, and returns those of its nodes.
std::vector<bool> add_steps(const CUgraph_st& graph, const std::vector<bool>& after, std::vector<Step>& steps)
{
    const auto join = [](std::vector<bool>& to, const std::vector<bool>& from) {
        to.resize(std::max(to.size(), from.size()));
        for (std::size_t i = 0; i < from.size(); ++i)
            to[i] = to[i] || from[i];
    };
    std::map<const CUgraphNode_st*, std::vector<bool>> done;  // when a node is
    std::vector<bool> all = after;
    for (const CUgraphNode_st* node : in_order(graph)) {
        std::vector<bool> before = after;
        for (const CUgraphNode_st* dependency : node->dependencies)
            join(before, done[dependency]);
        if (node->work.child) {
            done[node] = add_steps(*node->work.child, before, steps);
        } else {
            before.resize(steps.size());
            Step step{node, before, std::find(before.begin(), before.end(), false) == before.end()};
            steps.push_back(std::move(step));
            before.push_back(true);
            done[node] = before;
        }
        join(all, done[node]);
    }
    return all;
}

// Whether some of the steps may overlap.
bool is_chain(const std::vector<Step>& steps)
{
    return std::all_of(steps.begin(), steps.end(), [](const Step& step) { return step.is_last; });
}

cudaError_t run_steps(const std::vector<Step>& steps)
{
    const bool alone = is_chain(steps);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const NodeWork& work = steps[i].node->work;
        if (!work.work || !steps[i].node->enabled)
            continue;
        if (!alone) {
            Relative relative;
            relative.name = work.name;
            relative.launched = steps[i].node->calls.line();
            relative.node = int(i);
            relative.before = steps[i].before;
            begin_relative(relative);
            has_unordered = !steps[i].is_last;
        }
        if (const cudaError_t error = work.work(); error != cudaSuccess)
            return error;
    }
    return cudaSuccess;
}

// Why the graph cannot take the place of the other.
struct Difference {
    cudaGraphExecUpdateResult result = cudaGraphExecUpdateSuccess;
    CUgraphNode_st* node = nullptr;
};

Difference difference(const CUgraph_st& old, const CUgraph_st& wanted)
{
    if (old.nodes.size() != wanted.nodes.size())
        return {cudaGraphExecUpdateErrorTopologyChanged};
    std::map<const CUgraphNode_st*, std::size_t> old_number, new_number;
    for (std::size_t i = 0; i < old.nodes.size(); ++i) {
        const auto &a = old.nodes[i], &b = wanted.nodes[i];
        old_number[a.get()] = new_number[b.get()] = i;
        if (a->work.type != b->work.type)
            return {cudaGraphExecUpdateErrorNodeTypeChanged, b.get()};
        if (a->dependencies.size() != b->dependencies.size())
            return {cudaGraphExecUpdateErrorTopologyChanged, b.get()};
        if (a->work.child)
            if (const Difference child = difference(*a->work.child, *b->work.child);
                child.result != cudaGraphExecUpdateSuccess)
                return {child.result, b.get()};
    }
    for (std::size_t i = 0; i < old.nodes.size(); ++i)
        for (std::size_t k = 0; k < old.nodes[i]->dependencies.size(); ++k)
            if (old_number[old.nodes[i]->dependencies[k]] != new_number[wanted.nodes[i]->dependencies[k]])
                return {cudaGraphExecUpdateErrorTopologyChanged, wanted.nodes[i].get()};
    return {};
}

// The nodes keep their originals: the program names them by the first graph's.
void take_work(CUgraph_st& old, const CUgraph_st& wanted)
{
    for (std::size_t i = 0; i < old.nodes.size(); ++i) {
        old.nodes[i]->work = wanted.nodes[i]->work;
        old.nodes[i]->calls = wanted.nodes[i]->calls;
    }
}

}  // namespace

cudaStream_t stream_of_graph()
{
    return running_stream;
}

}  // namespace emu

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* ready, cudaGraph_t graph, unsigned long long)
{
    const emu::OneAtATime one_at_a_time;
    if (!ready || !emu::is_usable(graph))
        return note(cudaErrorInvalidValue);
    *ready = new CUgraphExec_st{emu::copy_graph(*graph), emu::size_of(*graph)};
    emu::note_created(emu::Handle::executable_graph, *ready);
    return note(sticky_error());
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t ready, cudaStream_t stream)
{
    const emu::OneAtATime one_at_a_time;
    if (!ready || !emu::is_usable(emu::Handle::executable_graph, ready))
        return note(cudaErrorInvalidValue);
    if (!emu::is_usable(stream))
        return note(cudaErrorInvalidResourceHandle);
    std::vector<emu::Step> steps;
    emu::add_steps(*ready->graph, {}, steps);
    emu::enqueue_wait(stream, ready->end);
    const bool was_unordered = emu::has_unordered;
    const emu::GraphLaunch launch(stream, ready->size);
    ready->end = emu::end_of(stream);
    emu::running_stream = stream;
    const cudaError_t error = emu::run_steps(steps);
    emu::end_family();
    emu::has_unordered = was_unordered;
    return error != cudaSuccess ? error : note(sticky_error());
}

cudaError_t cudaGraphUpload(cudaGraphExec_t ready, cudaStream_t stream)
{
    const emu::OneAtATime one_at_a_time;
    if (!ready || !emu::is_usable(emu::Handle::executable_graph, ready))
        return note(cudaErrorInvalidValue);
    return note(emu::is_usable(stream) ? sticky_error() : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    const emu::OneAtATime one_at_a_time;
    if (!emu::is_usable(graph))
        return note(cudaErrorInvalidValue);
    for (const auto& node : graph->nodes)
        emu::forget_node(node.get());
    emu::note_destroyed(emu::Handle::graph, graph, [](void* old) { delete static_cast<cudaGraph_t>(old); });
    return note(sticky_error());
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t ready)
{
    const emu::OneAtATime one_at_a_time;
    if (!ready || !emu::is_usable(emu::Handle::executable_graph, ready))
        return note(cudaErrorInvalidValue);
    ready->graph = nullptr;
    emu::note_destroyed(emu::Handle::executable_graph, ready,
                        [](void* old) { delete static_cast<cudaGraphExec_t>(old); });
    return note(sticky_error());
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t ready, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* info)
{
    const emu::OneAtATime one_at_a_time;
    if (!ready || !emu::is_usable(emu::Handle::executable_graph, ready) || !emu::is_usable(graph))
        return note(cudaErrorInvalidValue);
    const emu::Difference found = emu::difference(*ready->graph, *graph);
    if (info)
        *info = {found.result, found.node, nullptr};
    if (found.result != cudaGraphExecUpdateSuccess)
        return note(cudaErrorGraphExecUpdateFailure);
    emu::take_work(*ready->graph, *emu::copy_graph(*graph));
    ready->size = emu::size_of(*ready->graph);
    return note(sticky_error());
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t ready, cudaGraph_t graph, cudaGraphNode_t* error_node,
                                cudaGraphExecUpdateResult* result)
{
    cudaGraphExecUpdateResultInfo info{};
    const cudaError_t error = cudaGraphExecUpdate(ready, graph, &info);
    if (error_node)
        *error_node = info.errorNode;
    if (result)
        *result = info.result;
    return error;
}

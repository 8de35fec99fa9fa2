// Graphs made node by node: nodes, edges and the parameters of nodes.
#include "api/errors.h"
#include "api/graph.h"
#include "api/handles.h"
#include "api/refused_arguments.h"
#include "checks/stream_order.h"
#include "state/one_at_a_time.h"

#include <algorithm>
#include <set>

using emu::note;
using emu::sticky_error;

namespace emu {
namespace {

// Whether the later node depends on the earlier one, directly or by others.
bool depends(const CUgraphNode_st* later, const CUgraphNode_st* earlier)
{
    std::set<const CUgraphNode_st*> seen{later};
    std::vector<const CUgraphNode_st*> rest{later};
    while (!rest.empty()) {
        const CUgraphNode_st* node = rest.back();
        rest.pop_back();
        if (node == earlier)
            return true;
        for (const CUgraphNode_st* each : node->dependencies)
            if (seen.insert(each).second)
                rest.push_back(each);
    }
    return false;
}

bool has(const CUgraphNode_st* node, const CUgraphNode_st* dependency)
{
    return std::count(node->dependencies.begin(), node->dependencies.end(), dependency) > 0;
}

// Adds a node whose work `make` makes.
template <class Make>
cudaError_t add(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                std::size_t count, const char* function, Make make)
{
    const OneAtATime one_at_a_time;
    if (!node || !is_usable(graph) || (count > 0 && !dependencies))
        return note(cudaErrorInvalidValue);
    std::vector<CUgraphNode_st*> before;
    for (std::size_t i = 0; i < count; ++i) {
        if (!is_usable(dependencies[i], function))
            return cudaErrorInvalidValue;
        if (dependencies[i]->graph != graph)
            return refuse_arguments(cudaErrorInvalidValue, function,
                                    "dependency " + std::to_string(i) + " is a node of another graph");
        if (std::count(before.begin(), before.end(), dependencies[i]) > 0)
            return refuse_arguments(cudaErrorInvalidValue, function,
                                    "dependency " + std::to_string(i) + " is named twice");
        before.push_back(dependencies[i]);
    }
    NodeWork made;
    if (const cudaError_t error = make(made); error != cudaSuccess)
        return error;
    *node = add_node(*graph, std::move(made), std::move(before));
    return note(sticky_error());
}

cudaError_t make_event_work(cudaEvent_t event, bool records, NodeWork& made)
{
    if (!event)
        return note(cudaErrorInvalidValue);
    made.type = records ? cudaGraphNodeTypeEventRecord : cudaGraphNodeTypeWaitEvent;
    made.name = records ? "an event record node" : "an event wait node";
    made.work = [=] {
        const cudaStream_t stream = stream_of_graph();
        return records ? cudaEventRecord(event, stream) : cudaStreamWaitEvent(stream, event, 0);
    };
    return cudaSuccess;
}

// Replaces what a node does; its type stays.
template <class Make>
cudaError_t set(cudaGraphNode_t node, cudaGraphNodeType type, const char* function, Make make)
{
    const OneAtATime one_at_a_time;
    if (!is_usable(node, function))
        return cudaErrorInvalidValue;
    if (node->work.type != type)
        return refuse_arguments(cudaErrorInvalidValue, function, "the node has another type");
    NodeWork made;
    const cudaError_t error = make(made);
    if (error == cudaSuccess)
        node->work = std::move(made);
    return error == cudaSuccess ? note(sticky_error()) : error;
}

}  // namespace
}  // namespace emu

#define ADD(function, make) \
    emu::add(node, graph, dependencies, count, function, [&](emu::NodeWork& made) { return make; })

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags)
{
    const emu::OneAtATime one_at_a_time;
    if (!graph || flags != 0)
        return note(cudaErrorInvalidValue);
    emu::watch_stream_order();
    *graph = new CUgraph_st;
    emu::note_created(emu::Handle::graph, *graph);
    return note(sticky_error());
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaKernelNodeParams* params)
{
    return ADD("cudaGraphAddKernelNode", emu::make_kernel_work(params, "cudaGraphAddKernelNode", made));
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaMemcpy3DParms* params)
{
    return ADD("cudaGraphAddMemcpyNode", emu::make_copy_work(params, made));
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, std::size_t count, void* to,
                                     const void* from, std::size_t bytes, cudaMemcpyKind kind)
{
    return ADD("cudaGraphAddMemcpyNode1D", emu::make_copy_work(to, from, bytes, kind, made));
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaMemsetParams* params)
{
    return ADD("cudaGraphAddMemsetNode", emu::make_fill_work(params, "cudaGraphAddMemsetNode", made));
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* dependencies, std::size_t count,
                                 const cudaHostNodeParams* params)
{
    return ADD("cudaGraphAddHostNode", emu::make_host_work(params, made));
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* dependencies, std::size_t count)
{
    return ADD("cudaGraphAddEmptyNode", (made.name = "an empty node", cudaSuccess));
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* dependencies, std::size_t count,
                                       cudaGraph_t child)
{
    return ADD("cudaGraphAddChildGraphNode", emu::make_child_work(child, made));
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* dependencies, std::size_t count,
                                        cudaEvent_t event)
{
    return ADD("cudaGraphAddEventRecordNode", emu::make_event_work(event, true, made));
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                      const cudaGraphNode_t* dependencies, std::size_t count,
                                      cudaEvent_t event)
{
    return ADD("cudaGraphAddEventWaitNode", emu::make_event_work(event, false, made));
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                             std::size_t count, cudaGraphNodeParams* params)
{
    if (!params)
        return note(cudaErrorInvalidValue);
    const auto& kernel = params->kernel;
    const auto& memset = params->memset;
    const cudaKernelNodeParams of_kernel{kernel.func,           kernel.gridDim,      kernel.blockDim,
                                         kernel.sharedMemBytes, kernel.kernelParams, kernel.extra};
    const cudaMemsetParams of_memset{memset.dst,         memset.pitch, memset.value,
                                     memset.elementSize, memset.width, memset.height};
    const cudaHostNodeParams of_host{params->host.fn, params->host.userData};
    switch (params->type) {
        case cudaGraphNodeTypeKernel:
            return ADD("cudaGraphAddNode", emu::make_kernel_work(&of_kernel, "cudaGraphAddNode", made));
        case cudaGraphNodeTypeMemcpy:
            return ADD("cudaGraphAddNode", emu::make_copy_work(&params->memcpy.copyParams, made));
        case cudaGraphNodeTypeMemset:
            return ADD("cudaGraphAddNode", emu::make_fill_work(&of_memset, "cudaGraphAddNode", made));
        case cudaGraphNodeTypeHost:
            return ADD("cudaGraphAddNode", emu::make_host_work(&of_host, made));
        case cudaGraphNodeTypeGraph:
            return ADD("cudaGraphAddNode", emu::make_child_work(params->graph.graph, made));
        case cudaGraphNodeTypeEmpty:
            return cudaGraphAddEmptyNode(node, graph, dependencies, count);
        case cudaGraphNodeTypeWaitEvent:
            return ADD("cudaGraphAddNode", emu::make_event_work(params->eventWait.event, false, made));
        case cudaGraphNodeTypeEventRecord:
            return ADD("cudaGraphAddNode", emu::make_event_work(params->eventRecord.event, true, made));
        default:
            return emu::refuse_arguments(cudaErrorNotSupported, "cudaGraphAddNode",
                                         "the emulator has no nodes of this type");
    }
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node)
{
    const emu::OneAtATime one_at_a_time;
    if (!emu::is_usable(node, "cudaGraphDestroyNode"))
        return cudaErrorInvalidValue;
    CUgraph_st& graph = *node->graph;
    for (const auto& each : graph.nodes)
        std::erase(each->dependencies, node);
    emu::forget_node(node);
    std::erase_if(graph.nodes, [&](const auto& each) { return each.get() == node; });
    return note(sticky_error());
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, std::size_t count)
{
    const emu::OneAtATime one_at_a_time;
    constexpr const char* kName = "cudaGraphAddDependencies";
    if (!emu::is_usable(graph) || (count > 0 && (!from || !to)))
        return note(cudaErrorInvalidValue);
    for (std::size_t i = 0; i < count; ++i) {
        if (!emu::is_usable(from[i], kName) || !emu::is_usable(to[i], kName))
            return cudaErrorInvalidValue;
        if (from[i]->graph != graph || to[i]->graph != graph)
            return emu::refuse_arguments(cudaErrorInvalidValue, kName, "a node belongs to another graph");
        if (emu::has(to[i], from[i]))
            return emu::refuse_arguments(cudaErrorInvalidValue, kName,
                                         "edge " + std::to_string(i) + ": the graph has this edge already");
        if (emu::depends(from[i], to[i]))
            return emu::refuse_arguments(
                cudaErrorInvalidValue, kName,
                "edge " + std::to_string(i) +
                    " closes a cycle: each of its nodes would wait for the others for ever");
        to[i]->dependencies.push_back(from[i]);
    }
    return note(sticky_error());
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, std::size_t count)
{
    const emu::OneAtATime one_at_a_time;
    constexpr const char* kName = "cudaGraphRemoveDependencies";
    if (!emu::is_usable(graph) || (count > 0 && (!from || !to)))
        return note(cudaErrorInvalidValue);
    for (std::size_t i = 0; i < count; ++i) {
        if (!emu::is_usable(from[i], kName) || !emu::is_usable(to[i], kName))
            return cudaErrorInvalidValue;
        if (std::erase(to[i]->dependencies, from[i]) == 0)
            return emu::refuse_arguments(cudaErrorInvalidValue, kName,
                                         "edge " + std::to_string(i) + ": the graph has no such edge");
    }
    return note(sticky_error());
}

#define SET(type, function, make) emu::set(node, type, function, [&](emu::NodeWork& made) { return make; })

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* params)
{
    return SET(cudaGraphNodeTypeKernel, "cudaGraphKernelNodeSetParams",
               emu::make_kernel_work(params, "cudaGraphKernelNodeSetParams", made));
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* params)
{
    return SET(cudaGraphNodeTypeMemcpy, "cudaGraphMemcpyNodeSetParams", emu::make_copy_work(params, made));
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from,
                                           std::size_t bytes, cudaMemcpyKind kind)
{
    return SET(cudaGraphNodeTypeMemcpy, "cudaGraphMemcpyNodeSetParams1D",
               emu::make_copy_work(to, from, bytes, kind, made));
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* params)
{
    return SET(cudaGraphNodeTypeMemset, "cudaGraphMemsetNodeSetParams",
               emu::make_fill_work(params, "cudaGraphMemsetNodeSetParams", made));
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* params)
{
    return SET(cudaGraphNodeTypeHost, "cudaGraphHostNodeSetParams", emu::make_host_work(params, made));
}

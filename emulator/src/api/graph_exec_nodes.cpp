// The nodes of executable graphs: new parameters, and whether they are enabled.
#include "api/errors.h"
#include "api/graph.h"
#include "api/handles.h"
#include "api/refused_arguments.h"
#include "state/one_at_a_time.h"

using emu::note;
using emu::sticky_error;

namespace emu {
namespace {

// The executable graph's copy of a node; null if it has none.
CUgraphNode_st* copy_of(cudaGraphExec_t ready, cudaGraphNode_t node)
{
    for (const auto& each : ready->graph->nodes)
        if (each->original == node)
            return each.get();
    return nullptr;
}

// Finds the executable graph's copy of a node, or returns the error of the call.
cudaError_t find_copy(cudaGraphExec_t ready, cudaGraphNode_t node, const char* function,
                      CUgraphNode_st*& found)
{
    if (!ready || !is_usable(Handle::executable_graph, ready))
        return note(cudaErrorInvalidValue);
    found = copy_of(ready, node);
    return found ? cudaSuccess
                 : refuse_arguments(cudaErrorInvalidValue, function,
                                    "the node is not of the graph that the executable graph was made from");
}

template <class Make>
cudaError_t set(cudaGraphExec_t ready, cudaGraphNode_t node, cudaGraphNodeType type, const char* function,
                Make make)
{
    const OneAtATime one_at_a_time;
    CUgraphNode_st* mine = nullptr;
    if (const cudaError_t error = find_copy(ready, node, function, mine); error != cudaSuccess)
        return error;
    if (mine->work.type != type)
        return refuse_arguments(cudaErrorInvalidValue, function, "the node has another type");
    NodeWork made;
    if (const cudaError_t error = make(made); error != cudaSuccess)
        return error;
    mine->work = std::move(made);
    return note(sticky_error());
}

// Finds the copy of a node that can be switched off.
cudaError_t find_switch(cudaGraphExec_t ready, cudaGraphNode_t node, const char* function,
                        CUgraphNode_st*& found)
{
    if (const cudaError_t error = find_copy(ready, node, function, found); error != cudaSuccess)
        return error;
    const cudaGraphNodeType type = found->work.type;
    return type == cudaGraphNodeTypeKernel || type == cudaGraphNodeTypeMemcpy ||
                   type == cudaGraphNodeTypeMemset
               ? cudaSuccess
               : refuse_arguments(cudaErrorInvalidValue, function,
                                  "only kernel, copy and fill nodes can be disabled");
}

}  // namespace
}  // namespace emu

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t ready, cudaGraphNode_t node, unsigned enabled)
{
    const emu::OneAtATime one_at_a_time;
    CUgraphNode_st* mine = nullptr;
    if (const cudaError_t error = emu::find_switch(ready, node, "cudaGraphNodeSetEnabled", mine);
        error != cudaSuccess)
        return error;
    mine->enabled = enabled != 0;
    ready->size = emu::size_of(*ready->graph);
    return note(sticky_error());
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t ready, cudaGraphNode_t node, unsigned* enabled)
{
    const emu::OneAtATime one_at_a_time;
    CUgraphNode_st* mine = nullptr;
    if (!enabled)
        return note(cudaErrorInvalidValue);
    if (const cudaError_t error = emu::find_switch(ready, node, "cudaGraphNodeGetEnabled", mine);
        error != cudaSuccess)
        return error;
    *enabled = mine->enabled;
    return note(sticky_error());
}

#define SET_READY(type, function, make) \
    emu::set(ready, node, type, function, [&](emu::NodeWork& made) { return make; })

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t ready, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* params)
{
    return SET_READY(cudaGraphNodeTypeKernel, "cudaGraphExecKernelNodeSetParams",
                     emu::make_kernel_work(params, "cudaGraphExecKernelNodeSetParams", made));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t ready, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* params)
{
    return SET_READY(cudaGraphNodeTypeMemcpy, "cudaGraphExecMemcpyNodeSetParams",
                     emu::make_copy_work(params, made));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t ready, cudaGraphNode_t node, void* to,
                                               const void* from, std::size_t bytes, cudaMemcpyKind kind)
{
    return SET_READY(cudaGraphNodeTypeMemcpy, "cudaGraphExecMemcpyNodeSetParams1D",
                     emu::make_copy_work(to, from, bytes, kind, made));
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t ready, cudaGraphNode_t node,
                                             const cudaMemsetParams* params)
{
    return SET_READY(cudaGraphNodeTypeMemset, "cudaGraphExecMemsetNodeSetParams",
                     emu::make_fill_work(params, "cudaGraphExecMemsetNodeSetParams", made));
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t ready, cudaGraphNode_t node,
                                           const cudaHostNodeParams* params)
{
    return SET_READY(cudaGraphNodeTypeHost, "cudaGraphExecHostNodeSetParams",
                     emu::make_host_work(params, made));
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t ready, cudaGraphNode_t node,
                                                 cudaGraph_t child)
{
    return SET_READY(cudaGraphNodeTypeGraph, "cudaGraphExecChildGraphNodeSetParams",
                     emu::make_child_work(child, made));
}

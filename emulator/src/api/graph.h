// Graphs: nodes and the edges between them, made by stream capture or node by node.
#pragma once

#include "api/stream_work.h"
#include "cuda_runtime_api.h"
#include "debug_info/host_line.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace emu {

// Repeats a call. Empty: there is nothing to do.
using Work = std::function<cudaError_t()>;

// What a node does, and what its reports name.
struct NodeWork {
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    std::string name;  // "the kernel f"
    Work work;         // empty: nothing to do
    int operations = 0;
    std::shared_ptr<CUgraph_st> child = {};  // of cudaGraphNodeTypeGraph, in place of `work`
    // Of a kernel: what cudaGraphKernelNodeGetParams() gives. func is nullptr if a capture has made the node.
    cudaKernelNodeParams kernel{};
    std::shared_ptr<std::vector<void*>> arguments = {};
};

// Make the work of a node, or report what is wrong with the parameters of the call. Returns the call's error.
cudaError_t make_kernel_work(const cudaKernelNodeParams* params, const char* function, NodeWork& made);
cudaError_t make_copy_work(const cudaMemcpy3DParms* params, NodeWork& made);
cudaError_t make_copy_work(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                           NodeWork& made);
cudaError_t make_fill_work(const cudaMemsetParams* params, const char* function, NodeWork& made);
cudaError_t make_host_work(const cudaHostNodeParams* params, NodeWork& made);
cudaError_t make_child_work(cudaGraph_t child, NodeWork& made);

bool is_usable(cudaGraph_t graph);
// Whether the graph that the node belongs to still exists, and has it.
bool is_usable(cudaGraphNode_t node, const char* function);

// A new node of the graph.
CUgraphNode_st* add_node(CUgraph_st& graph, NodeWork work, std::vector<CUgraphNode_st*> dependencies);
// The node is about to be destroyed.
void forget_node(const CUgraphNode_st* node);
// Copies of all nodes with their edges.
std::shared_ptr<CUgraph_st> copy_graph(const CUgraph_st& graph);
// The nodes in an order in which each comes after those that it depends on. Shorter than the graph if there is a cycle.
std::vector<CUgraphNode_st*> in_order(const CUgraph_st& graph);
// That the running graph was launched into.
cudaStream_t stream_of_graph();
// How many operations there are, and the longest chain of them.
QueuedWork size_of(const CUgraph_st& graph);

}  // namespace emu

struct CUgraphNode_st {
    CUgraph_st* graph = nullptr;
    emu::NodeWork work;
    std::vector<CUgraphNode_st*> dependencies;
    emu::HostCalls calls;                      // where it was added
    const CUgraphNode_st* original = nullptr;  // of a copy
    bool enabled = true;
};

struct CUgraph_st {
    std::vector<std::unique_ptr<CUgraphNode_st>> nodes;  // in the order in which they were added

    ~CUgraph_st();
};

struct CUgraphExec_st {
    std::shared_ptr<CUgraph_st> graph;  // a copy
    emu::QueuedWork size;
    emu::Point end = {};  // of its last launch; the next launch waits for it
};

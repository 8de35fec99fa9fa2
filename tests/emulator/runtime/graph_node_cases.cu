// Graphs made node by node: what is reported and counted.
#include "cases.h"

#include <vector>

using cases::zeroes;

namespace graph_nodes {
namespace {

constexpr int kN = 32, kBytes = kN * sizeof(int);

__global__ void set(int* v, int what)
{
    v[threadIdx.x] = what;  // here: set
}

__global__ void read(const int* v, int* to)
{
    to[threadIdx.x] = v[threadIdx.x];  // here: read
}

struct Nodes {
    Nodes() { cudaGraphCreate(&graph, 0); }
    ~Nodes()
    {
        cudaGraphExec_t ready;
        cudaGraphInstantiate(&ready, graph, 0);
        cudaGraphLaunch(ready, nullptr);
        cudaDeviceSynchronize();
        cudaGraphExecDestroy(ready);
        cudaGraphDestroy(graph);
    }
    cudaGraphNode_t add(void* kernel, std::vector<void*> arguments, std::vector<cudaGraphNode_t> after = {})
    {
        cudaKernelNodeParams params = {};
        params.func = kernel;
        params.gridDim = params.blockDim = dim3(1);
        params.blockDim.x = kN;
        params.kernelParams = arguments.data();
        cudaGraphNode_t node = nullptr;
        cudaGraphAddKernelNode(&node, graph, after.data(), after.size(), &params);
        return node;
    }
    cudaGraphNode_t add_set(std::vector<cudaGraphNode_t> after = {})
    {
        return add((void*)set, {&v, &what}, after);
    }
    cudaGraphNode_t add_read(std::vector<cudaGraphNode_t> after = {})
    {
        return add((void*)read, {&v, &to}, after);
    }

    cudaGraph_t graph;
    int *v = zeroes<int>(kN), *to = zeroes<int>(kN), what = 1;
    static inline int host[kN];
};

}  // namespace

CASE(two_nodes_without_an_edge)
{
    Nodes nodes;
    nodes.add_set();
    nodes.add_read();
}
CASE(two_nodes_with_an_edge)
{
    Nodes nodes;
    nodes.add_read({nodes.add_set()});
}
CASE(two_nodes_with_a_path)
{
    Nodes nodes;
    cudaGraphNode_t between;
    const cudaGraphNode_t first = nodes.add_set();
    cudaGraphAddEmptyNode(&between, nodes.graph, &first, 1);
    nodes.add_read({between});
}
CASE(copy_beside_a_kernel)
{
    Nodes nodes;
    cudaGraphNode_t copy;
    nodes.add_set();
    cudaGraphAddMemcpyNode1D(&copy, nodes.graph, nullptr, 0, Nodes::host, nodes.v, kBytes,  // here: copy
                             cudaMemcpyDeviceToHost);
}
CASE(kernel_beside_a_copy)
{
    Nodes nodes;
    cudaGraphNode_t copy;
    cudaGraphAddMemcpyNode1D(&copy, nodes.graph, nullptr, 0, Nodes::host, nodes.v, kBytes,
                             cudaMemcpyDeviceToHost);
    nodes.add_set();
}
CASE(captured_kernels_beside_each_other)
{
    cudaStream_t a, b;
    cudaEvent_t fork, join;
    cudaStreamCreate(&a), cudaStreamCreate(&b), cudaEventCreate(&fork), cudaEventCreate(&join);
    int *v = zeroes<int>(kN), *to = zeroes<int>(kN);
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, a);
    cudaStreamWaitEvent(b, fork, 0);
    set<<<1, kN, 0, a>>>(v, 1);
    read<<<1, kN, 0, b>>>(v, to);
    cudaEventRecord(join, b);
    cudaStreamWaitEvent(a, join, 0);
    cudaStreamEndCapture(a, &graph);
    cudaGraphInstantiate(&ready, graph, 0);
    cudaGraphLaunch(ready, a);
    cudaStreamSynchronize(a);
    cudaGraphExecDestroy(ready), cudaGraphDestroy(graph);
    cudaStreamDestroy(a), cudaStreamDestroy(b), cudaEventDestroy(fork), cudaEventDestroy(join);
}
CASE(edges_that_close_a_cycle)
{
    Nodes nodes;
    const cudaGraphNode_t first = nodes.add_set(), second = nodes.add_set({first});
    cudaGraphAddDependencies(nodes.graph, &second, &first, nullptr, 1);  // here: edges_that_close_a_cycle
}
CASE(kernel_node_without_arguments)
{
    Nodes nodes;
    cudaKernelNodeParams params = {};
    params.func = (void*)set;
    params.gridDim = params.blockDim = dim3(1);
    cudaGraphNode_t node;
    cudaGraphAddKernelNode(&node, nodes.graph, nullptr, 0, &params);  // here: kernel_node_without_arguments
}
CASE(node_that_is_destroyed)
{
    Nodes nodes;
    const cudaGraphNode_t node = nodes.add_set();
    cudaGraphDestroyNode(node);
    cudaGraphNodeType type;
    cudaGraphNodeGetType(node, &type);  // here: node_that_is_destroyed
}
CASE(chains_of_three_and_two_nodes)
{
    Nodes nodes;
    int *w = zeroes<int>(kN), one = 1;
    // The longer chain is added in another order than it runs.
    const cudaGraphNode_t third = nodes.add_set(), first = nodes.add_set(), second = nodes.add_set({first});
    const cudaGraphNode_t other = nodes.add((void*)set, {&w, &one});
    nodes.add((void*)set, {&w, &one}, {other});
    cudaGraphAddDependencies(nodes.graph, &second, &third, 1);
    emu::take_work_counters();
}
CASE(disabled_node_of_three)
{
    Nodes nodes;
    const cudaGraphNode_t first = nodes.add_set(), second = nodes.add_set({first});
    nodes.add_set({second});
    cudaGraphExec_t ready;
    cudaGraphInstantiate(&ready, nodes.graph, 0);
    cudaGraphNodeSetEnabled(ready, second, 0);
    emu::take_work_counters();
    cudaGraphLaunch(ready, nullptr);
    cudaDeviceSynchronize();
    const emu::WorkCounters work = emu::take_work_counters();
    cases::results() = {long(work.operations), long(work.longest_chain)};
    cudaGraphExecDestroy(ready);
}
CASE(empty_node_that_is_disabled)
{
    Nodes nodes;
    cudaGraphNode_t nothing;
    cudaGraphAddEmptyNode(&nothing, nodes.graph, nullptr, 0);
    cudaGraphExec_t ready;
    cudaGraphInstantiate(&ready, nodes.graph, 0);
    cudaGraphNodeSetEnabled(ready, nothing, 0);  // here: empty_node_that_is_disabled
    cudaGraphExecDestroy(ready);
}

}  // namespace graph_nodes

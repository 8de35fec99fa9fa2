// Graphs made node by node.
#include "cases.h"
#include "check.h"

#include <algorithm>
#include <vector>

// The forms of CUDA 12 and of CUDA 13.
#if CUDART_VERSION >= 13000
#define NO_EDGE_DATA nullptr,
#else
#define NO_EDGE_DATA
#endif

namespace {

constexpr int kLength = 100, kLengthBytes = kLength * sizeof(int);

__global__ void fill(int* v, int n, int what)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] = what + i;
}

template <class T>
__global__ void add(T* to, const T* a, const T* b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = a[i] + b[i];
}

cudaKernelNodeParams kernel_node(void* kernel, void** arguments)
{
    cudaKernelNodeParams params = {};
    params.func = kernel;
    params.gridDim = dim3(1);
    params.blockDim = dim3(128);
    params.kernelParams = arguments;
    return params;
}

struct Memory {
    Memory()
    {
        cudaMalloc(&a, kLengthBytes), cudaMalloc(&b, kLengthBytes), cudaMalloc(&sum, kLengthBytes);
        cudaMallocHost(&host, kLengthBytes);
        std::fill(host, host + kLength, -1);
    }
    ~Memory() { cudaFree(a), cudaFree(b), cudaFree(sum), cudaFreeHost(host); }
    int *a, *b, *sum, *host;
};

// a and b are filled side by side, then added, then copied to the host.
struct Diamond {
    Diamond(Memory& m)
    {
        cudaGraphCreate(&graph, 0);
        int n = kLength, one = 1, thousand = 1000;
        void* of_a[] = {&m.a, &n, &one};
        void* of_b[] = {&m.b, &n, &thousand};
        void* of_sum[] = {&m.sum, &m.a, &m.b, &n};
        cudaKernelNodeParams p = kernel_node((void*)fill, of_a);
        cudaGraphAddKernelNode(&fill_a, graph, nullptr, 0, &p);
        p = kernel_node((void*)fill, of_b);
        cudaGraphAddKernelNode(&fill_b, graph, nullptr, 0, &p);
        const cudaGraphNode_t both[] = {fill_a, fill_b};
        p = kernel_node(reinterpret_cast<void*>(add<int>), of_sum);
        cudaGraphAddKernelNode(&sum, graph, both, 2, &p);
        cudaGraphAddMemcpyNode1D(&copy, graph, &sum, 1, m.host, m.sum, kLengthBytes, cudaMemcpyDeviceToHost);
    }
    ~Diamond() { cudaGraphDestroy(graph); }

    cudaGraph_t graph;
    cudaGraphNode_t fill_a, fill_b, sum, copy;
};

bool run_once(cudaGraph_t graph)
{
    cudaGraphExec_t ready;
    const bool good = cudaGraphInstantiate(&ready, graph, 0) == cudaSuccess &&
                      cudaGraphLaunch(ready, nullptr) == cudaSuccess &&
                      cudaDeviceSynchronize() == cudaSuccess;
    return cudaGraphExecDestroy(ready) == cudaSuccess && good;
}

SURFACE_CASE(a_graph_of_nodes_runs_in_the_order_of_its_edges)
{
    Memory m;
    Diamond d(m);
    CHECK_HOST(m.host[5] == -1);
    CHECK_HOST(run_once(d.graph));
    for (int i = 0; i < kLength; ++i)
        CHECK_HOST(m.host[i] == 1001 + 2 * i);

    size_t nodes = 0, roots = 0, edges = 0;
    CHECK_HOST(cudaGraphGetNodes(d.graph, nullptr, &nodes) == cudaSuccess && nodes == 4);
    CHECK_HOST(cudaGraphGetRootNodes(d.graph, nullptr, &roots) == cudaSuccess && roots == 2);
    CHECK_HOST(cudaGraphGetEdges(d.graph, nullptr, nullptr, NO_EDGE_DATA & edges) == cudaSuccess &&
               edges == 3);
    size_t before = 2;
    cudaGraphNode_t dependencies[2];
    CHECK_HOST(cudaGraphNodeGetDependencies(d.sum, dependencies, NO_EDGE_DATA & before) == cudaSuccess);
    CHECK_HOST(before == 2 && std::count(dependencies, dependencies + 2, d.fill_a) == 1 &&
               std::count(dependencies, dependencies + 2, d.fill_b) == 1);
    cudaGraphNodeType type;
    CHECK_HOST(cudaGraphNodeGetType(d.sum, &type) == cudaSuccess && type == cudaGraphNodeTypeKernel);
    CHECK_HOST(cudaGraphNodeGetType(d.copy, &type) == cudaSuccess && type == cudaGraphNodeTypeMemcpy);
    return 0;
}

void CUDART_CB count_host_node(void* calls)
{
    ++*static_cast<int*>(calls);
}

SURFACE_CASE(edges_may_be_added_after_the_nodes_in_any_order)
{
    Memory m;
    int calls = 0;
    cudaGraph_t graph;
    CHECK_HOST(cudaGraphCreate(&graph, 0) == cudaSuccess);
    // The last step is added first.
    cudaGraphNode_t copy, clear, host, nothing;
    cudaMemcpy3DParms of_copy = {};
    of_copy.srcPtr = make_cudaPitchedPtr(m.a, kLengthBytes, kLengthBytes, 1);
    of_copy.dstPtr = make_cudaPitchedPtr(m.host, kLengthBytes, kLengthBytes, 1);
    of_copy.extent = make_cudaExtent(kLengthBytes, 1, 1);
    of_copy.kind = cudaMemcpyDeviceToHost;
    CHECK_HOST(cudaGraphAddMemcpyNode(&copy, graph, nullptr, 0, &of_copy) == cudaSuccess);
    cudaMemsetParams of_clear = {};
    of_clear.dst = m.a;
    of_clear.value = 0x01020304;
    of_clear.elementSize = 4;
    of_clear.width = kLength;
    of_clear.height = 1;
    CHECK_HOST(cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &of_clear) == cudaSuccess);
    cudaHostNodeParams of_host = {};
    of_host.fn = count_host_node;
    of_host.userData = &calls;
    CHECK_HOST(cudaGraphAddHostNode(&host, graph, nullptr, 0, &of_host) == cudaSuccess);
    CHECK_HOST(cudaGraphAddEmptyNode(&nothing, graph, nullptr, 0) == cudaSuccess);
    const cudaGraphNode_t from[] = {clear, nothing, copy}, to[] = {nothing, copy, host};
    CHECK_HOST(cudaGraphAddDependencies(graph, from, to, NO_EDGE_DATA 3) == cudaSuccess);
    CHECK_HOST(run_once(graph) && calls == 1);
    CHECK_HOST(m.host[0] == 0x01020304 && m.host[kLength - 1] == 0x01020304);
    CHECK_HOST(cudaGraphDestroyNode(host) == cudaSuccess);
    size_t nodes = 0;
    CHECK_HOST(cudaGraphGetNodes(graph, nullptr, &nodes) == cudaSuccess && nodes == 3);
    CHECK_HOST(run_once(graph) && calls == 1);
    cudaGraphDestroy(graph);
    return 0;
}

SURFACE_CASE(a_child_graph_and_a_clone_are_copies)
{
    Memory m;
    Diamond d(m);
    cudaGraph_t clone, outer;
    CHECK_HOST(cudaGraphClone(&clone, d.graph) == cudaSuccess);
    cudaGraphNode_t found = nullptr, child, clear;
    CHECK_HOST(cudaGraphNodeFindInClone(&found, d.fill_a, clone) == cudaSuccess && found &&
               found != d.fill_a);

    // The clone's first node changes; the original's does not.
    int n = kLength, what = 5;
    void* arguments[] = {&m.a, &n, &what};
    cudaKernelNodeParams p = kernel_node((void*)fill, arguments);
    CHECK_HOST(cudaGraphKernelNodeSetParams(found, &p) == cudaSuccess);
    what = 7;  // too late: arguments are copied
    CHECK_HOST(run_once(clone) && m.host[0] == 1005);
    CHECK_HOST(run_once(d.graph) && m.host[0] == 1001);

    CHECK_HOST(cudaGraphCreate(&outer, 0) == cudaSuccess);
    CHECK_HOST(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, clone) == cudaSuccess);
    cudaMemsetParams of_clear = {};
    of_clear.dst = m.sum;
    of_clear.elementSize = 1;
    of_clear.width = kLengthBytes;
    of_clear.height = 1;
    CHECK_HOST(cudaGraphAddMemsetNode(&clear, outer, &child, 1, &of_clear) == cudaSuccess);
    CHECK_HOST(cudaGraphDestroy(clone) == cudaSuccess);
    m.host[0] = -1;
    CHECK_HOST(run_once(outer) && m.host[0] == 1005);
    CHECK_HOST(cudaMemcpy(m.host, m.sum, kLengthBytes, cudaMemcpyDeviceToHost) == cudaSuccess &&
               m.host[0] == 0);
    cudaGraphDestroy(outer);
    return 0;
}

SURFACE_CASE(an_executable_graph_gets_new_parameters)
{
    Memory m;
    Diamond d(m);
    cudaGraphExec_t ready;
    CHECK_HOST(cudaGraphInstantiate(&ready, d.graph, 0) == cudaSuccess);
    cudaKernelNodeParams p;
    CHECK_HOST(cudaGraphKernelNodeGetParams(d.fill_b, &p) == cudaSuccess);
    CHECK_HOST(p.blockDim.x == 128 && *static_cast<int*>(p.kernelParams[2]) == 1000);
    int what = 2000, n = kLength;
    void* arguments[] = {&m.b, &n, &what};
    p = kernel_node((void*)fill, arguments);
    CHECK_HOST(cudaGraphExecKernelNodeSetParams(ready, d.fill_b, &p) == cudaSuccess);
    CHECK_HOST(cudaGraphLaunch(ready, nullptr) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess);
    CHECK_HOST(m.host[0] == 2001);

    // The graph of another program state, with the same nodes and edges.
    CHECK_HOST(cudaGraphExecMemcpyNodeSetParams1D(ready, d.copy, m.host, m.a, kLengthBytes,
                                                  cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK_HOST(cudaGraphLaunch(ready, nullptr) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess);
    CHECK_HOST(m.host[0] == 1);
    cudaGraphExecUpdateResultInfo info;
    CHECK_HOST(cudaGraphExecUpdate(ready, d.graph, &info) == cudaSuccess &&
               info.result == cudaGraphExecUpdateSuccess);
    CHECK_HOST(cudaGraphLaunch(ready, nullptr) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess);
    CHECK_HOST(m.host[0] == 1001);

    cudaGraphNode_t more;
    CHECK_HOST(cudaGraphAddEmptyNode(&more, d.graph, nullptr, 0) == cudaSuccess);
    CHECK_HOST(cudaGraphExecUpdate(ready, d.graph, &info) == cudaErrorGraphExecUpdateFailure &&
               info.result == cudaGraphExecUpdateErrorTopologyChanged);
    CHECK_HOST(cudaGetLastError() == cudaErrorGraphExecUpdateFailure);
    cudaGraphExecDestroy(ready);
    return 0;
}

SURFACE_CASE(a_node_is_added_by_its_type_and_can_be_disabled)
{
    Memory m;
    cudaGraph_t graph;
    CHECK_HOST(cudaGraphCreate(&graph, 0) == cudaSuccess);
    cudaGraphNodeParams of_clear = {cudaGraphNodeTypeMemset};
    of_clear.memset.dst = m.a;
    of_clear.memset.elementSize = 1;
    of_clear.memset.width = kLengthBytes;
    of_clear.memset.height = 1;
    int n = kLength, seven = 7;
    void* arguments[] = {&m.a, &n, &seven};
    cudaGraphNodeParams of_fill = {cudaGraphNodeTypeKernel};
    of_fill.kernel.func = (void*)fill;
    of_fill.kernel.gridDim.x = of_fill.kernel.gridDim.y = of_fill.kernel.gridDim.z = 1;
    of_fill.kernel.blockDim = dim3(128);
    of_fill.kernel.kernelParams = arguments;
    cudaGraphNode_t clear, filling, copy;
    CHECK_HOST(cudaGraphAddNode(&clear, graph, nullptr, NO_EDGE_DATA 0, &of_clear) == cudaSuccess);
    CHECK_HOST(cudaGraphAddNode(&filling, graph, &clear, NO_EDGE_DATA 1, &of_fill) == cudaSuccess);
    CHECK_HOST(cudaGraphAddMemcpyNode1D(&copy, graph, &filling, 1, m.host, m.a, kLengthBytes,
                                        cudaMemcpyDeviceToHost) == cudaSuccess);
    cudaGraphExec_t ready;
    CHECK_HOST(cudaGraphInstantiate(&ready, graph, 0) == cudaSuccess);
    for (const unsigned enabled : {1u, 0u, 1u}) {
        unsigned is_enabled = 2;
        CHECK_HOST(cudaGraphNodeSetEnabled(ready, filling, enabled) == cudaSuccess);
        CHECK_HOST(cudaGraphNodeGetEnabled(ready, filling, &is_enabled) == cudaSuccess &&
                   is_enabled == enabled);
        CHECK_HOST(cudaGraphLaunch(ready, nullptr) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess);
        CHECK_HOST(m.host[0] == (enabled ? 7 : 0));
    }
    cudaGraphExecDestroy(ready);
    cudaGraphDestroy(graph);
    return 0;
}

SURFACE_CASE(a_capture_into_a_graph_of_the_program_needs_no_pointer_at_its_end)
{
    Memory m;
    cudaGraph_t graph;
    cudaStream_t s;
    cudaGraphCreate(&graph, 0);
    cudaStreamCreate(&s);
    CHECK_HOST(cudaStreamBeginCaptureToGraph(s, graph, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal) ==
               cudaSuccess);
    fill<<<1, 128, 0, s>>>(m.a, kLength, 3);
    CHECK_HOST(cudaStreamEndCapture(s, nullptr) == cudaSuccess);
    size_t nodes = 0;
    CHECK_HOST(cudaGraphGetNodes(graph, nullptr, &nodes) == cudaSuccess && nodes == 1);
    CHECK_HOST(run_once(graph));
    CHECK_HOST(cudaMemcpy(m.host, m.a, kLengthBytes, cudaMemcpyDeviceToHost) == cudaSuccess &&
               m.host[0] == 3);
    cudaStreamDestroy(s);
    cudaGraphDestroy(graph);
    return 0;
}

SURFACE_CASE(a_captured_graph_has_the_nodes_and_edges_of_its_streams)
{
    Memory m;
    cudaStream_t s, t;
    cudaEvent_t fork, join;
    cudaStreamCreate(&s), cudaStreamCreate(&t);
    cudaEventCreate(&fork), cudaEventCreate(&join);
    cudaGraph_t graph;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, s);
    cudaStreamWaitEvent(t, fork, 0);
    fill<<<1, 128, 0, s>>>(m.a, kLength, 1);
    fill<<<1, 128, 0, t>>>(m.b, kLength, 10);
    cudaEventRecord(join, t);
    cudaStreamWaitEvent(s, join, 0);
    add<<<1, 128, 0, s>>>(m.sum, m.a, m.b, kLength);
    CHECK_HOST(cudaStreamEndCapture(s, &graph) == cudaSuccess);
    size_t nodes = 0, roots = 0, edges = 0;
    CHECK_HOST(cudaGraphGetNodes(graph, nullptr, &nodes) == cudaSuccess && nodes == 3);
    CHECK_HOST(cudaGraphGetRootNodes(graph, nullptr, &roots) == cudaSuccess && roots == 2);
    CHECK_HOST(cudaGraphGetEdges(graph, nullptr, nullptr, NO_EDGE_DATA & edges) == cudaSuccess && edges == 2);

    // A node of the program's behind the captured ones.
    std::vector<cudaGraphNode_t> all(nodes);
    cudaGraphGetNodes(graph, all.data(), &nodes);
    cudaGraphNode_t last = nullptr, copy;
    for (const cudaGraphNode_t each : all) {
        size_t behind = 0;
        CHECK_HOST(cudaGraphNodeGetDependentNodes(each, nullptr, NO_EDGE_DATA & behind) == cudaSuccess);
        if (behind == 0)
            last = each;
    }
    CHECK_HOST(cudaGraphAddMemcpyNode1D(&copy, graph, &last, 1, m.host, m.sum, kLengthBytes,
                                        cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK_HOST(run_once(graph) && m.host[2] == 15);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(s), cudaStreamDestroy(t);
    cudaEventDestroy(fork), cudaEventDestroy(join);
    return 0;
}

}  // namespace

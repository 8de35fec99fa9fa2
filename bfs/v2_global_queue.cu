// bfs_v2: a queue of the vertices found last
//
// Slow in v1: every round looks at all vertices.
// Idea: keep the vertices of the current level, the frontier, in a queue; only these get a thread. Whoever finds a vertex
// puts it into the queue of the next level, at a place that an atomic addition to its tail gives. A vertex must come into
// the queue only once, so compare-and-swap decides who has found it.
// Still slow: all threads of the grid add to the one tail, once for each vertex found.
#include "bfs.h"
#include "common/device/cuda_check.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void start(int source, int* level, int* frontier)
{
    level[source] = 0;
    frontier[0] = source;
}

// Whether this thread is the first to find v. Most neighbours have been found long before: looking first saves the atomic
// operation. Volatile, because other threads of this launch write it.
__device__ bool find(int v, int next_level, int* level)
{
    return *static_cast<volatile int*>(&level[v]) == kUnreached &&
           atomicCAS(&level[v], kUnreached, next_level) == kUnreached;
}

__global__ void expand(const int* frontier, unsigned size, const unsigned* row_start, const int* neighbour,
                       int next_level, int* level, int* next_frontier, unsigned* tail)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= size)
        return;
    const int u = frontier[i];
    const unsigned end = row_start[u + 1];
    for (unsigned k = row_start[u]; k < end; ++k) {
        const int v = neighbour[k];
        if (find(v, next_level, level))
            next_frontier[atomicAdd(tail, 1u)] = v;
    }
}

std::vector<int> bfs(const Bfs::Input& in, Run& run)
{
    const Graph& g = in.graph;
    const int block = run.block_size(kBlockSize);
    const Launch launch(expand, ceil_div(g.vertices(), block), block);  // at most: as the frontier needs

    DeviceArray<unsigned> d_row_start(run, g.row_start.size()), d_tail(run, 1);
    DeviceArray<int> d_neighbour(run, g.neighbour.size()), d_level(run, g.vertices());
    DeviceArray<int> d_frontier(run, g.vertices()), d_next_frontier(run, g.vertices());
    run.upload([&] {
        d_row_start.copy_from(g.row_start);
        d_neighbour.copy_from(g.neighbour);
    });
    run.kernel(launch, [&] {
        int *frontier = d_frontier.data(), *next_frontier = d_next_frontier.data();
        CUDA_CHECK(cudaMemsetAsync(d_level.data(), kUnreachedByte, d_level.size() * sizeof(int)));
        start<<<1, 1>>>(in.source, d_level.data(), frontier);
        std::vector<unsigned> size{1};
        for (int next_level = 1; size[0] > 0; ++next_level) {
            d_tail.zero();
            expand<<<ceil_div(size[0], block), block>>>(frontier, size[0], d_row_start.data(),
                                                        d_neighbour.data(), next_level, d_level.data(),
                                                        next_frontier, d_tail.data());
            d_tail.copy_to(size);
            std::swap(frontier, next_frontier);
        }
    });

    std::vector<int> level;
    run.download([&] { d_level.copy_to(level); });
    return level;
}

}  // namespace

LADDER_VERSION(Bfs, 2, "a queue in global memory", bfs);

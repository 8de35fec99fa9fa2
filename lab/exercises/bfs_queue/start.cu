// bfs_queue: append what was found to a queue          scripts/lab check bfs_queue
//
// A breadth-first search, level by level. Each thread has one vertex of the current frontier. Write find(),
// which tells the first thread that comes to a vertex, and the loop that appends found vertices to the next
// frontier.
#include "bfs.h"
#include "common/device/cuda_check.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void start(int source, int* level, int* frontier)
{
    level[source] = 0;
    frontier[0] = source;
}

// Whether this thread is the first to find v, whose level is then next_level. The level of a vertex that was
// not found yet is kUnreached.
__device__ bool find(int v, int next_level, int* level)
{
    // TODO: exactly one of all the threads that come to v may get true.
    (void)v, (void)next_level, (void)level;
    return false;
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
        if (find(v, next_level, level)) {
            // TODO: append v to next_frontier. *tail is the number of its vertices so far.
            (void)next_frontier, (void)tail;
        }
    }
}

std::vector<int> bfs(const Bfs::Input& in, Run& run)
{
    const Graph& g = in.graph;
    const int block = run.block_size(kBlockSize);
    const Launch launch(expand, ceil_div(g.vertices(), block),
                        block);  // an upper bound: each grid fits its frontier

    const auto d_row_start = run.upload(g.row_start), d_tail = run.array<unsigned>(1);
    const auto d_neighbour = run.upload(g.neighbour), d_level = run.array<int>(g.vertices());
    const auto d_frontier = run.array<int>(g.vertices()), d_next = run.array<int>(g.vertices());
    run.kernel(launch, [&] {
        int *frontier = d_frontier.data(), *next = d_next.data();
        CUDA_CHECK(cudaMemsetAsync(d_level.data(), kUnreachedByte, d_level.size() * sizeof(int)));
        start<<<1, 1>>>(in.source, d_level.data(), frontier);
        std::vector<unsigned> size{1};
        for (int next_level = 1; size[0] > 0; ++next_level) {
            d_tail.zero();
            expand<<<ceil_div(size[0], block), block>>>(frontier, size[0], d_row_start.data(),
                                                        d_neighbour.data(), next_level, d_level.data(), next,
                                                        d_tail.data());
            d_tail.copy_to(size, 1);
            std::swap(frontier, next);
        }
    });
    return run.download(d_level);
}

}  // namespace

LADDER_VERSION(Bfs, 2, "a queue in global memory", bfs);

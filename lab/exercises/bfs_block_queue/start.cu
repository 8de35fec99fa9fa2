// bfs_block_queue: a queue for each block          scripts/lab check bfs_block_queue
//
// A block collects the vertices that it finds in shared memory, then takes places in the queue of the whole
// grid for all of them at once. Write both parts. The queue of a block has room for kQueueSize vertices.
#include "bfs.h"
#include "common/device/cuda_check.h"

namespace {

constexpr int kBlockSize = 256;
constexpr unsigned kQueueSize = 2048;

__global__ void start(int source, int* level, int* frontier)
{
    level[source] = 0;
    frontier[0] = source;
}

// Whether this thread is the first to find v. Most neighbours were found long before: a look saves the atomic
// operation. Volatile, because other threads of this launch write it.
__device__ bool find(int v, int next_level, int* level)
{
    return *static_cast<volatile int*>(&level[v]) == kUnreached &&
           atomicCAS(&level[v], kUnreached, next_level) == kUnreached;
}

__global__ void expand(const int* frontier, unsigned size, const unsigned* row_start, const int* neighbour,
                       int next_level, int* level, int* next_frontier, unsigned* tail)
{
    __shared__ int found[kQueueSize];
    __shared__ unsigned count, place;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();

    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < size) {
        const int u = frontier[i];
        const unsigned end = row_start[u + 1];
        for (unsigned k = row_start[u]; k < end; ++k) {
            const int v = neighbour[k];
            if (find(v, next_level, level)) {
                // TODO: put v into the block's queue: found[], whose length is count. If it is full, put v
                // into next_frontier at once.
                (void)v;
            }
        }
    }
    __syncthreads();

    // TODO: take places in next_frontier for all that is in found[], with one atomic addition, and copy it
    // there. All threads of the block can help.
    (void)found, (void)count, (void)place, (void)next_frontier, (void)tail;
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

LADDER_VERSION(Bfs, 3, "a queue per block", bfs);

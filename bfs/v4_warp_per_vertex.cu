// bfs_v4: a warp per vertex
//
// Slow in v3: lanes with few edges wait for the one with the most, and read from 32 different lists.
// Idea: the 32 lanes of a warp take the edges of one vertex side by side, each every 32nd. They read neighbouring words, and
// take the same number of steps.
// Still slow: a vertex with three edges leaves 29 lanes idle, and one with a million keeps one warp busy when all others are
// done.
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
    __shared__ int found[kQueueSize];
    __shared__ unsigned count, place;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();

    const unsigned i = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (i < size) {
        const int u = frontier[i];
        const unsigned end = row_start[u + 1];
        for (unsigned k = row_start[u] + threadIdx.x % 32; k < end; k += 32) {
            const int v = neighbour[k];
            if (find(v, next_level, level)) {
                const unsigned mine = atomicAdd(&count, 1u);
                if (mine < kQueueSize)
                    found[mine] = v;
                else
                    next_frontier[atomicAdd(tail, 1u)] = v;
            }
        }
    }
    __syncthreads();

    const unsigned kept = min(count, kQueueSize);
    if (threadIdx.x == 0 && kept > 0)
        place = atomicAdd(tail, kept);
    __syncthreads();
    for (unsigned k = threadIdx.x; k < kept; k += blockDim.x)
        next_frontier[place + k] = found[k];
}

std::vector<int> bfs(const Bfs::Input& in, Run& run)
{
    const Graph& g = in.graph;
    const int block = run.block_size(kBlockSize, BlockRule::warps);
    const Launch launch(expand, ceil_div(g.vertices(), block / 32), block);  // at most: as the frontier needs

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
            expand<<<ceil_div(size[0], block / 32), block>>>(frontier, size[0], d_row_start.data(),
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

LADDER_VERSION(Bfs, 4, "a warp per vertex", bfs);

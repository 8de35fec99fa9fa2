// bfs_from_below: let the vertices that are not found ask          scripts/lab check bfs_from_below
//
// A breadth-first search, level by level, a thread for each vertex. In small levels the vertices of the level tell their
// neighbours, as in v1. In large levels the vertices that are not found yet ask theirs.
#include "bfs.h"
#include "common/device/cuda_check.h"

namespace {

constexpr int kBlockSize = 256;

// Where a vertex's neighbours stand: neighbour[row_start[u]] to neighbour[row_start[u + 1] - 1].
struct Neighbours {
    const unsigned* row_start;
    const int* neighbour;
};

__global__ void start(int source, int* level)
{
    level[source] = 0;
}

// Each vertex of level `current` gives its unreached neighbours the next level. *found counts them; a vertex that two threads
// find may count twice. level is volatile because other threads of this launch write it.
__global__ void tell(unsigned vertices, Neighbours graph, int current, volatile int* level, unsigned* found)
{
    const unsigned u = blockIdx.x * blockDim.x + threadIdx.x;
    if (u >= vertices || level[u] != current)
        return;
    const unsigned end = graph.row_start[u + 1];
    for (unsigned k = graph.row_start[u]; k < end; ++k) {
        const int v = graph.neighbour[k];
        if (level[v] == kUnreached) {
            level[v] = current + 1;
            atomicAdd(found, 1u);
        }
    }
}

// Each vertex that is not reached yet and has a neighbour of level `current` gives itself the next level. *found counts them.
__global__ void ask(unsigned vertices, Neighbours graph, int current, volatile int* level, unsigned* found)
{
    const unsigned v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= vertices || level[v] != kUnreached)
        return;
    const unsigned end = graph.row_start[v + 1];
    for (unsigned k = graph.row_start[v]; k < end; ++k) {
        const int u = graph.neighbour[k];
        if (level[u] == current) {
            level[v] = current + 1;
            atomicAdd(found, 1u);
            break;
        }
    }
}

std::vector<int> bfs(const Bfs::Input& in, Run& run)
{
    const Graph& g = in.graph;
    const unsigned vertices = g.vertices();
    const int block = run.block_size(kBlockSize);
    const Launch launch(tell, ceil_div(vertices, block), block);

    const auto d_row_start = run.upload(g.row_start), d_found = run.array<unsigned>(1);
    const auto d_neighbour = run.upload(g.neighbour), d_level = run.array<int>(vertices);
    const Neighbours graph{d_row_start.data(), d_neighbour.data()};
    run.kernel(launch, [&] {
        CUDA_CHECK(cudaMemsetAsync(d_level.data(), kUnreachedByte, d_level.size() * sizeof(int)));
        start<<<1, 1>>>(in.source, d_level.data());
        std::vector<unsigned> found{1};
        for (int current = 0; found[0] > 0; ++current) {
            // In a directed graph the lists do not say who leads to a vertex.
            const bool large = found[0] > vertices / 16 && !g.directed;
            d_found.zero();
            (large ? ask : tell)<<<launch.grid, launch.block>>>(vertices, graph, current, d_level.data(),
                                                                d_found.data());
            d_found.copy_to(found, 1);
        }
    });
    return run.download(d_level);
}

}  // namespace

LADDER_VERSION(Bfs, 6, "from both ends", bfs);

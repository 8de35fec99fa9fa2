// bfs_v1: every vertex, every level          ./bfs_v1 --graph grid
//
// Idea: a thread per vertex. In each round the threads of the current level's vertices give their unvisited
// neighbours level + 1, until a round changes nothing. Two threads may find the same neighbour, but write the
// same level, so no atomic operation is needed.
// Still slow: n threads in each round, most with nothing to do. On a path that is n threads for one vertex.
#include "bfs.h"
#include "common/device/cuda_check.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void start(int source, int* level)
{
    level[source] = 0;
}

// level is volatile because other threads of this launch write it.
__global__ void expand(int vertices, const unsigned* row_start, const int* neighbour, int current,
                       volatile int* level, unsigned* changed)
{
    const int u = blockIdx.x * blockDim.x + threadIdx.x;
    if (u >= vertices || level[u] != current)
        return;
    const unsigned end = row_start[u + 1];
    for (unsigned k = row_start[u]; k < end; ++k) {
        const int v = neighbour[k];
        if (level[v] == kUnreached) {
            level[v] = current + 1;
            *changed = 1;
        }
    }
}

std::vector<int> bfs(const Bfs::Input& in, Run& run)
{
    const Graph& g = in.graph;
    const int block = run.block_size(kBlockSize);
    const Launch launch(expand, ceil_div(g.vertices(), block), block);

    const auto d_row_start = run.upload(g.row_start), d_changed = run.array<unsigned>(1);
    const auto d_neighbour = run.upload(g.neighbour), d_level = run.array<int>(g.vertices());
    run.kernel(launch, [&] {
        CUDA_CHECK(cudaMemsetAsync(d_level.data(), kUnreachedByte, d_level.size() * sizeof(int)));
        start<<<1, 1>>>(in.source, d_level.data());
        std::vector<unsigned> changed{1};
        for (int current = 0; changed[0]; ++current) {
            d_changed.zero();
            expand<<<launch.grid, launch.block>>>(g.vertices(), d_row_start.data(), d_neighbour.data(),
                                                  current, d_level.data(), d_changed.data());
            d_changed.copy_to(changed, 1);
        }
    });
    return run.download(d_level);
}

}  // namespace

LADDER_VERSION(Bfs, 1, "every vertex, every level", bfs);

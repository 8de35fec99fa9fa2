#include "execution/cluster_blocks.h"

#include "execution/fiber.h"
#include "memory/clock.h"
#include "state/grid.h"

#include <algorithm>

namespace emu {
namespace {

Cluster clusters[kMaxResidentBlocks];

// A cluster of one block, in a launch without clusters.
struct Members {
    Block* const* blocks;
    int size;
};

Members members()
{
    if (const Cluster* cluster = grid.block->cluster)
        return {cluster->blocks, cluster->size};
    return {&grid.block, 1};
}

bool all_have_arrived(const Block& block)
{
    for (int i = 0; i < block.warp_count; ++i)
        if (block.warps[i].live & ~block.warps[i].arrived_at_cluster)
            return false;
    return true;
}

// Orders the accesses of all threads, and shares what each has acquired, as the barrier of a block does.
void order_memory(const Members& cluster)
{
    const uint32_t stamp = next_stamp();
    uint32_t acquired = 0;
    bool fenced = false;
    for (int rank = 0; rank < cluster.size; ++rank) {
        const Block& block = *cluster.blocks[rank];
        acquired = std::max(acquired, block.acquired);
        fenced |= block.any_fenced;
        for (int i = 0; i < block.warp_count; ++i) {
            fenced |= block.warps[i].fenced != 0;
            for (const uint32_t by_lane : block.warps[i].acquired)
                acquired = std::max(acquired, by_lane);
        }
    }
    for (int rank = 0; rank < cluster.size; ++rank) {
        Block& block = *cluster.blocks[rank];
        block.barrier_stamp = block.shared_stamp = stamp;
        block.acquired = acquired;
        block.any_acquired = block.any_fenced = false;
        for (int i = 0; fenced && i < block.warp_count; ++i)
            block.warps[i].fenced = ~0u;
    }
}

}  // namespace

Cluster* take_cluster()
{
    Cluster* cluster = clusters;
    while (cluster->size > 0)
        ++cluster;
    *cluster = {};
    return cluster;
}

uint64_t number_in_grid(uint64_t cluster, int rank)
{
    const dim3 size = grid.cluster;
    const uint64_t across = grid.size.x / size.x, down = grid.size.y / size.y;
    const uint64_t x = cluster % across * size.x + unsigned(rank) % size.x;
    const uint64_t y = cluster / across % down * size.y + unsigned(rank) / size.x % size.y;
    const uint64_t z = cluster / across / down * size.z + unsigned(rank) / size.x / size.y;
    return x + grid.size.x * (y + grid.size.y * z);
}

void begin_cluster(Cluster& cluster)
{
    const uint32_t stamp = next_stamp();
    for (int rank = 0; rank < cluster.size; ++rank)
        cluster.blocks[rank]->shared_stamp = cluster.blocks[rank]->barrier_stamp = stamp;
}

bool complete_cluster_barrier()
{
    const Members cluster = members();
    for (int rank = 0; rank < cluster.size; ++rank)
        if (!all_have_arrived(*cluster.blocks[rank]))
            return false;
    for (int rank = 0; rank < cluster.size; ++rank) {
        Block& block = *cluster.blocks[rank];
        for (int i = 0; i < block.warp_count; ++i) {
            Warp& warp = block.warps[i];
            warp.past_cluster |= warp.arrived_at_cluster;
            warp.arrived_at_cluster = 0;
        }
    }
    order_memory(cluster);
    if (grid.block->cluster)
        ++grid.block->cluster->barriers;
    grid.barriers += unsigned(cluster.size);
    grid.steps = 0;
    grid.idle_requests = 0;
    grid.progress = grid.advances = true;
    return true;
}

}  // namespace emu

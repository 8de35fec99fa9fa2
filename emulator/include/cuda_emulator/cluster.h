// Thread block clusters in kernels: the intrinsics of compute capability 9.0.
#pragma once

#include "synchronization.h"
#include "thread_index.h"
#include "vector_types.h"

namespace emu {

void arrive_at_cluster_barrier(const char* file, int line);
void wait_at_cluster_barrier(const char* file, int line);
// The address of what `shared` points to in the block of this rank.
void* map_shared_rank(const void* shared, unsigned rank, const char* file, int line);
// The rank of the block in whose shared memory the address is.
unsigned query_shared_rank(const void* shared);

uint3 cluster_size();  // in blocks; 1 x 1 x 1 in a launch without clusters
uint3 block_index_in_cluster();

}  // namespace emu

// The default arguments are the caller's file and line.
#define EMU_CALLER const char *file = __builtin_FILE(), int line = __builtin_LINE()

inline void* __cluster_map_shared_rank(const void* shared, unsigned rank, EMU_CALLER)
{
    return emu::map_shared_rank(shared, rank, file, line);
}
inline unsigned __cluster_query_shared_rank(const void* shared)
{
    return emu::query_shared_rank(shared);
}
inline dim3 __clusterDim()
{
    return emu::cluster_size();
}
inline unsigned __clusterSizeInBlocks()
{
    const uint3 size = emu::cluster_size();
    return size.x * size.y * size.z;
}
inline unsigned __clusterDimIsSpecified()
{
    return __clusterSizeInBlocks() > 1;
}
inline dim3 __clusterRelativeBlockIdx()
{
    return emu::block_index_in_cluster();
}
inline unsigned __clusterRelativeBlockRank()
{
    const uint3 at = emu::block_index_in_cluster(), size = emu::cluster_size();
    return at.x + size.x * (at.y + size.y * at.z);
}
inline dim3 __clusterGridDimInClusters()
{
    const uint3 size = emu::cluster_size(), grid = emu_grid_size();
    return {grid.x / size.x, grid.y / size.y, grid.z / size.z};
}
inline dim3 __clusterIdx()
{
    const uint3 size = emu::cluster_size(), block = emu_block_index();
    return {block.x / size.x, block.y / size.y, block.z / size.z};
}
inline void __cluster_barrier_arrive(EMU_CALLER)
{
    emu::arrive_at_cluster_barrier(file, line);
}
inline void __cluster_barrier_arrive_relaxed(EMU_CALLER)
{
    emu::arrive_at_cluster_barrier(file, line);
}
inline void __cluster_barrier_wait(EMU_CALLER)
{
    emu::wait_at_cluster_barrier(file, line);
}
inline void __threadfence_cluster()
{
    emu::fence();
}

#undef EMU_CALLER

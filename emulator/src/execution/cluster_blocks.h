// Starts the blocks of clusters, and completes their barriers.
#pragma once

#include "state/cluster.h"

#include <cstdint>

namespace emu {

// An unused one.
Cluster* take_cluster();

// The number in the grid of the block that has this rank in the nth cluster.
uint64_t number_in_grid(uint64_t cluster, int rank);

// All blocks of the cluster have started: from here on they can access each other's shared memory.
void begin_cluster(Cluster& cluster);

// If all live threads of the running block's cluster have arrived at its barrier: completes it.
bool complete_cluster_barrier();

}  // namespace emu

// Launches in clusters.
#pragma once

#include "vector_types.h"

#include <string>

namespace emu {

// What is wrong with clusters of this size in such a grid; "" if nothing is. x = 0: no clusters.
std::string wrong_cluster(dim3 grid, dim3 cluster);

// Of the launch that begins.
void set_cluster(dim3 cluster);

// The launch has ended at once because its kernel has a __cluster_dims__: whether it is to begin again.
bool begin_again_in_clusters();

// Why the kernel refuses the launch's cluster; "" if it does not.
std::string refused_cluster();

}  // namespace emu

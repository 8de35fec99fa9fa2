// How much dynamic shared memory a launch may ask for, and how large its clusters may be.
#pragma once

#include <cstdint>

namespace emu {

constexpr int kMostDynamicShared = 227 * 1024;  // for any kernel

// The limit of the kernel that contains pc: what cudaFuncSetAttribute() has set, or else 48 KiB. Fibers may
// call this.
int allowed_dynamic_shared(uintptr_t pc);
int least_allowed_dynamic_shared();  // the lowest limit of all kernels

void allow_dynamic_shared(uintptr_t kernel, int bytes);

// Clusters of more than 8 blocks. Fibers may call this.
bool allows_large_clusters(uintptr_t pc);
void allow_large_clusters(uintptr_t kernel, bool allowed);

}  // namespace emu

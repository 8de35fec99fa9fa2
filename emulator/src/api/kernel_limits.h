// How much dynamic shared memory a launch may ask for.
#pragma once

#include <cstdint>

namespace emu {

constexpr int kMostDynamicShared = 227 * 1024;  // for any kernel

// What cudaFuncSetAttribute() has allowed to the kernel that contains pc, or the usual 48 KiB. A fiber may call these.
int allowed_dynamic_shared(uintptr_t pc);
int least_allowed_dynamic_shared();  // of all kernels

void allow_dynamic_shared(uintptr_t kernel, int bytes);

}  // namespace emu

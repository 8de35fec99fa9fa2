// The least time that each resource of a GPU takes for what was counted.
#pragma once

#include "cuda_emulator/explanation.h"
#include "explain/gpus.h"

namespace emu {

Floor floor_of(const std::vector<KernelCounters>& kernels, const WorkCounters& work, const Gpu& gpu);

}  // namespace emu

// The rules: each looks at what was counted for a kernel, or for the host's work, and says what it has found.
#pragma once

#include "cuda_emulator/explanation.h"
#include "explain/gpus.h"

#include <vector>

namespace emu {

// Appends to `found`, in no order.
void explain_kernel(const KernelCounters& kernel, const Gpu& gpu, std::vector<Finding>& found);
void explain_host(const std::vector<KernelCounters>& kernels, const WorkCounters& work,
                  const RepeatedAllocation& allocation, const Gpu& gpu, std::vector<Finding>& found);

// The version of a ladder that shows the next step after what the rule has found. "": none does.
std::string shown_in(const std::string& rule);

}  // namespace emu

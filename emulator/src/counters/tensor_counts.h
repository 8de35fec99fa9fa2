// How often each source line has executed a tensor instruction: once per warp.
#pragma once

#include "cuda_emulator/launch_counters.h"

#include <vector>

namespace emu {

void note_tensor_instruction(const char* file, int line);
std::vector<TensorLine> take_tensor_lines();  // of the launch, by file and line

}  // namespace emu

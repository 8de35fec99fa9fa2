// Kernels that are named by their address or their name: graphs, the driver API.
#pragma once
#include "edits.h"
#include "source_text.h"

namespace rewriter {

// Behind the body of each kernel that is no template: an object that tells the emulator of it
// (cuda_emulator/kernel_registry.h).
void register_kernels(const SourceText& source, Edits& edits);

// (void*)kernel<int> becomes (void*)::emu::kernel_address(kernel<int>, "kernel<int>"). Not in calls that launch_calls.h
// rewrites.
void rewrite_kernel_addresses(const SourceText& source, Edits& edits);

}  // namespace rewriter

// Launches by device code (CUDA dynamic parallelism). A child grid runs when its parent's blocks have all ended: then
// the children in the order of their launches, each with its own children, and at last those of the tail stream.
#pragma once

#include "api/run_one_grid.h"
#include "cuda_emulator/launch.h"
#include "execution/device_calls.h"

#include <cstddef>
#include <functional>
#include <string>

namespace emu {

// Device code launches a kernel: checks the launch and notes it. Runs on a fiber.
void note_launch_in_kernel(const Kernel& kernel, dim3 size, dim3 block, std::size_t dynamic_shared,
                           cudaStream_t stream, const void* pc, const void* frame);

// The grid that the host launched has ended: runs what it has launched, and adds that to the result.
void run_child_grids(GridResult& result);

// A copy or fill that device code puts into a stream. work: does it. Returns the call's error.
cudaError_t note_work_in_kernel(const DeviceCall& call, const char* function, cudaStream_t stream,
                                std::function<cudaError_t()> work, Warp& warp, int lane);

// Streams that device code has made; they are known to their grid only.
cudaStream_t make_stream_of_grid();
bool end_stream_of_grid(cudaStream_t stream);

// cudaLimitDevRuntimePendingLaunchCount
extern std::size_t most_pending_launches;

}  // namespace emu

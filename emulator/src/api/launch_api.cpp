#include "cuda_emulator/launch_api.h"

#include "api/errors.h"
#include "api/initialise.h"
#include "api/kernel_limits.h"
#include "checks/static_shared.h"
#include "cuda_runtime_api.h"
#include "execution/resident_blocks.h"
#include "state/one_at_a_time.h"
#include "state/warp.h"

namespace emu {
namespace {

// Whether the blocks of a cooperative launch, which all have to run at once, are too many for the device. A launch that has
// another mistake is not: that one is told.
bool has_too_many_blocks(const Kernel& kernel, dim3 grid, dim3 block, std::size_t dynamic_shared)
{
    const uint64_t blocks = uint64_t(grid.x) * grid.y * grid.z,
                   threads = uint64_t(block.x) * block.y * block.z;
    const auto code = reinterpret_cast<uintptr_t>(kernel.function);
    const OneAtATime one_at_a_time;
    initialise();
    if (threads < 1 || threads > kMaxThreads || dynamic_shared > std::size_t(allowed_dynamic_shared(code)))
        return false;
    return blocks >
           uint64_t(max_resident_blocks(int(threads), static_shared_bytes(code + 1) + dynamic_shared));
}

}  // namespace

// An error of the kernel itself is returned later, by a call that waits for it.
cudaError_t run_by_api(const Kernel& kernel, dim3 grid, dim3 block, std::size_t dynamic_shared,
                       cudaStream_t stream)
{
    if (kernel.cooperative && has_too_many_blocks(kernel, grid, block, dynamic_shared))
        return note(cudaErrorCooperativeLaunchTooLarge);
    const cudaError_t earlier = cudaGetLastError();
    const bool had_failed = sticky_error() != cudaSuccess;
    run(kernel, grid, block, dynamic_shared, stream);
    const cudaError_t error = cudaPeekAtLastError();
    if (error == cudaSuccess)
        note(earlier);
    return sticky_error() == cudaSuccess || had_failed ? error : cudaSuccess;
}

}  // namespace emu

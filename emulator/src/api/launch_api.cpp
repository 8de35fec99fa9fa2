#include "cuda_emulator/launch_api.h"

#include "api/errors.h"
#include "cuda_runtime_api.h"
#include "execution/resident_blocks.h"

namespace emu {

// An error of the kernel itself is returned later, by a call that waits for it.
cudaError_t run_by_api(const Kernel& kernel, dim3 grid, dim3 block, std::size_t dynamic_shared,
                       cudaStream_t stream)
{
    const uint64_t blocks = uint64_t(grid.x) * grid.y * grid.z,
                   threads = uint64_t(block.x) * block.y * block.z;
    if (kernel.cooperative && threads >= 1 && threads <= 1024 &&
        blocks > uint64_t(max_resident_blocks(int(threads))))
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

// Kernels' attributes and occupancy.
#include "api/runtime.h"
#include "cuda_emulator/launch_api.h"
#include "cuda_runtime_api.h"
#include "debug_info/program.h"
#include "execution/resident_blocks.h"
#include "memory/device_memory.h"

#include <algorithm>
#include <cstdlib>

namespace emu {
namespace {

constexpr int kDefaultShared = 48 * 1024, kSharedOfMultiprocessor = 228 * 1024, kReservedShared = 1024;

// What cudaFuncSetAttribute() allows to one kernel.
struct Allowed {
    uintptr_t low, high;  // the kernel's code
    int bytes;
};
Allowed* all_allowed = nullptr;  // plain memory, as fibers read it
int allowed_count = 0;
int least = kDefaultShared;

Allowed* find_allowed(uintptr_t pc)
{
    for (int i = 0; i < allowed_count; ++i)
        if (pc >= all_allowed[i].low && pc < all_allowed[i].high)
            return &all_allowed[i];
    return nullptr;
}

void allow(uintptr_t kernel, int bytes)
{
    Allowed* found = find_allowed(kernel);
    if (!found) {
        all_allowed = static_cast<Allowed*>(
            std::realloc(all_allowed, std::size_t(allowed_count + 1) * sizeof(Allowed)));
        found = &all_allowed[allowed_count++];
        const uintptr_t end = program.end_of_function(kernel);
        *found =
            end > kernel ? Allowed{kernel, end, 0} : Allowed{0, UINTPTR_MAX, 0};  // a stripped program: all
    }
    found->bytes = bytes;
    least = std::min(least, bytes);
}

}  // namespace

int allowed_dynamic_shared(uintptr_t pc)
{
    const Allowed* found = find_allowed(pc);
    return found ? found->bytes : kDefaultShared;
}

int least_allowed_dynamic_shared()
{
    return least;
}

cudaError_t set_function_attribute(const void* function, cudaFuncAttribute attribute, int value)
{
    if (!function)
        return note(cudaErrorInvalidDeviceFunction);
    switch (attribute) {
        case cudaFuncAttributeMaxDynamicSharedMemorySize:
            if (value < 0 || value > kMostDynamicShared)
                return note(cudaErrorInvalidValue);
            initialise();
            allow(reinterpret_cast<uintptr_t>(function), value);
            return note(sticky_error());
        case cudaFuncAttributePreferredSharedMemoryCarveout:
            return note(value >= -1 && value <= 100 ? sticky_error() : cudaErrorInvalidValue);
    }
    return note(cudaErrorInvalidValue);
}

cudaError_t get_function_attributes(cudaFuncAttributes* attributes, const void* function)
{
    if (!attributes)
        return note(cudaErrorInvalidValue);
    if (!function)
        return note(cudaErrorInvalidDeviceFunction);
    *attributes = {};
    attributes->maxThreadsPerBlock = 1024;
    attributes->numRegs = 32;  // not known: what lets an SM be full
    attributes->ptxVersion = attributes->binaryVersion = 90;
    attributes->maxDynamicSharedSizeBytes = allowed_dynamic_shared(reinterpret_cast<uintptr_t>(function));
    return cudaSuccess;
}

cudaError_t blocks_per_multiprocessor(int* blocks, const void* function, int block_size,
                                      std::size_t dynamic_shared)
{
    if (!blocks || block_size <= 0)
        return note(cudaErrorInvalidValue);
    if (!function)
        return note(cudaErrorInvalidDeviceFunction);
    *blocks = 0;
    if (block_size > 1024 || dynamic_shared > std::size_t(kMostDynamicShared))
        return cudaSuccess;
    int multiprocessors = 1;
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
    const int by_threads = max_resident_blocks(block_size) / multiprocessors;
    const int by_shared = int(std::size_t(kSharedOfMultiprocessor) / (dynamic_shared + kReservedShared));
    *blocks = std::min(by_threads, by_shared);
    return cudaSuccess;
}

// Errors of the kernel itself come later, when the host waits for it.
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

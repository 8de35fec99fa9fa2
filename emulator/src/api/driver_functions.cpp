// The driver API: functions, that is kernels, and their launches.
#include "api/driver_context.h"
#include "api/driver_module.h"
#include "api/launch_configuration.h"
#include "checks/reports.h"
#include "cuda_emulator/function_api.h"
#include "cuda_emulator/launch_api.h"
#include "debug_info/program.h"

#include <cstring>
#include <string>

using namespace emu::driver;

namespace {

CUresult invalid(const std::string& why)
{
    emu::report_host(
        "Program hit CUDA_ERROR_INVALID_VALUE (error 1) due to \"invalid argument\" on CUDA API call to "
        "cuLaunchKernel.",
        "", 0, why);
    return CUDA_ERROR_INVALID_VALUE;
}

// The addresses of the arguments in a buffer that `extra` names. Returns false if they do not fit the kernel.
bool find_in_buffer(const emu::KernelEntry& entry, void** extra, std::vector<void*>& arguments)
{
    void* buffer = nullptr;
    std::size_t bytes = 0;
    for (; *extra != CU_LAUNCH_PARAM_END; extra += 2)
        if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
            buffer = extra[1];
        else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE)
            bytes = *static_cast<std::size_t*>(extra[1]);
    const std::size_t needed = emu::bytes_of_arguments(entry);
    if (needed == 0)
        return true;
    if (!buffer || bytes < needed) {
        invalid(std::string("the buffer of the arguments has ") + std::to_string(bytes) +
                " bytes, but kernel " + entry.name + " needs " + std::to_string(needed));
        return false;
    }
    arguments = emu::arguments_in(entry, buffer);
    return true;
}

CUresult launch(CUfunction function, dim3 grid, dim3 block, unsigned shared, CUstream stream,
                void** parameters, void** extra, bool cooperative)
{
    return in_context([&]() -> cudaError_t {
        const emu::KernelEntry* entry = kernel_of(function);
        if (!entry)
            return cudaErrorInvalidResourceHandle;
        std::vector<void*> arguments;
        if (parameters && extra)
            return cudaError_t(
                invalid("both kernelParams and extra give arguments: one of them must be null"));
        if (parameters)
            arguments.assign(parameters, parameters + entry->parameters);
        else if (extra && !find_in_buffer(*entry, extra, arguments))
            return cudaErrorInvalidValue;
        if (arguments.size() != entry->parameters)
            return cudaError_t(invalid(std::string("kernel ") + entry->name + " has " +
                                       std::to_string(entry->parameters) +
                                       " parameters, but neither kernelParams nor extra gives arguments"));
        for (std::size_t i = 0; i < arguments.size(); ++i)
            if (!arguments[i])
                return cudaError_t(invalid("kernelParams[" + std::to_string(i) + "], of kernel " +
                                           entry->name +
                                           ", is a null pointer: it must be the address of the argument"));
        const emu::BoundArguments bound(*entry, arguments.data());
        const cudaError_t error = emu::run_by_api(bound.kernel(cooperative), grid, block, shared, stream);
        // As the driver, whose launches have no error of their own for this.
        return error == cudaErrorInvalidConfiguration ? cudaErrorInvalidValue : error;
    });
}

}  // namespace

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                        CUstream stream, void** parameters, void** extra)
{
    return launch(function, dim3(grid_x, grid_y, grid_z), dim3(block_x, block_y, block_z), shared, stream,
                  parameters, extra, false);
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                   unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                                   CUstream stream, void** parameters)
{
    return launch(function, dim3(grid_x, grid_y, grid_z), dim3(block_x, block_y, block_z), shared, stream,
                  parameters, nullptr, true);
}

CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction function)
{
    return in_context([&]() -> cudaError_t {
        const emu::KernelEntry* entry = kernel_of(function);
        if (!value)
            return cudaErrorInvalidValue;
        if (!entry)
            return cudaErrorInvalidResourceHandle;
        cudaFuncAttributes all;
        const cudaError_t error = emu::get_function_attributes(&all, entry->function);
        switch (attribute) {
            case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
                *value = all.maxThreadsPerBlock;
                return error;
            case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
                *value = int(all.sharedSizeBytes);
                return error;
            case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
                *value = int(all.constSizeBytes);
                return error;
            case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
                *value = int(all.localSizeBytes);
                return error;
            case CU_FUNC_ATTRIBUTE_NUM_REGS:
                *value = all.numRegs;
                return error;
            case CU_FUNC_ATTRIBUTE_PTX_VERSION:
                *value = all.ptxVersion;
                return error;
            case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
                *value = all.binaryVersion;
                return error;
            case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
                *value = 0;
                return error;
            case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
                *value = all.maxDynamicSharedSizeBytes;
                return error;
            case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
                *value = -1;
                return error;
        }
        return cudaErrorInvalidValue;
    });
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value)
{
    return in_context([&]() -> cudaError_t {
        const emu::KernelEntry* entry = kernel_of(function);
        if (!entry)
            return cudaErrorInvalidResourceHandle;
        return emu::set_function_attribute(entry->function, cudaFuncAttribute(attribute), value);
    });
}

CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache)
{
    return in_context([&] { return kernel_of(function) ? cudaSuccess : cudaErrorInvalidResourceHandle; });
}

CUresult cuFuncGetName(const char** name, CUfunction function)
{
    const emu::KernelEntry* entry = kernel_of(function);
    if (!name || !entry)
        return CUDA_ERROR_INVALID_VALUE;
    *name = emu::program.symbol_at(reinterpret_cast<uintptr_t>(entry->function))
                .data();  // of the file: ends with 0
    return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function, int block_size,
                                                     size_t shared)
{
    return in_context([&]() -> cudaError_t {
        const emu::KernelEntry* entry = kernel_of(function);
        return entry ? emu::blocks_per_multiprocessor(blocks, entry->function, block_size, shared)
                     : cudaErrorInvalidResourceHandle;
    });
}

CUresult cuOccupancyMaxPotentialBlockSize(int* grid_size, int* block_size, CUfunction function,
                                          CUoccupancyB2DSize shared_of_block_size, size_t shared, int limit)
{
    return in_context([&]() -> cudaError_t {
        const emu::KernelEntry* entry = kernel_of(function);
        if (!grid_size || !block_size)
            return cudaErrorInvalidValue;
        if (!entry)
            return cudaErrorInvalidResourceHandle;
        const auto shared_of = [&](int size) {
            return shared_of_block_size ? shared_of_block_size(size) : shared;
        };
        return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
            grid_size, block_size, static_cast<const void*>(entry->function), shared_of, limit);
    });
}
